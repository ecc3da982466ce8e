/**
 * The performer's desk in a browser, together with visitors on the site: messages pass in both directions, VIP is
 * accepted, and an unsent text survives every update of the page.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { accessibilityFindings } from "@foldcast/web/screens/accessibility.fixture"
import { HELD_WORLD } from "../support/demo-world.ts"
import { isFirefox } from "../support/firefox.ts"
import { conversationOf, memberWithCredits } from "../support/provider-state.ts"
import { freePerformers, memberInRoom } from "./room-scenes.ts"
import { testSite } from "./site.ts"
import type { Visitor } from "./visitor.ts"

describe("the performer's desk", () => {
  const site = testSite(HELD_WORLD)
  const performer = freePerformers(site)

  const sitDown = async (visitor: Visitor, username: string): Promise<Page> => {
    const { words, locale } = visitor
    const page = await visitor.context.newPage()
    await page.goto(`${site.world().urls.desk ?? ""}?lang=${locale}`)
    await page.getByLabel(words.say(m.desk_search_label)).fill(username)
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: username, exact: true }).click()
    return page
  }

  const log = (page: Page) => page.getByRole("log")

  it("says where a paste is cut, until something is typed [TEXT-06]", async () => {
    const { username } = await performer()
    const desk = await site.arrive({ locale: "en" })
    const room = await sitDown(desk, username)
    await room.getByRole("button", { name: desk.words.say(m.desk_take_over) }).click()
    const field = room.getByLabel(desk.words.say(m.desk_write))
    const elsewhere = await desk.context.newPage()
    const paste = async (text: string) => {
      await elsewhere.setContent(`<textarea>${text}</textarea>`)
      await elsewhere.getByRole("textbox").selectText()
      await elsewhere.keyboard.press("ControlOrMeta+C")
      await room.bringToFront()
      await field.press("ControlOrMeta+V")
    }
    const note = room.getByRole("status").filter({ hasText: /we cut it to 250 characters/u })
    await field.fill("Good ")
    await paste("x".repeat(245))
    expect(await field.inputValue()).toHaveLength(250)
    expect(await note.count()).toBe(0)
    await field.fill("Good ")
    await paste("x".repeat(246))
    await note.waitFor()
    await field.press("Backspace")
    await note.waitFor({ state: "detached" })
  })

  it("reads and answers a visitor, and accepts VIP, without losing what is typed", async () => {
    const { username } = await performer()
    const desk = await site.arrive({ locale: "en", width: 1280, height: 800 })
    const say = desk.words.say
    const room = await sitDown(desk, username)
    await room.getByRole("button", { name: say(m.desk_take_over) }).click()
    await room.getByText(say(m.desk_viewers_none)).waitFor()

    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await memberInRoom(site, visitor, 1_000, `/profile/${username}`)
    await tab.shows(tab.words.say(m.stream_watching, { name: username }))
    await room.getByLabel(say(m.desk_write)).fill("Half a sentence")
    await tab.page
      .getByRole("textbox", { name: tab.words.say(m.chat_field_room) })
      .fill("Hallo daar")
    await tab.page.keyboard.press("Enter")
    await log(room).getByText("Hallo daar").waitFor()
    expect(await room.getByLabel(say(m.desk_write)).inputValue()).toBe("Half a sentence")

    await room.getByLabel(say(m.desk_write)).fill("Good evening to you")
    await room.keyboard.press("Enter")
    await tab.page.getByRole("log").getByText("Good evening to you").waitFor()
    await expect.poll(() => room.getByLabel(say(m.desk_write)).inputValue()).toBe("")

    await room.getByLabel(say(m.desk_to), { exact: true }).selectOption({ index: 1 })
    await tab.press(m.vip_request)
    const accept = room.getByRole("button", { name: /^Accept /u })
    await accept.waitFor()
    // Firefox 153 crashes when axe reaches a part that the page has updated.
    if (!isFirefox(room.context().browser())) expect(await accessibilityFindings(room)).toEqual([])
    // In Firefox the keyboard presses a button only in the front window.
    await room.bringToFront()
    await accept.focus()
    await room.keyboard.press("Enter")
    await tab.shows(tab.words.say(m.stream_in_vip, { name: username }))
    await room.getByText(say(m.desk_in_vip)).waitFor()
    // If a pressed button disappears, the focus moves to the top of the page.
    expect(await room.evaluate("document.activeElement.id")).toBe("top")
    // The addressed session has switched to VIP: the message is refused and not sent to everybody.
    await room.getByLabel(say(m.desk_write)).fill("For you alone")
    await room.getByRole("button", { name: say(m.desk_send) }).click()
    await room.getByText(say(m.desk_problem_viewer_gone)).waitFor()
    expect(await room.getByLabel(say(m.desk_write)).inputValue()).toBe("For you alone")
    await room.getByRole("button", { name: say(m.desk_vip_stop) }).click()
    await tab.page.getByText(tab.words.say(m.receipt_title)).waitFor()
    await room.getByRole("button", { name: say(m.desk_hand_back) }).click()
    await room.getByRole("button", { name: say(m.desk_take_over) }).waitFor()
    tab.isQuiet()
  })

  it("reads and answers a private message in place, and shows what comes meanwhile", async () => {
    const { username, performerId } = await performer()
    const desk = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const say = desk.words.say
    const herRoom = await sitDown(desk, username)
    await herRoom.getByRole("button", { name: say(m.desk_take_over) }).click()
    const opened = herRoom.waitForEvent("popup")
    await herRoom.getByRole("link", { name: say(m.desk_inbox), exact: true }).click()
    const inbox = await opened
    await inbox.getByText(say(m.desk_inbox_none)).waitFor()
    const { memberId } = await memberWithCredits(site.world(), 500)
    await conversationOf(site.world(), memberId, performerId)
    await inbox.getByText(say(m.desk_inbox_unread, { count: "1" })).waitFor()
    await inbox.getByRole("listitem").getByRole("link").click()
    const field = inbox.getByRole("textbox")
    await field.fill("Goedenavond, fijn dat je schrijft")
    await inbox.keyboard.press("Enter")
    await log(inbox).getByText("Goedenavond, fijn dat je schrijft").waitFor()
    await expect.poll(() => field.inputValue()).toBe("")
    await inbox.getByText(say(m.desk_inbox_unread, { count: "1" })).waitFor({ state: "detached" })
    await field.fill("Half geschreven")
    await conversationOf(site.world(), memberId, performerId)
    await expect.poll(() => log(inbox).getByText("Hello").count()).toBe(4)
    expect(await field.inputValue()).toBe("Half geschreven")
    if (!isFirefox(inbox.context().browser()))
      expect(await accessibilityFindings(inbox)).toEqual([])
  })

  it("cannot be reached through the site", async () => {
    const { performerId } = await performer()
    for (const path of ["/desk", "/desk/performers", `/desk/performers/${performerId}`]) {
      const { status } = await fetch(site.world().urls.site + path, { headers: { "X-Desk": "x" } })
      expect(status).toBe(404)
    }
  })

  it("says that its connection is lost and back, and what another desk holds", async () => {
    const { username } = await performer()
    const desk = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const say = desk.words.say
    const room = await sitDown(desk, username)
    await room.getByRole("button", { name: say(m.desk_take_over) }).click()
    const field = room.getByLabel(say(m.desk_write))
    await field.fill("Nog niet klaar")
    const other = await site.arrive({ locale: "en" })
    const onlooker = await sitDown(other, username)
    await onlooker.getByText(other.words.say(m.desk_hold_others, { name: username })).waitFor()
    await site.without("simulators", async () => {
      await room.getByText(say(m.desk_lost)).waitFor()
    })
    await room.getByText(say(m.desk_again)).waitFor()
    expect(await field.inputValue()).toBe("Nog niet klaar")
    await room.getByRole("button", { name: say(m.desk_hand_back) }).click()
    await onlooker.getByText(other.words.say(m.desk_hold_nobody, { name: username })).waitFor()
  })
})
