/**
 * The stream box's moving picture: the built site in a real browser before a gateway that follows a script, with
 * a real engine behind it.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "@foldcast/web/screens/profile-pages.fixture"
import { type Screen, sitePages } from "@foldcast/web/screens/site-pages.fixture"
import { openRoom, roomOpened, roomScript } from "@foldcast/web/screens/stream-pages.fixture"
import { member } from "@foldcast/web/screens/visit-facts.fixture"
import { pictureMoment } from "./picture-moment.ts"
import { PicturesBehindGateway } from "./pictures-behind-gateway.ts"
import { REFUSE_AUTOPLAY } from "./refused-autoplay.ts"

const pages = sitePages()
const pictures = new PicturesBehindGateway()
beforeAll(() => pictures.start())
beforeEach(() => {
  pictures.forget()
})
afterAll(() => pictures.stop())

const AVAILABLE: Event = { _tag: "VideoAvailable", performerId }
const DENIED: Event = { _tag: "VideoDenied", performerId }
const WAIT = { timeout: 30_000, interval: 50 }

const openWithPicture = async (screen: Screen = {}, locale: "en" | "nl" = "nl"): Promise<Page> => {
  const page = await openRoom(pages, roomScript(member(locale), undefined, { pictures }), {
    ...screen,
    path: locale === "nl" ? "/profile/Mila" : "/en/profile/Mila",
  })
  pages.gateway.emit(AVAILABLE)
  return page
}

const stage = (page: Page) => page.locator(".player")
const picture = (page: Page) => stage(page).locator("video")
const button = (page: Page, name: string) => stage(page).getByRole("button", { name, exact: true })

/** Since its element began to show them. */
const framesOf = (page: Page, of = ".player video"): Promise<number> =>
  page
    .locator(of)
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
const seesMore = async (page: Page, count: number, of?: string): Promise<void> => {
  const before = await framesOf(page, of)
  await expect.poll(() => framesOf(page, of), WAIT).toBeGreaterThanOrEqual(before + count)
}
const plays = async (page: Page): Promise<void> => {
  await stage(page).locator("video[data-shown=true]").waitFor()
  await seesMore(page, 3)
}

const momentOf = (page: Page) => pictureMoment(picture(page))

const soundOf = (page: Page) =>
  picture(page).evaluate((video: HTMLVideoElement) => ({
    muted: video.muted,
    volume: video.volume,
  }))

describe("the moving picture", () => {
  it("shows what the engine sends, without sound until that is turned on", async () => {
    const page = await openWithPicture()
    await plays(page)
    await expect.poll(() => momentOf(page), WAIT).toMatchObject({ loop: 3 })
    expect(await soundOf(page)).toEqual({ muted: true, volume: 1 })
    await pages.expectSound(page)
    await button(page, "Zet geluid aan").click()
    await pages.gateway.fact("Unmuted")
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: false })
    await button(page, "Zet geluid aan").waitFor({ state: "detached" })
    await seesMore(page, 3)
    await stage(page).getByRole("slider", { name: "Volume" }).fill("40")
    await expect.poll(() => soundOf(page)).toEqual({ muted: false, volume: 0.4 })
    await button(page, "Geluid uit").click()
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: true })
    expect(pictures.answered).toEqual([201])
    expect(await page.getByText("Beeld en geluid volgen", { exact: false }).count()).toBe(0)
  })

  it("ends at once where it is denied, over a blurred still", async () => {
    const page = await openWithPicture()
    await plays(page)
    pages.gateway.emitAll([
      { _tag: "RoomModeSwitched", performerId, mode: "chat" },
      { _tag: "FreeChatStopped", performerId },
      DENIED,
    ])
    await picture(page).waitFor({ state: "detached" })
    await stage(page).and(page.locator("[data-curtain=true]")).waitFor()
    await expect.poll(() => pictures.ended.length, WAIT).toBe(1)
    await expect.poll(() => pictures.viewers(), WAIT).toBe(0)
    await pages.expectSound(page)
    pages.gateway.emitAll([
      { _tag: "RoomModeSwitched", performerId, mode: "free" },
      { _tag: "FreeChatStarted", performerId },
      AVAILABLE,
    ])
    await plays(page)
    expect(pictures.answered).toEqual([201, 201])
  })

  it("begins anew in another mode, and ends with the room", async () => {
    const page = await openWithPicture()
    await plays(page)
    pages.gateway.emitAll(roomOpened("chat"))
    await expect.poll(() => pictures.answered, WAIT).toEqual([201, 201])
    await expect.poll(() => pictures.ended.length, WAIT).toBe(1)
    await plays(page)
    pages.gateway.emitAll([{ _tag: "Kicked", performerId, reason: "default" }])
    await picture(page).waitFor({ state: "detached" })
    await expect.poll(() => pictures.ended.length, WAIT).toBe(2)
  })

  it("tells the gateway as the page goes", async () => {
    const page = await openWithPicture()
    await plays(page)
    await page.goto(`${pages.gateway.origin}/blank`)
    await expect.poll(() => pictures.ended.length, WAIT).toBe(1)
  })

  it("waits to be told where there is nothing to see yet", async () => {
    pictures.instead = { status: 404 }
    const page = await openWithPicture()
    await stage(page).getByText("Er is nu geen beeld.").waitFor()
    pictures.instead = null
    pages.gateway.emit(AVAILABLE)
    await plays(page)
    expect(pictures.answered).toEqual([404, 201])
  })

  it("says so where this browser cannot show it", async () => {
    pictures.instead = { status: 406 }
    const page = await openWithPicture()
    await stage(page).getByText("Je browser kan dit beeld niet afspelen.").waitFor()
    await pages.expectSound(page, [/406/u])
  })

  it("says that nothing comes, tries again by itself, and in the end waits for a press", async () => {
    pictures.instead = { status: 503 }
    const page = await openRoom(pages, roomScript(member(), undefined, { pictures }), {
      prepare: (opened) => opened.clock.install(),
    })
    pages.gateway.emit(AVAILABLE)
    const status = stage(page).getByRole("status")
    await status.getByText("Het beeld is weg. We proberen het opnieuw …").waitFor()
    await page.clock.runFor(20_000)
    await status.getByText("Stream gestopt.").waitFor()
    // How often, and how long after one another, picture-plan.test.ts says.
    expect(pictures.answered.length).toBeGreaterThan(1)
    expect(pictures.answered.length).toBeLessThanOrEqual(6)
    await pages.expectSound(page, [/503/u])
    pictures.instead = null
    await button(page, "Opnieuw proberen").click()
    await plays(page)
  })

  it("comes back where the engine was gone", async () => {
    const page = await openWithPicture()
    await plays(page)
    await pictures.stop()
    const status = stage(page).getByRole("status")
    await status.getByText("Even wachten op het beeld …").waitFor()
    await status.getByText("Het beeld is weg. We proberen het opnieuw …").waitFor()
    await pictures.start()
    await plays(page)
    await status.getByText("Het beeld is weg.", { exact: false }).waitFor({ state: "detached" })
  })

  it("waits for a press where the browser does not let it begin", async () => {
    const page = await openRoom(pages, roomScript(member(), undefined, { pictures }), {
      prepare: (opened) => opened.addInitScript(REFUSE_AUTOPLAY),
    })
    pages.gateway.emit(AVAILABLE)
    const play = button(page, "Afspelen")
    await play.waitFor()
    await pages.expectSound(page)
    await play.click()
    await plays(page)
    await play.waitFor({ state: "detached" })
  })

  it("stays a still at a service that tells of no picture", async () => {
    const page = await openRoom(pages, roomScript(member(), undefined, { pictures }))
    await stage(page).getByText("Beeld en geluid volgen", { exact: false }).waitFor()
    expect(pictures.answered).toEqual([])
  })

  it.each([{ width: 390 }, { width: 1_280 }])(
    "moves in the corner too, where only the player is heard, at $width",
    async ({ width }) => {
      const page = await openWithPicture({ width })
      await plays(page)
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
      const corner = ".mini-player video"
      await page.locator(`${corner}[data-shown=true]`).waitFor()
      await seesMore(page, 3, corner)
      const isMuted = await page.locator(corner).evaluate((video: HTMLVideoElement) => video.muted)
      expect(isMuted).toBe(true)
      await pages.expectSound(page)
      expect(pictures.answered).toEqual([201])
    },
  )
})

describe("the player's keys", () => {
  const isTheatre = (page: Page) =>
    page.evaluate(() => document.documentElement.dataset["theatre"] === "on")

  it("turn sound, full screen and theatre on and off, and list themselves", async () => {
    const page = await openWithPicture({ width: 1_280 })
    await plays(page)
    await page.keyboard.press("m")
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: false })
    await page.keyboard.press("m")
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: true })
    await page.keyboard.press("f")
    await page.waitForFunction(() => document.fullscreenElement?.matches(".player") === true)
    await page.keyboard.press("f")
    await page.waitForFunction(() => document.fullscreenElement === null)
    await page.keyboard.press("t")
    await page.waitForFunction(() => document.documentElement.dataset["theatre"] === "on")
    await page.getByRole("complementary", { name: /Mila/u }).waitFor({ state: "hidden" })
    await page.getByRole("log").waitFor()
    await pages.expectSound(page)
    await page.keyboard.press("t")
    await page.waitForFunction(() => document.documentElement.dataset["theatre"] === undefined)
    await page.keyboard.press("?")
    const list = page.getByRole("dialog", { name: "Sneltoetsen" })
    await list.getByText("Geluid aan of uit").waitFor()
    await pages.expectSound(page)
    // While it is open they are not the player's.
    await page.keyboard.press("m")
    await page.keyboard.press("t")
    await page.keyboard.press("Escape")
    await list.waitFor({ state: "detached" })
    expect(await soundOf(page)).toMatchObject({ muted: true })
    expect(await isTheatre(page)).toBe(false)
  })

  it("are letters in a field, and can be turned off", async () => {
    const page = await openWithPicture({ width: 1_280 })
    await plays(page)
    const field = page.getByRole("textbox", { name: "Je bericht aan iedereen" })
    await field.click()
    await page.keyboard.type("mft?")
    expect(await field.inputValue()).toBe("mft?")
    expect(await soundOf(page)).toMatchObject({ muted: true })
    expect(await isTheatre(page)).toBe(false)
    await button(page, "Sneltoetsen").click()
    const list = page.getByRole("dialog", { name: "Sneltoetsen" })
    await list.getByText("Sneltoetsen gebruiken").click()
    await page.keyboard.press("Escape")
    await list.waitFor({ state: "detached" })
    await page.keyboard.press("t")
    await button(page, "Theaterstand").click()
    // The press alone counted: both would have undone each other.
    await page.waitForFunction(() => document.documentElement.dataset["theatre"] === "on")
    expect(pages.gateway.facts.some(({ _tag }) => _tag === "Unmuted")).toBe(false)
  })

  it("have no theatre on a narrower screen", async () => {
    const page = await openWithPicture({ width: 1_024 })
    await plays(page)
    await page.keyboard.press("t")
    await page.keyboard.press("m")
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: false })
    expect(await isTheatre(page)).toBe(false)
    expect(await button(page, "Theaterstand").count()).toBe(0)
  })
})
