/**
 * Private messages from end to end: a member writes, a person answers at the performer's desk, every tab of the member
 * agrees, and each message costs its price once, whatever breaks in between.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD } from "../support/demo-world.ts"
import { memberWithCredits, performerNamed } from "../support/provider-state.ts"
import { testSite } from "./site.ts"
import type { Tab, Visitor } from "./visitor.ts"

const PRICE = 60

describe("private messages", () => {
  const site = testSite(HELD_WORLD)

  const member = async (visitor: Visitor, credits: number): Promise<Tab> => {
    await visitor.logIn(await memberWithCredits(site.world(), credits))
    return visitor.openTab()
  }
  const write = async (tab: Tab, name: string, text: string) => {
    await tab.page
      .getByRole("textbox", { name: tab.words.say(m.editor_field, { name }) })
      .fill(text)
    await tab.page.keyboard.press("Enter")
  }
  const lines = (tab: Tab, name: string) =>
    tab.page.getByRole("log", { name: tab.words.say(m.conversation_log, { name }) })

  it("pass both ways between a member and a performer at the desk, in all of the member's tabs [MSG-02, MSG-09, WALLET-01]", async () => {
    const { username, performerId } = await performerNamed(site.world(), "WindowSeat")
    const visitor = await site.arrive({ locale: "en", width: 1_280, height: 800 })
    const tab = await member(visitor, 200)
    await tab.visit(
      visitor.address(`/messenger/new-conversation?modelId=${performerId}&model=${username}`),
    )
    await write(tab, username, "Good evening")
    await lines(tab, username).getByText("Good evening").waitFor()
    await tab.credits(200 - PRICE).waitFor()
    await tab.page.waitForURL(/messenger\/cv_/u)
    const second = await visitor.openTab(visitor.address("/favourites"))

    const desk = await site.arrive({ locale: "en", width: 1_280, height: 800 })
    const { say } = desk.words
    const seat = await desk.context.newPage()
    await seat.goto(`${site.world().urls.desk ?? ""}?lang=en`)
    await seat.getByLabel(say(m.desk_search_label)).fill(username)
    await seat.keyboard.press("Enter")
    await seat.getByRole("link", { name: username, exact: true }).click()
    await seat.getByRole("button", { name: say(m.desk_take_over) }).click()
    const opened = desk.context.waitForEvent("page")
    await seat.getByRole("link", { name: say(m.desk_inbox), exact: true }).click()
    const inbox = await opened
    await inbox.getByRole("listitem").getByRole("link").click()
    await inbox.getByRole("log").getByText("Good evening").waitFor()
    await lines(tab, username)
      .getByRole("img", { name: say(m.message_read) })
      .waitFor()
    await inbox.getByRole("textbox").fill("And to you")
    await inbox.keyboard.press("Enter")

    await lines(tab, username).getByText("And to you").waitFor()
    // What is open and looked at is read; the other tab has nothing unread left.
    await expect
      .poll(() => second.page.locator(".site-header__messages").getAttribute("aria-label"))
      .toBe(say(m.header_messages))
    for (const one of [tab, second]) one.isQuiet()
  })

  it("cost nothing while the service is away, and once when they are tried again", async () => {
    const { username, performerId } = await performerNamed(site.world(), "QuietWindow")
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await member(visitor, 200)
    await tab.visit(
      visitor.address(`/messenger/new-conversation?modelId=${performerId}&model=${username}`),
    )
    await tab.page
      .getByRole("textbox", { name: tab.words.say(m.editor_field, { name: username }) })
      .waitFor()
    const line = lines(tab, username).locator(".message", { hasText: "Komt dit aan?" })
    await site.without("backend", async () => {
      await write(tab, username, "Komt dit aan?")
      await line.locator(".message__failure").waitFor({ timeout: 60_000 })
    })
    await tab.credits(200).waitFor()
    await line
      .getByRole("button", { name: tab.words.say(m.message_retry) })
      .click({ timeout: 60_000 })
    await tab.credits(200 - PRICE).waitFor({ timeout: 60_000 })
    await line.getByRole("img", { name: tab.words.say(m.message_delivered) }).waitFor()
    expect(await line.count()).toBe(1)
  })
})
