/**
 * A viewer's own camera through the whole site: the site in a browser with a fake camera, gateway, chat service,
 * media engine and the performer's desk.
 */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { openCameraBrowser } from "../support/browser.ts"
import { PICTURE_WORLD } from "../e2e/picture-scenes.ts"
import { freePerformers, memberInRoom } from "../e2e/room-scenes.ts"
import { testSite } from "../e2e/site.ts"
import { type Tab, Visitor } from "../e2e/visitor.ts"

const site = testSite(PICTURE_WORLD)
const performer = freePerformers(site)

let browser: Browser
const visitors: Array<Visitor> = []
beforeAll(async () => {
  browser = await openCameraBrowser()
})
afterEach(async ({ task }) => {
  for (const visitor of visitors.splice(0)) {
    if (task.result?.state === "fail") console.log(await visitor.showing())
    await visitor.close()
  }
})
afterAll(() => browser.close())

const WAIT = { timeout: 30_000, interval: 50 }

const arrive = async (width = 1_280) => {
  const visitor = await Visitor.arrive(site.world(), browser, { locale: "en", width, height: 844 })
  visitors.push(visitor)
  return visitor
}

/** The desk that has taken this performer over. */
const seated = async (username: string, performerId: string): Promise<Page> => {
  const { context, words } = await arrive()
  const page = await context.newPage()
  await page.goto(`${site.world().urls.desk ?? ""}/${performerId}?lang=en`)
  await page.getByRole("heading", { name: username }).waitFor()
  await page.getByRole("button", { name: words.say(m.desk_take_over) }).click()
  await page.getByRole("button", { name: words.say(m.desk_hand_back) }).waitFor()
  return page
}

const inPrivate = async (username: string, width?: number): Promise<Tab> => {
  const tab = await memberInRoom(site, await arrive(width), 600, `/profile/${username}`)
  await tab.press(m.stream_join_private)
  await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
  return tab
}

/** A page may request her picture at the moment she continues; it gets a 404. */
const isQuiet = ({ watched }: Tab) => {
  const isRefusal = (line: string) => /404 .*\/api\/rooms\/[^/]+\/watch\?/u.test(line)
  expect(watched.complaints().filter((line) => !isRefusal(line))).toEqual([])
}

const badge = (tab: Tab) =>
  tab.page.getByRole("complementary", { name: tab.words.say(m.camback_badge), exact: true })
const showsCamera = async (tab: Tab, username: string) => {
  await tab.press(m.camback_start)
  await tab.press(m.camback_go)
  await badge(tab)
    .getByText(tab.words.say(m.camback_seen, { name: username }))
    .waitFor(WAIT)
}

const picture = (desk: Page) => desk.locator("#cam-backs-list video")
const framesOf = (desk: Page) =>
  picture(desk).evaluate(
    (video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames,
  )
/** The fake camera's picture is green. */
const middleOf = (desk: Page) =>
  picture(desk).evaluate((video: HTMLVideoElement) => {
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
    const context = canvas.getContext("2d")
    context?.drawImage(video, 0, 0)
    const { data } = context?.getImageData(20, video.videoHeight / 2, 1, 1) ?? { data: [] }
    const [red = 0, green = 0, blue = 0] = data
    return green > red + 40 && green > blue + 40
  })
const sees = async (desk: Page) => {
  await picture(desk).waitFor(WAIT)
  await expect.poll(() => framesOf(desk), WAIT).toBeGreaterThan(5)
  expect(await middleOf(desk)).toBe(true)
}

describe("a viewer's own camera", () => {
  it("is seen at the desk and by nobody else, and one press ends it [CHAT-27]", async () => {
    const { username, performerId } = await performer()
    const desk = await seated(username, performerId)
    const tab = await inPrivate(username, 390)
    await showsCamera(tab, username)
    await sees(desk)
    // Another viewer of the room sees only the performer.
    const other = await inPrivate(username)
    await other.page.locator(".player video[data-shown=true]").waitFor(WAIT)
    expect(await other.page.locator("video").count()).toBe(1)
    const session = await picture(desk).evaluate((video) => video.id.replace("cam-back-video-", ""))
    // Their own visit may watch only her, whichever room the request names.
    const refused = await other.page.evaluate(
      async (room) => {
        const asked = performance.getEntriesByType("resource").map(({ name }) => new URL(name))
        const visit = asked
          .findLast(({ pathname }) => pathname.endsWith("/watch"))
          ?.searchParams.get("visit")
        const { status } = await fetch(`/api/rooms/${room}/watch?visit=${visit}`, {
          method: "POST",
          headers: { "X-Foldcast": "1", "Content-Type": "application/sdp" },
          body: "v=0",
        })
        return [typeof visit, status]
      },
      encodeURIComponent(`../camback/${session}`),
    )
    expect(refused).toEqual(["string", 404])
    await badge(tab)
      .getByRole("button", { name: tab.words.say(m.camback_stop_now) })
      .click()
    await badge(tab).waitFor({ state: "detached" })
    await picture(desk).waitFor({ state: "detached", ...WAIT })
    await tab.shows(tab.words.say(m.camback_off))
    isQuiet(tab)
  })

  it("is heard at the desk by one press, where it has sound", async () => {
    const { username, performerId } = await performer()
    const desk = await seated(username, performerId)
    const tab = await inPrivate(username)
    await tab.press(m.camback_start)
    await tab.page.getByText(tab.words.say(m.camback_sound)).click()
    await tab.press(m.camback_go)
    await badge(tab)
      .getByText(tab.words.say(m.camback_heard, { name: username }))
      .waitFor(WAIT)
    await sees(desk)
    const isMuted = () => picture(desk).evaluate((video: HTMLVideoElement) => video.muted)
    expect(await isMuted()).toBe(true)
    await desk.getByRole("button", { name: /^Turn on .+’s sound$/u }).click()
    expect(await isMuted()).toBe(false)
    await desk.getByRole("button", { name: /^Turn off .+’s sound$/u }).click()
    expect(await isMuted()).toBe(true)
    isQuiet(tab)
  })

  it("ends with the session, and where the performer ends it", async () => {
    const { username, performerId } = await performer()
    const desk = await seated(username, performerId)
    const tab = await inPrivate(username)
    await showsCamera(tab, username)
    await sees(desk)
    await desk.getByRole("button", { name: /^Turn off .+’s camera$/u }).click()
    await tab.shows(tab.words.say(m.camback_ended, { name: username }))
    await badge(tab).waitFor({ state: "detached" })
    await picture(desk).waitFor({ state: "detached", ...WAIT })
    await showsCamera(tab, username)
    await sees(desk)
    await tab.press(m.stream_leave_private)
    await badge(tab).waitFor({ state: "detached" })
    await picture(desk).waitFor({ state: "detached", ...WAIT })
    isQuiet(tab)
  })
})
