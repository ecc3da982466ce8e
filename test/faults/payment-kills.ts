/** One series of kills as a test: a process dies once in each purchase of one member. */
import { describe, it } from "vitest"
import { testSite } from "../e2e/site.ts"
import { killDuringPayments, type Victim } from "./kill-during-payment.ts"

const SECONDS_EACH = 60

export interface PaymentKills {
  readonly victim: Victim
  readonly times: number
  readonly seed: number
}

export const testPaymentKills = ({ victim, times, seed }: PaymentKills): void => {
  describe("a process killed outright during a payment", () => {
    const site = testSite()

    it(
      `grants credits once and leaves nobody waiting: ${victim}, ${times} times`,
      { timeout: times * SECONDS_EACH * 1_000 },
      async () => {
        const visitor = await site.arrive({ locale: "en" })
        await killDuringPayments({ world: site.world(), visitor, victim, times, seed })
      },
    )
  })
}
