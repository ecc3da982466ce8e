/**
 * Live rooms from end to end: a guest who reads, a member who writes, tips, pays by the second and gets the
 * receipt, two people in one room, VIP to its end, and a performer who leaves.
 */
import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD, STATUS } from "../support/demo-world.ts"
import { performerActs, setStatus } from "../support/provider-state.ts"
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
import type { Tab } from "./visitor.ts"

describe("live rooms", () => {
  const site = testSite(HELD_WORLD)
  const performer = freePerformers(site)

  it("are watched free by a guest on a phone, who reads what a member writes and registers to write too [CHAT-10, CHAT-12, CHAT-15, CHAT-17, CHAT-44]", async () => {
    const { username } = await performer()
    const guest = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const reading = await guest.openTab(guest.address(`/profile/${username}`))
    await isWatching(reading, username)
    await reading.page
      .getByText(/gratis$/u)
      .first()
      .waitFor()
    const visitor = await site.arrive({ locale: "en" })
    const writing = await memberInRoom(site, visitor, 300, `/profile/${username}`)
    await isWatching(writing, username)
    await write(writing, writing.words.say(m.chat_field_room), "Hello, everybody")
    await log(writing).getByText("Hello, everybody").waitFor()
    await log(reading).getByText("Hello, everybody").waitFor()
    await reading.shows(reading.words.say(m.chat_guests_read))
    await reading.press(m.stream_create_account)
    await reading.dialog.getByLabel(reading.words.email).waitFor()
    for (const tab of [reading, writing]) tab.isQuiet()
  })

  it("cost what they say, by the second, and end with a receipt [CHAT-10, CHAT-12, CHAT-13, CHAT-53]", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await memberInRoom(site, visitor, 300, `/profile/${username}`)
    await isWatching(tab, username)
    await tab.press(m.stream_join_private)
    await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
    await tab.credits(290).waitFor()
    await write(tab, tab.words.say(m.chat_field, { name: username }), "Alleen voor jou")
    await log(tab).getByText("Alleen voor jou").waitFor()
    // The demo performer answers by herself.
    await log(tab).locator("[data-host]").first().waitFor()
    await tab.press(m.stream_leave_private)
    const receipt = tab.page.getByRole("status").filter({ hasText: tab.words.say(m.receipt_title) })
    await receipt.waitFor()
    await isWatching(tab, username)
    await tab.page.getByLabel(tab.words.say(m.meter_label)).waitFor({ state: "detached" })
    const [, cost] = await receipt.locator("dd").allTextContents()
    const credits = Number(/^\d+/u.exec(cost ?? "")?.[0] ?? 0)
    await tab.credits(300 - credits).waitFor()
    tab.isQuiet()
  })

  it("take tips by kind and thank for them, once however often they are pressed [CHAT-09, CHAT-45, CHAT-50]", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
    const tab = await memberInRoom(site, visitor, 500, `/profile/${username}`)
    await isWatching(tab, username)
    await seeTips(tab)
    const kiss = tipButton(tab, "kiss", 150)
    await kiss.dblclick()
    await tab.shows(tab.words.say(m.tip_given, { credits: tab.words.credits(150) }))
    await log(tab)
      .getByText(/sent a kiss/u)
      .waitFor()
    await log(tab).locator("[data-host]").first().waitFor()
    expect(
      await log(tab)
        .getByText(/sent a kiss/u)
        .count(),
    ).toBe(1)
    tab.isQuiet()
  })

  it("are listed in the account's history as one session with its total, beside the tip, and in its file", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "en" })
    const tab = await memberInRoom(site, visitor, 400, `/profile/${username}`)
    await isWatching(tab, username)
    await tab.press(m.stream_join_private)
    await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
    await tab.credits(390).waitFor()
    await seeTips(tab)
    await tipButton(tab, "wink", 50).click()
    await tab.shows(tab.words.say(m.tip_given, { credits: tab.words.credits(50) }))
    await tab.credits(330).waitFor()
    await tab.press(m.stream_leave_private)
    const receipt = tab.page.getByRole("status").filter({ hasText: tab.words.say(m.receipt_title) })
    await receipt.waitFor()
    const [, cost] = await receipt.locator("dd").allTextContents()
    const credits = Number(/^\d+/u.exec(cost ?? "")?.[0] ?? 0)
    expect(credits).toBeGreaterThan(0)
    await receipt.locator("summary").click()
    const ids = await receipt.locator("code").allTextContents()
    expect(ids.length).toBeGreaterThan(0)
    await receipt.getByRole("link", { name: tab.words.say(m.receipt_history) }).click()
    const table = tab.page.getByRole("table", { name: tab.words.say(m.credits_table) })
    const session = table.getByRole("row", { name: tab.words.say(m.credits_session_chat) })
    await session.waitFor()
    const amount = (sum: number) =>
      expect.stringMatching(new RegExp(`^-${String(sum)}(?!\\d)`, "u")) as string
    expect(await session.getByRole("cell").allTextContents()).toContainEqual(amount(credits))
    await session.getByRole("button").click()
    for (const id of ids) await table.getByText(id, { exact: true }).waitFor()
    const tip = table.getByRole("row", { name: tab.words.say(m.credits_to, { name: username }) })
    expect(await tip.getByRole("cell").allTextContents()).toContainEqual(amount(50))
    const [download] = await Promise.all([
      tab.page.waitForEvent("download"),
      tab.page.getByRole("link", { name: tab.words.say(m.credits_download) }).click(),
    ])
    expect(download.suggestedFilename()).toBe("credits.csv")
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n")
    for (const id of ids) expect(lines.filter((line) => line.includes(`"${id}"`))).toHaveLength(1)
    const amounts = lines.slice(1).map((line) => Number(/,(-?\d+),\d+,/u.exec(line)?.[1]))
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(400 - 50 - credits)
    tab.isQuiet()
  })

  it("belong to one viewer in VIP, who alone is counted and tips, from the request to the end [CHAT-10, CHAT-21, CHAT-22, CHAT-23, CHAT-24, CHAT-54]", async () => {
    const { username, performerId } = await performer()
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await memberInRoom(site, visitor, 1_000, `/profile/${username}`)
    await isWatching(tab, username)
    const guest = await site.arrive({ locale: "en" })
    const blurred = await guest.openTab(guest.address(`/profile/${username}`))
    const counts = async (shown: Tab, count: number) =>
      shown.page
        .locator(".player__facts")
        .getByText(shown.words.say(m.stream_members, { count, formatted: `${count}` }))
        .waitFor()
    for (const shown of [tab, blurred]) await counts(shown, 2)
    await tab.press(m.vip_request)
    await tab.shows(tab.words.say(m.vip_waiting, { name: username }))
    await performerActs(site.world(), performerId, "accept")
    await tab.shows(tab.words.say(m.stream_in_vip, { name: username }))
    await blurred.shows(blurred.words.say(m.tip_closed_vip, { name: username }))
    for (const shown of [tab, blurred]) await counts(shown, 1)
    await write(tab, tab.words.say(m.chat_field, { name: username }), "Alleen wij")
    // A message with its sender was confirmed by the service; a pending one has none.
    await log(tab).locator("[data-own]:has(.chat__from)").getByText("Alleen wij").waitFor()
    await tab.credits(960).waitFor()
    await tab.press(m.vip_stop)
    const question = tab.page.getByRole("alertdialog")
    await question.getByRole("button", { name: tab.words.say(m.vip_stop), exact: true }).click()
    await tab.page.getByText(tab.words.say(m.receipt_title)).waitFor()
    for (const shown of [tab, blurred]) {
      await isWatching(shown, username)
      await counts(shown, 2)
      shown.isQuiet()
    }
  })

  it("close where the performer leaves, and say so [CHAT-20, ERR-21]", async () => {
    const { username, performerId } = await performer()
    const visitor = await site.arrive({ locale: "en" })
    const tab = await memberInRoom(site, visitor, 300, `/profile/${username}`)
    await isWatching(tab, username)
    await setStatus(site.world(), performerId, STATUS.live)
    await tab.shows(tab.words.say(m.stream_free_off, { name: username }))
    await setStatus(site.world(), performerId, STATUS.offline)
    await tab.shows(tab.words.say(m.stream_offline, { name: username }))
    await log(tab)
      .getByText(tab.words.say(m.line_room_closed, { name: username }))
      .waitFor()
    await tab.shows(tab.words.say(m.chat_closed_offline, { name: username }))
    const lost = log(tab).getByText(tab.words.say(m.line_host_left, { name: username }))
    expect(await lost.count()).toBe(0)
    tab.isQuiet()
  })
})
