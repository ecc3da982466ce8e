/**
 * Every end of a room, with a gateway that follows a script: what is said of it, the next step at one press, and that
 * nothing said before comes back; and what a room offers where she is with somebody else, or is not there.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import type { KickReason } from "@foldcast/contracts/stream/room"
import { m } from "@foldcast/messages/messages"
import { MILA_ID as performerId } from "../../screens/profile-pages.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import {
  joinPaid,
  openRoom,
  paidSession,
  paidTimeCharged,
  paidTimeStarted,
  roomScript,
  said,
} from "../../screens/stream-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()
const NL = { locale: "nl" } as const
const name = "Mila"

const button = (page: Page, label: string) => page.getByRole("button", { name: label, exact: true })
const player = (page: Page) => page.locator(".player")
const controls = (page: Page) => page.getByRole("group", { name: m.stream_controls({}, NL) })
const watching = (page: Page) =>
  player(page).getByRole("status").getByText(m.stream_watching({ name }, NL))
const watchAgain = (page: Page) =>
  player(page).getByRole("button", { name: m.stream_watch_again({}, NL) })
const seeLive = (page: Page) => player(page).getByRole("link", { name: m.stream_see_live({}, NL) })

const kicked = (reason: KickReason): ReadonlyArray<Event> => [
  { _tag: "Kicked", performerId, reason },
  { _tag: "RoomLeft", performerId, reason: "kicked" },
]
const ranOut = (mode: "chat" | "vip"): ReadonlyArray<Event> => [
  {
    _tag: "PaidTimeEnded",
    ...paidSession(mode),
    credits: 40,
    seconds: 10,
    reason: "credits",
    movementIds: ["tr_one"],
  },
  ...kicked("credits"),
]
/** VIP that ran out of credits on another page, with its window closed. */
const endedElsewhere = async (screen: Screen = {}) => {
  const page = await openRoom(pages, roomScript(member("nl", 40)), screen)
  await joinPaid(pages, page, "vip", [
    paidTimeStarted("vip"),
    paidTimeCharged(40, 10, { mode: "vip" }),
  ])
  await page.getByRole("link", { name: "Terug naar de lijst" }).click()
  const corner = page.locator(".mini-player")
  await corner.getByText(m.stream_in_vip({ name }, NL)).waitFor()
  pages.gateway.emitAll(ranOut("vip"))
  await page
    .getByRole("dialog")
    .getByRole("button", { name: m.no_credits_later({}, NL) })
    .click()
  return { page, corner }
}
const showEnds: ReadonlyArray<Event> = [
  { _tag: "RoomModeSwitched", performerId, mode: "offline" },
  { _tag: "RoomClosed", performerId },
]

describe("the end of a room", () => {
  it.each(["chat", "vip"] as const)(
    "for want of credits in %s leads to free chat at one press, once its window and its receipt are closed [CHAT-18, CHAT-41]",
    async (mode) => {
      const page = await openRoom(pages, roomScript(member("nl", 40)), { width: 390 })
      await joinPaid(pages, page, mode, [paidTimeStarted(mode), paidTimeCharged(40, 10, { mode })])
      pages.gateway.emitAll(ranOut(mode))
      await page
        .getByRole("dialog")
        .getByRole("button", { name: m.no_credits_later({}, NL) })
        .click()
      await page
        .locator(".receipt")
        .getByRole("button", { name: m.receipt_close({}, NL) })
        .click()
      await page.locator(".receipt").waitFor({ state: "detached" })
      await player(page)
        .getByRole("button", { name: m.stream_buy({}, NL) })
        .waitFor()
      // The receipt was scrolled to, and what lies behind the header then is measured as a target of its rest.
      await page.evaluate(() => {
        scrollTo(0, 0)
      })
      await pages.expectSound(page)
      await watchAgain(page).click()
      await watching(page).waitFor()
      expect(await player(page).getByText(m.stream_ended_credits({}, NL)).count()).toBe(0)
    },
  )

  it("leads back to watching, to a message, or to who else is live, whatever it was [CHAT-18]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    for (const reason of [
      "duplicate_session",
      "paused",
      "silent",
      "restarted",
      "default",
      "host_left",
      "vip_started",
    ] as const) {
      await watching(page).waitFor()
      pages.gateway.emitAll(kicked(reason))
      await watchAgain(page).waitFor()
      const message = player(page).getByRole("link", { name: m.vip_kicked_message({}, NL) })
      expect(await message.count()).toBe(reason === "vip_started" ? 1 : 0)
      await watchAgain(page).click()
    }
    await watching(page).waitFor()
    pages.gateway.emitAll(kicked("kicked"))
    await player(page).getByText(m.stream_ended_kicked({ name }, NL)).waitFor()
    await pages.expectSound(page)
    await seeLive(page).click()
    await page.waitForURL((url) => url.pathname === "/")
  })

  it("leads into the room anew where her profile is opened again, by itself", async () => {
    const { page, corner } = await endedElsewhere()
    await corner.getByText(m.stream_ended_credits({}, NL)).waitFor()
    await corner.getByRole("link", { name: m.mini_back({}, NL) }).click()
    await watching(page).waitFor()
  })

  it.each([{ width: 390 }, { width: 1_280 }])(
    "that comes on another page has its next steps there too, at $width [CHAT-41]",
    async (screen) => {
      const { page, corner } = await endedElsewhere(screen)
      await corner.getByRole("button", { name: m.stream_buy({}, NL) }).waitFor()
      await pages.expectSound(page)
      await corner.getByRole("button", { name: m.stream_watch_again({}, NL) }).click()
      await corner.getByText(m.stream_watching({ name }, NL)).waitFor()
      expect(await page.evaluate(() => document.activeElement?.className)).toBe("mini-player")
    },
  )

  it("with her show is told as that, in VIP too, and leads to who else is live [ERR-21]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await joinPaid(pages, page, "vip", [
      paidTimeStarted("vip"),
      ...showEnds,
      { _tag: "VipDisconnected", performerId },
      { _tag: "RoomLeft", performerId, reason: "lost" },
    ])
    const ended = player(page).getByText(m.stream_ended_host({ name }, NL))
    await ended.waitFor()
    await page.getByRole("log").getByText(m.line_room_closed({ name }, NL)).waitFor()
    expect(await page.getByText(m.line_host_left({ name }, NL)).count()).toBe(0)
    expect(pages.gateway.commands.filter(({ _tag }) => _tag === "JoinRoom")).toHaveLength(2)
  })

  it("by a reload is told once, and not again after the next receipt", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await joinPaid(pages, page, "chat", [paidTimeStarted(), paidTimeCharged(10, 0)])
    await page.locator(".meter").waitFor()
    await page.reload()
    const cutShort = page.getByText(m.receipt_cut_short({}, NL), { exact: false })
    await cutShort.waitFor()
    await controls(page).waitFor()
    await joinPaid(pages, page, "chat", [
      paidTimeStarted(),
      paidTimeCharged(10, 0),
      {
        _tag: "PaidTimeEnded",
        ...paidSession(),
        credits: 3,
        seconds: 3,
        reason: "left",
        movementIds: [],
      },
      { _tag: "RoomLeft", performerId, reason: "lost" },
    ])
    await page
      .locator(".receipt")
      .getByRole("button", { name: m.receipt_close({}, NL) })
      .click()
    await page.locator(".receipt").waitFor({ state: "detached" })
    expect(await cutShort.count()).toBe(0)
  })
})

describe("a room in VIP", () => {
  const count = (page: Page, formatted: string) =>
    page
      .locator(".player__facts")
      .getByText(m.stream_members({ count: Number(formatted), formatted }, NL), {
        exact: true,
      })

  it("counts one who watches: for who is in it, and for who stands before the blurred picture", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await count(page, "12").waitFor()
    await joinPaid(pages, page, "vip")
    await player(page).getByText(m.stream_in_vip({ name }, NL)).waitFor()
    // As a service tells it that counts whoever is in the room, and of a guest who comes.
    pages.gateway.emitAll([
      { _tag: "RoomMembersListed", performerId, count: 2, nicknames: ["noor", "sam"] },
      { _tag: "RoomMemberJoined", performerId, nickname: "anon1234567" },
    ])
    await count(page, "1").waitFor()
    const outside = await openRoom(pages, roomScript(guest(), undefined, { freeSecondsLeft: 300 }))
    pages.gateway.emit({ _tag: "RoomModeSwitched", performerId, mode: "vip" })
    await player(outside).getByText(m.stream_vip_elsewhere({ name }, NL)).waitFor()
    await count(outside, "1").waitFor()
  })

  it("with somebody else says before the press that it takes no tips, and takes them afterwards", async () => {
    const page = await openRoom(pages, roomScript(member()))
    pages.gateway.emit({ _tag: "RoomModeSwitched", performerId, mode: "vip" })
    const bar = page.getByRole("group", { name: m.tip_bar({}, NL) })
    const closed = page
      .locator(".room-notes")
      .getByRole("status")
      .getByText(m.tip_closed_vip({ name }, NL))
    await closed.waitFor()
    const wink = bar.getByRole("button", { name: "knipoog, 50 credits" })
    const more = bar.getByRole("button", { name: m.tip_more({}, NL) })
    for (const one of [wink, more]) {
      expect(await one.getAttribute("aria-disabled")).toBe("true")
      await one.dispatchEvent("click")
    }
    await pages.expectSound(page)
    expect(await page.getByRole("dialog").count()).toBe(0)
    expect(pages.gateway.commands.filter(({ _tag }) => _tag === "SendTip")).toEqual([])
    pages.gateway.emit({ _tag: "RoomModeSwitched", performerId, mode: "free" })
    await closed.waitFor({ state: "detached" })
    await expect.poll(() => wink.getAttribute("aria-disabled")).not.toBe("true")
    await wink.click()
    expect(await pages.gateway.command("SendTip")).toMatchObject({ amount: 50 })
  })

  it("that began as a tip was on its way refuses it with a word, and says that nothing was charged [ERR-34]", async () => {
    const page = await openRoom(
      pages,
      roomScript(member(), ({ _tag }) =>
        _tag === "SendTip"
          ? [{ _tag: "TipRefused", performerId, label: "performerBusy" }]
          : undefined,
      ),
    )
    await page.getByRole("button", { name: "knipoog, 50 credits" }).click()
    await page.getByText(m.tip_refused_busy({ name }, NL)).waitFor()
    await pages.expectSound(page)
  })
})

describe("a room that she has left", () => {
  it("looks offline: nobody is counted, no tip and no message is taken, and it leads to who is live [ERR-21]", async () => {
    const page = await openRoom(pages, roomScript(member()), { width: 390 })
    const field = page.getByRole("textbox", { name: m.chat_field_room({}, NL) })
    const tips = page.getByRole("group", { name: m.tip_bar({}, NL) })
    await field.waitFor()
    await tips.waitFor()
    pages.gateway.emitAll([said("1", "Dag allemaal"), ...showEnds])
    await page.getByText(m.chat_closed_offline({ name }, NL)).waitFor()
    await tips.waitFor({ state: "detached" })
    expect(await field.count()).toBe(0)
    expect(await controls(page).getByText(/kijk/u).count()).toBe(0)
    expect(await player(page).getByText(m.stream_no_picture({}, NL)).count()).toBe(0)
    for (const gone of [m.stream_join_private({}, NL), m.vip_request({}, NL)]) {
      expect(await button(page, gone).count()).toBe(0)
    }
    await seeLive(page).waitFor()
    await page.getByRole("log").getByText("Dag allemaal").waitFor()
    await pages.expectSound(page)
    pages.gateway.emit({ _tag: "RoomModeSwitched", performerId, mode: "free" })
    await field.waitFor()
    await tips.waitFor()
  })
})

describe("a connection that is back", () => {
  it.each([
    { what: "nothing", events: [], text: m.connection_back({}, NL) },
    {
      what: "what was said",
      events: [said("m1", "Ik ben er nog"), said("m2", "Jij ook?")],
      text: m.connection_caught_up({ count: 2 }, NL),
    },
  ])("says that $what was missed in a room that was entered anew", async ({ events, text }) => {
    const page = await openRoom(pages, roomScript(member()))
    pages.gateway.cut()
    await button(page, m.connection_retry_now({}, NL)).waitFor()
    pages.gateway.emitAll([
      { _tag: "SourceInterrupted", source: "chat-socket" },
      ...events,
      { _tag: "RoomModeSwitched", performerId, mode: "free" },
      { _tag: "VideoAvailable", performerId },
      { _tag: "RoomMembersListed", performerId, count: 11, nicknames: ["noor", "sam"] },
      { _tag: "SourceRestored", source: "chat-socket" },
    ])
    pages.gateway.mend()
    await page.getByText(text, { exact: true }).waitFor()
  })
})
