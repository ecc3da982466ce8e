import "../faults/kill-during-payment.test.ts"
