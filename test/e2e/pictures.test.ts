/**
 * Pictures through the whole site: chat service, gateway, media engine and a visitor's browser. Each performer's
 * drawn loop has a code in its corner, which identifies the room.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { pictureMoment } from "../media/picture-moment.ts"
import { STATUS } from "../support/demo-world.ts"
import { setStatus } from "../support/provider-state.ts"
import {
  cameraNumberOf,
  framesOf,
  isStill,
  loopNumberOf,
  moves,
  picture,
  PICTURE_WORLD,
  sitAtDesk,
  WAIT,
} from "./picture-scenes.ts"
import { freePerformers, isQuietButForItsPicture, isWatching, memberInRoom } from "./room-scenes.ts"
import { testSite } from "./site.ts"

const site = testSite(PICTURE_WORLD)
const performer = freePerformers(site)

const CORNER = ".mini-player video"

describe("a performer's picture", () => {
  it("moves for a guest, ends with free chat and is back with it, while a paying viewer goes on seeing her", async () => {
    const { username, performerId } = await performer()
    const guest = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const watching = await guest.openTab(guest.address(`/profile/${username}`))
    await moves(watching)
    const loop = loopNumberOf(performerId)
    await expect.poll(() => pictureMoment(picture(watching)), WAIT).toMatchObject({ loop })
    const visitor = await site.arrive({ locale: "en" })
    const paying = await memberInRoom(site, visitor, 400, `/profile/${username}`)
    await isWatching(paying, username)
    await paying.press(m.stream_join_private)
    await paying.shows(paying.words.say(m.stream_in_private, { name: username }))
    await moves(paying)
    await setStatus(site.world(), performerId, STATUS.live)
    await isStill(watching)
    await moves(paying)
    await expect.poll(() => pictureMoment(picture(paying)), WAIT).toMatchObject({ loop })
    await setStatus(site.world(), performerId, STATUS.free)
    await moves(watching)
    await paying.press(m.stream_leave_private)
    await isWatching(paying, username)
    await moves(paying)
    for (const tab of [watching, paying]) isQuietButForItsPicture(tab)
  })

  it("from the desk's camera is a still in the list when the pointer rests on her card, in free chat alone", async () => {
    const { performerId } = await performer()
    const desk = await sitAtDesk(site, { performerId })
    await desk.takeOver()
    const guest = await site.arrive({ locale: "nl" })
    const { page } = await guest.openTab(guest.address("/"))
    const card = page.locator(`[data-performer="${performerId}"]`)
    const still = card.locator("canvas[data-shown=true]")
    const shown = async () => ((await still.count()) === 0 ? undefined : pictureMoment(still))
    await card.hover()
    // Her loop as the demo has drawn it.
    await expect.poll(shown, WAIT).toMatchObject({ loop: loopNumberOf(performerId) })
    // A hidden tab shows no preview and requests no still.
    await desk.page.bringToFront()
    await desk.goLive()
    await page.bringToFront()
    await expect.poll(shown, WAIT).toMatchObject({ loop: cameraNumberOf(performerId) })
    await desk.page.bringToFront()
    await desk.page.locator("#switch-chat").click()
    await page.bringToFront()
    await still.waitFor({ ...WAIT, state: "detached" })
    // The last still of her free chat is served for up to one more second.
    const answer = () =>
      page.evaluate(
        async (path) => (await fetch(path)).status,
        `/api/performers/${performerId}/still`,
      )
    await expect.poll(answer, WAIT).toBe(204)
  })

  it("goes on with its sound and its meter while one looks around, over one connection, until it is closed [CHAT-13, CHAT-37]", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await memberInRoom(site, visitor, 400, `/profile/${username}`)
    await isWatching(tab, username)
    await tab.press(m.stream_join_private)
    await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
    await moves(tab)
    const asked: Array<string> = []
    tab.page.on("request", (request) => {
      if (/\/api\/(?:rooms|watching)\//u.test(request.url())) asked.push(request.url())
    })
    await tab.page.getByRole("link", { name: tab.words.say(m.profile_back_to_list) }).click()
    const corner = tab.page.getByRole("complementary", {
      name: tab.words.say(m.mini_player, { name: username }),
    })
    await tab.page.locator(".mini-player video[data-shown=true]").waitFor()
    const before = await framesOf(tab, CORNER)
    await expect.poll(() => framesOf(tab, CORNER), WAIT).toBeGreaterThan(before + 20)
    const cost = async () => (await corner.locator(".mini-player__cost").textContent()) ?? ""
    const shown = await cost()
    expect(shown).toMatch(/\d:\d\d · \d+\scredits? ≈\s€/u)
    await expect.poll(cost, WAIT).not.toBe(shown)
    expect(asked).toEqual([])
    await corner.getByRole("button", { name: tab.words.say(m.mini_leave_private) }).click()
    await corner.waitFor({ state: "detached" })
    await tab.page.getByText(/ is afgelopen: \d:\d\d, \d+\scredits? ≈\s€/u).waitFor()
    await expect.poll(() => asked.length, WAIT).toBe(1)
    tab.isQuiet()
  })

  it("plays and is charged for on where an extension puts a copy of the whole page in its place [HANDS-08]", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await memberInRoom(site, visitor, 400, `/profile/${username}`)
    await isWatching(tab, username)
    await tab.press(m.stream_join_private)
    await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
    await moves(tab)
    await tab.page.evaluate(() => {
      document.body.replaceWith(document.body.cloneNode(true))
    })
    await moves(tab)
    const meter = tab.page.getByLabel(tab.words.say(m.meter_label))
    const cost = async () => (await meter.textContent()) ?? ""
    const before = await cost()
    await expect.poll(cost, WAIT).not.toBe(before)
    expect(await tab.page.getByText(tab.words.say(m.picture_unseen_unpaid)).count()).toBe(0)
    await tab.press(m.stream_leave_private)
    await tab.page.locator(".receipt").waitFor()
  })

  it("comes back by itself after the media engine was away, and takes no free time meanwhile [CHAT-15]", async () => {
    const { username } = await performer()
    const guest = await site.arrive({ locale: "en" })
    const tab = await guest.openTab(guest.address(`/profile/${username}`))
    await moves(tab)
    await site.without("media", async () => {
      await tab.page
        .getByText(tab.words.say(m.picture_lost))
        .or(tab.page.getByText(tab.words.say(m.picture_broken)))
        // The chat service may have noticed first.
        .or(tab.page.getByText(tab.words.say(m.picture_absent)))
        .first()
        .waitFor()
      // Five seconds later no viewer's time is charged.
      await tab.page.getByText(tab.words.say(m.picture_absent_free)).waitFor()
    })
    await moves(tab)
  })
})
