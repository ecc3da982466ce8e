import { describe, it } from "vitest"
import { testSite } from "../e2e/site.ts"
import { killDuringPayments } from "./kill-during-payment.ts"

const TIMES = process.env["PROOF"] === "full" ? 20 : 2
const SEED = 20_261_121
const MINUTES_EACH = 2

describe("a process killed outright during a payment", () => {
  const site = testSite()

  it.each(["gateway", "backend"] as const)(
    `grants credits once and leaves nobody waiting: %s, ${TIMES} times`,
    { timeout: TIMES * MINUTES_EACH * 60_000 },
    async (victim) => {
      const visitor = await site.arrive({ locale: "en" })
      const seed = SEED + victim.length
      await killDuringPayments({ world: site.world(), visitor, victim, times: TIMES, seed })
    },
  )
})
