/**
 * A guest watches free until the limit, by the real clock: the minutes of a day are one minute here. The used time
 * survives a reload, and an account continues when the guest's time has ended.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD } from "../support/demo-world.ts"
import { freePerformers, isWatching } from "./room-scenes.ts"
import { testSite } from "./site.ts"
import { newAccount, type Tab } from "./visitor.ts"

const LIMIT_MS = 60_000
const WITHIN = { timeout: 1.5 * LIMIT_MS }

const clock = (tab: Tab) => tab.page.locator(".player .tabular").filter({ hasText: /\d:\d\d/u })
const secondsLeft = async (tab: Tab): Promise<number> => {
  const text = await clock(tab).textContent()
  const [, minutes, seconds] = /(\d+):(\d\d)/u.exec(text ?? "") ?? []
  return 60 * Number(minutes) + Number(seconds)
}

describe("a guest's free time", () => {
  const site = testSite({
    environment: { ...HELD_WORLD.environment, GUEST_FREE_MINUTES: "1" },
  })
  const performer = freePerformers(site)

  it(
    "runs down over a reload, ends the watching in every tab, and goes on with an account [AUTH-18, CHAT-15, CHAT-16, CHAT-17]",
    { timeout: 2.5 * LIMIT_MS },
    async () => {
      const { username } = await performer()
      const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
      const { say } = visitor.words
      const tab = await visitor.openTab(visitor.address(`/profile/${username}`))
      await isWatching(tab, username)
      expect(await secondsLeft(tab)).toBeGreaterThan(0)
      await clock(tab)
        .filter({ hasText: /0:5[0-6]/u })
        .waitFor(WITHIN)
      const before = await secondsLeft(tab)
      await tab.page.reload()
      await isWatching(tab, username)
      expect(await secondsLeft(tab)).toBeLessThanOrEqual(before)

      const ended = say(m.stream_ended_guest, { name: username })
      await tab.page.getByText(ended).first().waitFor(WITHIN)
      expect(await tab.page.getByRole("group", { name: say(m.stream_controls) }).count()).toBe(0)
      const other = await visitor.openTab(visitor.address(`/profile/${username}`))
      await other.shows(ended)
      await other.page.close()

      await tab.page
        .locator(".player")
        .getByRole("button", { name: say(m.stream_create_account) })
        .click()
      await tab.fillForm(newAccount(), tab.words.createAccount)
      await tab.button(tab.words.say(m.verification_back_to, { name: username })).click()
      await tab.dialog.waitFor({ state: "detached" })
      await isWatching(tab, username)
      expect(await clock(tab).count()).toBe(0)
      tab.isQuiet()
    },
  )
})
