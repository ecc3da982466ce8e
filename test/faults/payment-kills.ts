/** One series of kills as a test: a process dies once in each purchase of one member. */
import { describe, it } from "vitest"
import { testSite } from "../e2e/site.ts"
import { killDuringPayments, type KillSeries } from "./kill-during-payment.ts"

/** Most seconds of one kill. */
const SECONDS_EACH = 60

export const testPaymentKills = (series: Pick<KillSeries, "victim" | "times" | "seed">): void => {
  const { victim, times } = series
  describe("a process killed outright during a payment", () => {
    const site = testSite()

    it(
      `grants credits once and leaves nobody waiting: ${victim}, ${times} times`,
      { timeout: times * SECONDS_EACH * 1_000 },
      async () => {
        const visitor = await site.arrive({ locale: "en" })
        await killDuringPayments({ world: site.world(), visitor, ...series })
      },
    )
  })
}
