import "../faults/kill-during-payment.e2e.test.ts"
