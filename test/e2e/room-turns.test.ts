/**
 * Turns of events in a live room, end to end: a registration on the way, a refusal of VIP, a second tab, credits
 * that run out, a network that drops and returns, and everything without a mouse.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD } from "../support/demo-world.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { performerActs } from "../support/provider-state.ts"
import { Keyboard } from "./keyboard.ts"
import {
  freePerformers,
  isWatching,
  log,
  memberInRoom,
  seeTips,
  tipButton,
  write,
} from "./room-scenes.ts"
import { testSite } from "./site.ts"
import { newAccount } from "./visitor.ts"

describe("in a live room", () => {
  const site = testSite(HELD_WORLD)
  const performer = freePerformers(site)

  it("a guest who wants to tip registers there and is in the room again as a member [CHAT-40, CHAT-44]", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await visitor.openTab(visitor.address(`/profile/${username}`))
    await isWatching(tab, username)
    await tab.press(m.tip_open)
    await tab.fillForm(newAccount(), tab.words.createAccount)
    await tab.button(tab.words.say(m.verification_back_to, { name: username })).click()
    await tab.dialog.waitFor({ state: "detached" })
    await isWatching(tab, username)
    await write(tab, tab.words.say(m.chat_field_room), "Hallo")
    // A member without credits cannot write; the dialog says why.
    await tab.dialog.getByText(tab.words.say(m.no_credits_chat)).waitFor()
    tab.isQuiet()
  })

  it("VIP is declined with a reason, and costs nothing [CHAT-20, CHAT-22]", async () => {
    const { username, performerId } = await performer()
    const visitor = await site.arrive({ locale: "en" })
    const tab = await memberInRoom(site, visitor, 400, `/profile/${username}`)
    await isWatching(tab, username)
    await tab.press(m.vip_request)
    await tab.shows(tab.words.say(m.vip_waiting, { name: username }))
    await performerActs(site.world(), performerId, "decline", "In a quarter of an hour")
    const reason = "In a quarter of an hour"
    const declined = log(tab).getByText(
      tab.words.say(m.line_vip_declined_why, { name: username, reason }),
    )
    await declined.waitFor()
    await tab.page
      .getByRole("status")
      .getByText(tab.words.say(m.vip_declined_why, { name: username, reason }))
      .waitFor()
    await tab.button(tab.words.say(m.vip_request)).waitFor()
    await tab.credits(400).waitFor()
    await isWatching(tab, username)
    tab.isQuiet()
  })

  it("a second tab takes the place of the first, which says so and can take it back [CHAT-18, CHAT-19]", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "nl" })
    const first = await memberInRoom(site, visitor, 300, `/profile/${username}`)
    await isWatching(first, username)
    const second = await visitor.openTab(visitor.address(`/profile/${username}`))
    await isWatching(second, username)
    await first.shows(first.words.say(m.stream_ended_duplicate))
    await first.press(m.stream_watch_again)
    await isWatching(first, username)
    await second.shows(second.words.say(m.stream_ended_duplicate))
    for (const tab of [first, second]) tab.isQuiet()
  })

  it.each([
    { mode: "private", credits: 60, kind: "wink", tipped: 50 },
    { mode: "VIP", credits: 540, kind: "heart", tipped: 500 },
  ] as const)(
    "credits that run out in $mode end it with its cost, never below nothing, and lead to free chat [CHAT-18, CHAT-40, CHAT-41]",
    async ({ mode, credits, kind, tipped }) => {
      const { username, performerId } = await performer()
      const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
      const tab = await memberInRoom(site, visitor, credits, `/profile/${username}`)
      await isWatching(tab, username)
      if (mode === "VIP") {
        await tab.press(m.vip_request)
        await performerActs(site.world(), performerId, "accept")
        await tab.shows(tab.words.say(m.stream_in_vip, { name: username }))
      } else {
        await tab.press(m.stream_join_private)
        await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
        // Fewer are left than writing in free chat asks for.
        await tab.credits(50).waitFor({ state: "attached" })
        await write(tab, tab.words.say(m.chat_field, { name: username }), "Still here")
        await log(tab).locator("[data-own]:has(.chat__from)").getByText("Still here").waitFor()
      }
      await seeTips(tab)
      await tipButton(tab, kind, tipped).click()
      await tab.shows(tab.words.say(m.tip_given, { credits: tab.words.credits(tipped) }))
      // The remaining time was paid in advance; the next interval cannot be paid.
      await tab.dialog.getByText(tab.words.say(m.no_credits_stream)).waitFor()
      await tab.press(m.no_credits_later)
      await tab.shows(tab.words.say(m.receipt_title))
      const [, cost] = await tab.page.locator(".receipt dd").allTextContents()
      const paid = Number(/^\d+/u.exec(cost ?? "")?.[0] ?? Number.NaN)
      await tab.press(m.receipt_close)
      await tab.press(m.stream_watch_again)
      await isWatching(tab, username)
      await tab.visit()
      await tab.credits(credits - tipped - paid).waitFor()
      tab.isQuiet()
    },
  )

  it("a lost network is shown, and the room is there again with it, with what was said meanwhile", async () => {
    const { username, performerId } = await performer()
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await memberInRoom(site, visitor, 300, `/profile/${username}`)
    await isWatching(tab, username)
    await visitor.context.setOffline(true)
    await tab.shows(visitor.words.offline)
    await performerActs(site.world(), performerId, "say", "Ik ben er nog")
    await visitor.context.setOffline(false)
    await tab.page.getByText(visitor.words.offline).waitFor({ state: "detached" })
    await isWatching(tab, username)
    await log(tab).getByText("Ik ben er nog").waitFor()
    await write(tab, tab.words.say(m.chat_field_room), "Ik ook")
    await log(tab).getByText("Ik ook").waitFor()
    expect(await log(tab).getByText("Ik ben er nog").count()).toBe(1)
  })

  it.each(
    sampleOf([
      { locale: "nl", width: 390 },
      { locale: "en", width: 1_280 },
    ] as const),
  )(
    "everything can be reached by keyboard alone, with the focus in view: $locale, $width [CHAT-10, CHAT-23, CHAT-45]",
    async ({ locale, width }) => {
      const { username, performerId } = await performer()
      const visitor = await site.arrive({ locale, width, height: 844 })
      const { say } = visitor.words
      const tab = await memberInRoom(site, visitor, 1_000, `/profile/${username}`)
      await isWatching(tab, username)
      const keys = new Keyboard(tab.page)
      await keys.type(say(m.chat_field_room), "Hallo")
      await keys.enter()
      await log(tab).getByText("Hallo").waitFor()
      const kind = say(m.tip_wink)
      // The actions come before the conversation.
      const wink = say(m.tip_quick, { kind, credits: tab.words.credits(50) })
      if (width < 768) {
        await keys.pressBefore(say(m.tip_open))
        await keys.press(wink)
      } else await keys.pressBefore(wink)
      await tab.shows(say(m.tip_given, { credits: tab.words.credits(50) }))
      // What keeps the second press of a double one from a button below is seen by nobody.
      await tab.page.locator(".tips__shield").waitFor({ state: "detached" })
      await keys.press(say(m.vip_request))
      await tab.shows(say(m.vip_waiting, { name: username }))
      await performerActs(site.world(), performerId, "accept")
      await tab.shows(say(m.stream_in_vip, { name: username }))
      await keys.isSomewhere()
      await keys.press(say(m.vip_stop))
      const question = tab.page.getByRole("alertdialog")
      await question.waitFor()
      await keys.enter()
      await question.waitFor({ state: "detached" })
      await keys.isSomewhere()
      await keys.press(say(m.vip_stop))
      await tab.page.keyboard.press("Tab")
      await keys.enter()
      await tab.shows(say(m.receipt_title))
      await isWatching(tab, username)
      expect(keys.faults).toEqual([])
      tab.isQuiet()
    },
  )
})
