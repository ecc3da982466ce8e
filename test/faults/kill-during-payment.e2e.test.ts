/** Kills each process twice while a member pays; `npm run proof` does so 200 times. */
import { testPaymentKills } from "./payment-kills.ts"

testPaymentKills({ victim: "gateway", times: 2, seed: 20_261_128 })
testPaymentKills({ victim: "backend", times: 2, seed: 20_261_128 })
