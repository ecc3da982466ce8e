import { testPaymentKills } from "../faults/payment-kills.ts"

testPaymentKills({ victim: "gateway", times: 100, seed: 20_261_128 })
