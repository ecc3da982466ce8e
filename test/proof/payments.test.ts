import "../simulation/payments.server.test.ts"
