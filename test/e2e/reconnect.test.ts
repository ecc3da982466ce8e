/** The gateway stops and restarts under open tabs: they show it, and continue where they were. */
import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { downloadCapture, listVisits, numberingFaults, positionsIn } from "./captures.ts"
import { testSite } from "./site.ts"
import { BUNDLE } from "./visitor.ts"

/**
 * Milliseconds: after many failed attempts a tab waits for up to thirty seconds before the next one
 * (packages/client/reconnect-plan.ts), and a busy machine takes long to start a gateway.
 */
const BACK_WITHIN_MS = 60_000

describe("a lost connection", () => {
  const site = testSite()

  it("is shown in every tab, and resumed without a gap or a duplicate", async () => {
    const others = new Set((await listVisits(site.world())).map(({ visit }) => visit))
    const visitor = await site.arrive({ locale: "en" })
    const { words } = visitor
    const first = await visitor.openMemberTab()
    const second = await visitor.openTab()
    await second.credits(0).waitFor()
    const bank = await first.goToBank(0)

    for (let round = 0; round < 2; round += 1) {
      await site.without("gateway", async () => {
        for (const tab of [first, second]) {
          const status = tab.page.getByRole("status").filter({ hasText: words.reconnecting })
          await status.first().waitFor()
        }
        // Paid while no tab is connected: both must receive the result all the same.
        if (round === 0) await first.chooseAtBank(bank, "returnFirst")
      })
      for (const tab of [first, second]) {
        await tab.credits(BUNDLE.credits).waitFor({ timeout: BACK_WITHIN_MS })
      }
    }
    await first.shows(words.paidFor(BUNDLE.credits))

    for (const tab of [first, second]) {
      await tab.page
        .getByRole("status")
        .filter({ hasText: words.reconnecting })
        .first()
        .waitFor({ state: "detached", timeout: BACK_WITHIN_MS })
      // The browser's own messages about cut sockets are not the page's complaints.
      tab.watched.forget()
      await tab.visit()
      tab.isQuiet()
    }
    const visits = (await listVisits(site.world())).filter(({ visit }) => !others.has(visit))
    expect(visits.length).toBeGreaterThanOrEqual(2)
    for (const { visit } of visits) {
      const file = await downloadCapture(site.world(), visit)
      expect(numberingFaults(positionsIn(await readFile(file, "utf8")))).toEqual([])
    }
  })
})
