import "../simulation/payments.test.ts"
