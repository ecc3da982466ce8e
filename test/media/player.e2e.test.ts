/**
 * The player's moving picture: the built site in a real browser before a scripted gateway, with a real engine
 * behind it.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "@foldcast/web/screens/profile-pages.fixture"
import { type Screen, sitePages } from "@foldcast/web/screens/site-pages.fixture"
import {
  cutOverPicture,
  joinPaid,
  openRoom,
  roomScript,
} from "@foldcast/web/screens/stream-pages.fixture"
import { guest, member } from "@foldcast/web/screens/visit-facts.fixture"
import { pictureMoment } from "./picture-moment.ts"
import { PicturesBehindGateway } from "./pictures-behind-gateway.ts"
import { REFUSE_AUTOPLAY } from "./refused-autoplay.ts"

type PictureMeasured = ClientFactOf<"PictureMeasured">

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
/** The controls fade while nothing moves, but not those that have the focus. */
const pressControl = async (page: Page, name: string): Promise<void> => {
  await button(page, name).focus()
  await button(page, name).click()
}

/** Counted since the element began to show them. */
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
    await pressControl(page, "Geluid aanzetten")
    await pages.gateway.fact("Unmuted")
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: false })
    await button(page, "Geluid aanzetten").waitFor({ state: "detached" })
    await seesMore(page, 3)
    await stage(page).getByRole("slider", { name: "Volume" }).fill("40")
    await expect.poll(() => soundOf(page)).toEqual({ muted: false, volume: 0.4 })
    await pressControl(page, "Geluid uit")
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: true })
    expect(pictures.answered).toEqual([201])
    expect(await page.getByText("Beeld en geluid komen eraan", { exact: false }).count()).toBe(0)
  })

  it("covers itself with nothing in a viewport too small for it: the sound's button stands below it [DISPLAY-02]", async () => {
    const page = await openWithPicture({ width: 320, height: 400 })
    await plays(page)
    await button(page, "Geluid aan").waitFor()
    expect(await cutOverPicture(page)).toEqual([])
  })

  it.each([
    { width: 320, locale: "nl" },
    { width: 390, locale: "en" },
    { width: 768, locale: "en" },
    { width: 1_024, locale: "nl" },
  ] as const)(
    "keeps its buttons inside of its column, at $width in $locale",
    async ({ width, locale }) => {
      const script = roomScript(guest(locale), undefined, { pictures, freeSecondsLeft: 600 })
      const path = locale === "nl" ? "/profile/Mila" : "/en/profile/Mila"
      const page = await openRoom(pages, script, { width, path })
      pages.gateway.emit(AVAILABLE)
      await plays(page)
      const outside = await stage(page).evaluate((player) => {
        const edges = [".stream", ".actions"].map(
          (part) => document.querySelector(part)?.getBoundingClientRect().right ?? 0,
        )
        return [player, ...player.querySelectorAll("button, input")].flatMap((part) =>
          part.getBoundingClientRect().right > Math.min(...edges) + 1
            ? [part.ariaLabel ?? part.className]
            : [],
        )
      })
      expect(outside).toEqual([])
    },
  )

  it("offers sound below the place of a face, and over nothing that is read or pressed, in every size", async () => {
    const script = roomScript(guest("nl"), undefined, { pictures, freeSecondsLeft: 600 })
    const page = await openRoom(pages, script, { width: 320, height: 640 })
    pages.gateway.emit(AVAILABLE)
    await plays(page)
    await button(page, "Geluid aanzetten").waitFor()
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [768, 1_024],
      [1_280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      const hidden = await stage(page).evaluate((player) => {
        const boxOf = (part: Element) => part.getBoundingClientRect()
        const sound = player.querySelector(".player__sound")
        if (sound === null) return ["no offer"]
        const { left, right, top, bottom } = boxOf(sound)
        const picture = boxOf(player.querySelector(".stage-box__picture") ?? player)
        const face = picture.top + picture.height * 0.75
        const others = document.querySelectorAll(
          ".player :is(button:not(.player__sound), a, input, .player__facts > *), .performer-nav :is(a, button, h1)",
        )
        const under = [...others].filter((part) => {
          const box = boxOf(part)
          const isBeside = box.right <= left || box.left >= right
          return !(isBeside || box.bottom <= top || box.top >= bottom)
        })
        return [
          ...(top < face ? [`a face: ${top} above ${face}`] : []),
          ...(left < picture.left || bottom > picture.bottom ? ["beyond the picture"] : []),
          ...under.map((part) => part.ariaLabel ?? part.className),
        ]
      })
      expect({ width, hidden }).toEqual({ width, hidden: [] })
    }
  })

  it("has buttons that show their names when the pointer rests on them", async () => {
    const page = await openWithPicture()
    await plays(page)
    for (const name of ["Minder data: stilstaande beelden", "Beeld in beeld", "Volledig scherm"]) {
      await page.getByTitle(name).getByRole("button", { name, exact: true }).waitFor()
    }
  })

  it("ends at once where it is denied, over a blurred poster", async () => {
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
    await joinPaid(pages, page, "chat")
    await expect.poll(() => pictures.answered, WAIT).toEqual([201, 201])
    await expect.poll(() => pictures.ended.length, WAIT).toBe(1)
    await plays(page)
    pages.gateway.emitAll([
      // After an end without a specific reason the visitor watches free again, with the picture.
      { _tag: "Kicked", performerId, reason: "kicked" },
      { _tag: "RoomLeft", performerId, reason: "kicked" },
    ])
    await picture(page).waitFor({ state: "detached" })
    await expect.poll(() => pictures.ended.length, WAIT).toBe(2)
  })

  it("tells the gateway of its end as the page is left", async () => {
    const page = await openWithPicture()
    await plays(page)
    await page.goto(`${pages.gateway.origin}/blank`)
    await expect.poll(() => pictures.ended.length, WAIT).toBe(1)
  })

  it("goes on from page to page over the same connection, is heard there, and comes back", async () => {
    const page = await openWithPicture()
    await plays(page)
    await pressControl(page, "Geluid aanzetten")
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: false })
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    const corner = ".mini-player video"
    await page.locator(`${corner}[data-shown=true]`).waitFor()
    await seesMore(page, 10, corner)
    const cornerSound = () =>
      page.locator(corner).evaluate((video: HTMLVideoElement) => video.muted)
    expect(await cornerSound()).toBe(false)
    await page.locator(".mini-player").getByRole("button", { name: "Geluid uit" }).click()
    await expect.poll(cornerSound).toBe(true)
    // Opens another page of the site, then the profile again.
    await page.getByRole("link", { name: "Privacyverklaring" }).first().click()
    await page.getByRole("heading", { level: 1 }).waitFor()
    await seesMore(page, 3, corner)
    await page.getByRole("link", { name: "Terug naar de stream" }).click()
    await plays(page)
    await page.locator(".mini-player").waitFor({ state: "detached" })
    expect(pictures.answered).toEqual([201])
    expect(pictures.ended).toEqual([])
    // The previous test's page may still be closing.
    await expect.poll(() => pictures.viewers(), WAIT).toBe(1)
    await pages.expectSound(page)
  })

  it("ends with the room that is closed in its corner", async () => {
    const page = await openRoom(
      pages,
      roomScript(
        member(),
        ({ _tag }) =>
          _tag === "LeaveRoom"
            ? [{ _tag: "RoomLeft", performerId, reason: "requested" }]
            : undefined,
        { pictures },
      ),
    )
    pages.gateway.emit(AVAILABLE)
    await plays(page)
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    await page.getByRole("button", { name: "Kamer verlaten" }).click()
    await page.locator(".mini-player").waitFor({ state: "detached" })
    await expect.poll(() => pictures.ended.length, WAIT).toBe(1)
    await expect.poll(() => pictures.viewers(), WAIT).toBe(0)
  })

  it("logs its state and its quality, without an address", async () => {
    const page = await openWithPicture()
    await plays(page)
    expect(await pages.gateway.fact("PictureStateChanged")).toEqual({
      _tag: "PictureStateChanged",
      state: "playing",
    })
    const measured = () => pages.gateway.facts.find(({ _tag }) => _tag === "PictureMeasured")
    await expect.poll(measured, WAIT).toMatchObject({ width: 480, height: 360 })
    const { framesPerSecond, kilobitsPerSecond } = measured() as PictureMeasured
    // A slow machine shows fewer frames, so the test requires only more than zero.
    expect(framesPerSecond).toBeGreaterThan(0)
    expect(kilobitsPerSecond).toBeGreaterThan(0)
  })

  it("is heard where the sound is turned on, also where it had been turned down to nothing", async () => {
    const page = await openWithPicture()
    await plays(page)
    await stage(page).getByRole("slider", { name: "Volume" }).fill("40")
    await expect.poll(() => soundOf(page)).toEqual({ muted: false, volume: 0.4 })
    await stage(page).getByRole("slider", { name: "Volume" }).fill("0")
    await pressControl(page, "Geluid aanzetten")
    await expect.poll(() => soundOf(page)).toEqual({ muted: false, volume: 0.5 })
    await page.keyboard.press("m")
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: true })
    await stage(page).getByRole("slider", { name: "Volume" }).fill("0")
    expect(await soundOf(page)).toMatchObject({ muted: true })
    await page.keyboard.press("m")
    await expect.poll(() => soundOf(page)).toEqual({ muted: false, volume: 0.5 })
  })

  it("is silent where its sound is denied, also in the corner, and heard again with it", async () => {
    const page = await openWithPicture()
    await plays(page)
    await pressControl(page, "Geluid aanzetten")
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: false })
    pages.gateway.emit({ _tag: "AudioDenied", performerId })
    await expect.poll(() => soundOf(page)).toMatchObject({ muted: true })
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    const corner = page.locator(".mini-player video[data-shown=true]")
    await corner.waitFor()
    const isSilent = () => corner.evaluate((video: HTMLVideoElement) => video.muted)
    expect(await isSilent()).toBe(true)
    pages.gateway.emit({ _tag: "AudioAvailable", performerId })
    await expect.poll(isSilent).toBe(false)
  })

  it("shows captions where it has any, on and off by button and key", async () => {
    const page = await openWithPicture()
    await plays(page)
    expect(await button(page, "Ondertiteling").count()).toBe(0)
    await page.keyboard.press("c")
    const mode = () =>
      picture(page).evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode ?? "none")
    await picture(page).evaluate((video: HTMLVideoElement) => {
      video.addTextTrack("captions", "Nederlands", "nl").addCue(new VTTCue(0, 3_600, "Hallo"))
    })
    await button(page, "Ondertiteling").waitFor()
    await expect.poll(mode).toBe("disabled")
    await pressControl(page, "Ondertiteling")
    await expect.poll(mode).toBe("showing")
    await pages.expectSound(page)
    await page.keyboard.press("c")
    await expect.poll(mode).toBe("disabled")
  })

  it("is put into a window of its own and back by its button", async () => {
    const page = await openWithPicture()
    await plays(page)
    const isApart = () =>
      picture(page).evaluate((video) => document.pictureInPictureElement === video)
    expect(await isApart()).toBe(false)
    await pressControl(page, "Beeld in beeld")
    await expect.poll(isApart).toBe(true)
    await seesMore(page, 5)
    await pressControl(page, "Beeld in beeld")
    await expect.poll(isApart).toBe(false)
    await pages.expectSound(page)
  })

  it("waits to be told where there is nothing to see yet", async () => {
    pictures.instead = { status: 404 }
    const page = await openWithPicture()
    await stage(page).getByText("Er is nu geen beeld.").waitFor()
    pictures.instead = null
    pages.gateway.emit(AVAILABLE)
    await plays(page)
    // The requests come with the join and after the notice that there is a picture.
    expect(pictures.answered).toEqual([404, 404, 201])
  })

  it("says so where this browser cannot show it, and reports it [ERR-23]", async () => {
    pictures.instead = { status: 406 }
    const page = await openWithPicture()
    await stage(page).getByText("Je browser kan dit beeld niet afspelen.").waitFor()
    expect(await pages.gateway.command("ReportPlayerFailure")).toEqual({
      _tag: "ReportPlayerFailure",
      performerId,
      failure: "notPlayable",
    })
    // The log's copy of the failure does not show the message a second time.
    pages.gateway.emit({ _tag: "PlayerFailed", performerId, code: "notPlayable" })
    pages.gateway.emit({ _tag: "AudioDenied", performerId })
    await stage(page).getByText("Er is geen geluid beschikbaar.").waitFor()
    expect(
      await stage(page)
        .getByText(/niet afspelen/u)
        .count(),
    ).toBe(1)
    await pages.expectSound(page, [/406/u])
    // The message disappears when nothing is left to play.
    pages.gateway.emitAll([{ _tag: "RoomModeSwitched", performerId, mode: "vip" }, DENIED])
    await stage(page).and(page.locator("[data-curtain=true]")).waitFor()
    await stage(page)
      .getByText(/niet afspelen/u)
      .waitFor({ state: "detached" })
  })

  it("says that nothing comes, tries again by itself, and in the end waits for a press", async () => {
    pictures.instead = { status: 503 }
    const page = await openRoom(pages, roomScript(member(), undefined, { pictures }), {
      prepare: (opened) => opened.clock.install(),
    })
    pages.gateway.emit(AVAILABLE)
    const status = stage(page).getByRole("status")
    await status.getByText("Nog geen beeld.", { exact: false }).waitFor()
    await page.clock.runFor(20_000)
    await status.getByText("Geen verbinding met het beeld.").waitFor()
    await page.clock.runFor(2_000)
    expect(await pages.gateway.command("ReportPlayerFailure")).toMatchObject({
      failure: "noConnection",
    })
    // The number and the intervals of the retries are tested in video-connection-state.test.ts.
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
    await status.getByText("Even wachten op het beeld…").waitFor()
    await status.getByText("Het beeld is weg. We proberen het opnieuw…").waitFor()
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

  it("is not played again where it has ended, which Firefox pauses by itself, and tries to reconnect [SHOWN-04]", async () => {
    const page = await openWithPicture()
    await plays(page)
    const stream = await picture(page).evaluateHandle(
      ({ srcObject }: HTMLVideoElement) => srcObject,
    )
    await picture(page).evaluate((video: HTMLVideoElement) => {
      for (const track of (video.srcObject as MediaStream).getTracks()) track.stop()
      Object.defineProperty(video, "ended", { value: true })
      video.dispatchEvent(new globalThis.Event("pause"))
    })
    // Missing frames are detected: another session is opened.
    await expect
      .poll(
        () =>
          page.evaluate((before) => {
            const { srcObject } = document.querySelector<HTMLVideoElement>(".player video") ?? {}
            return srcObject instanceof MediaStream && srcObject !== before
          }, stream),
        WAIT,
      )
      .toBe(true)
    expect(await button(page, "Afspelen").count()).toBe(0)
  })

  it("stays a poster at a service that announces no picture", async () => {
    const page = await openRoom(pages, roomScript(member(), undefined, { pictures }))
    await stage(page).getByText("Beeld en geluid komen eraan", { exact: false }).waitFor()
    expect(await picture(page).count()).toBe(0)
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
    await page.waitForFunction(() => document.fullscreenElement?.matches(".stage") === true)
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
    // While the window is open the keys do not control the player.
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
    await pressControl(page, "Sneltoetsen")
    const list = page.getByRole("dialog", { name: "Sneltoetsen" })
    await list.getByText("Sneltoetsen gebruiken").click()
    await page.keyboard.press("Escape")
    await list.waitFor({ state: "detached" })
    await page.keyboard.press("t")
    await pressControl(page, "Theaterstand")
    // Only the click counted: a click and a key together would undo each other.
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
