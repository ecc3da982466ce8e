/** A performer publishes from the desk's page, in a real browser with a fake camera, and viewers see it. */
import { Logger } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { ENGINE_ADMIN_KEY, HOOK_KEY, mediaOf } from "@foldcast/backend/rest/cutting-engine.fixture"
import { startMedia } from "@foldcast/media/media"
import { mediaConfig } from "@foldcast/media/running-media.fixture"
import { accessibilityFindings } from "@foldcast/web/screens/accessibility.fixture"
import { freePort } from "@foldcast/foldcast/start/ports"
import { type TestDesks, testDesks } from "../desk/desk.fixture.ts"
import {
  CAMERA_FRAMES_PER_SECOND,
  openCameraBrowser,
  openContext,
  type WatchedPage,
  watchPage,
} from "../support/browser.ts"
import { type MediaPage, type PageHost, startPageHost } from "./media-page.ts"

let browser: Browser
let host: PageHost
let desks: TestDesks
let media: Awaited<ReturnType<typeof startMedia>>
/** On the same port each time. */
let startEngine: () => ReturnType<typeof startMedia>
let pages: Array<Page> = []

beforeAll(async () => {
  const port = await freePort("127.0.0.1")
  const engineUrl = `http://127.0.0.1:${port}`
  ;[browser, host, desks] = await Promise.all([
    openCameraBrowser(),
    startPageHost(),
    testDesks({ media: mediaOf(engineUrl) }, null, engineUrl),
  ])
  const { url } = desks.rooms
  const config = mediaConfig({
    MEDIA_PORT: String(port),
    MEDIA_ADMIN_KEY: ENGINE_ADMIN_KEY,
    MEDIA_AUTH_KEY: HOOK_KEY,
    MEDIA_AUTH_URL: `${url}/media/authorise`,
    MEDIA_EVENTS_URL: `${url}/media/events`,
  })
  startEngine = () => startMedia(config, Logger.layer([]))
  media = await startEngine()
})
afterEach(async () => {
  await Promise.all(pages.map((page) => page.context().close()))
  pages = []
})
afterAll(async () => {
  await browser.close()
  await media.close()
  await desks.close()
  await host.close()
})

const WAIT = { timeout: 30_000, interval: 50 }

/** A desk that has taken a performer over, with its camera in use. */
const seated = async () => {
  const { performerId } = await desks.rooms.performer()
  const context = await openContext(browser)
  const watched: WatchedPage = watchPage(await context.newPage())
  const { page } = watched
  pages.push(page)
  await page.goto(`${desks.url}/desk/${performerId}?lang=en`)
  await page.getByRole("button", { name: "Take over" }).click()
  await page.getByRole("button", { name: "Use camera and microphone" }).click()
  await page.getByText("Camera: ready").waitFor()
  return { performerId, path: `live/${performerId}`, page, complaints: watched.complaints }
}
const live = async () => {
  const desk = await seated()
  const lobby = await desks.rooms.lobby(desk.performerId)
  const { body } = await desks.rooms.watch(lobby, desk.performerId)
  await desk.page.getByRole("button", { name: "Go live" }).click()
  await lobby.until("video-available")
  return { ...desk, lobby, auth: body["auth"] }
}

const tokenOf = async (auth: unknown) =>
  String((await desks.rooms.call("POST", "/chat/watch", { body: { auth } })).body["token"])
const newPage = async () => {
  const page = await host.openPage(browser)
  pages.push(page.page)
  return page
}
const watching = async (path: string, auth: unknown) => {
  const viewer = await newPage()
  const opened = await viewer.watch("view", {
    url: `${media.url}/${path}/whep`,
    token: await tokenOf(auth),
  })
  expect(opened.status).toBe(201)
  return viewer
}
const framesOf = async (viewer: MediaPage) => (await viewer.seen("view")).frames
const seesMore = async (viewer: MediaPage, count: number) => {
  const before = await framesOf(viewer)
  await expect.poll(async () => (await framesOf(viewer)) - before, WAIT).toBeGreaterThan(count)
}
const previewed = (page: Page) =>
  page.locator("#preview").evaluate(
    (video) =>
      (
        video as unknown as {
          getVideoPlaybackQuality: () => { readonly totalVideoFrames: number }
        }
      ).getVideoPlaybackQuality().totalVideoFrames,
  )
/** One second, measured in frames of the camera's own preview. */
const aSecondOf = async (page: Page) => {
  const before = await previewed(page)
  await expect
    .poll(async () => (await previewed(page)) - before, WAIT)
    .toBeGreaterThanOrEqual(CAMERA_FRAMES_PER_SECOND)
}

describe("a performer at the desk", () => {
  it("goes live with camera and microphone, and a viewer sees and hears it", async () => {
    const { path, page, auth, complaints } = await live()
    const viewer = await watching(path, auth)
    await seesMore(viewer, 10)
    await expect.poll(async () => (await viewer.seen("view")).audioBytes, WAIT).toBeGreaterThan(500)
    await page.getByText("You’re live.").waitFor()
    await page.getByText("This room has live video").waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    const level = page.getByRole("meter")
    await expect
      .poll(() => level.evaluate((meter) => (meter as unknown as { value: number }).value), WAIT)
      .toBeGreaterThan(0)
    // The viewers' picture appears by itself.
    await expect
      .poll(
        () =>
          page
            .locator("#seen")
            .evaluate((seen) => (seen as unknown as { videoWidth: number }).videoWidth),
        WAIT,
      )
      .toBeGreaterThan(0)
    expect(complaints()).toEqual([])
    // The page contains neither the engine's token nor its address.
    expect(await page.content()).not.toMatch(/Bearer|eyJ/u)
  })

  it("cuts picture and sound with one key, but not from a field", async () => {
    const { path, page, auth, lobby } = await live()
    const viewer = await watching(path, auth)
    await seesMore(viewer, 5)
    await page.locator("#text").focus()
    await page.keyboard.press("F9")
    await seesMore(viewer, 5)
    // After a choice of camera the key cuts as it does elsewhere.
    await page.getByText("Camera settings").click()
    await page.getByRole("combobox", { name: "Camera", exact: true }).focus()
    await page.keyboard.press("F9")
    await aSecondOf(page)
    const frames = await framesOf(viewer)
    await aSecondOf(page)
    expect(await framesOf(viewer)).toBe(frames)
    await lobby.until("video-denied")
    await page.getByText("Video and sound are off.").waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    // It resumes on request, and the keyboard focus is on the button that stops it.
    await page.getByRole("button", { name: "Go live" }).press("Enter")
    expect(await page.evaluate("document.activeElement.id")).toBe("stop-live")
    await page.getByText("You’re live.").waitFor()
  })

  it("is cut when the desk hands her back, and when its page is gone", async () => {
    const first = await live()
    await first.page.getByRole("button", { name: "Hand back" }).click()
    await first.lobby.until("video-denied")
    const second = await live()
    await second.page.close()
    await second.lobby.until("video-denied")
  })

  it("is live again by itself once the engine is, and says meanwhile that it is not", async () => {
    const { path, page, auth } = await live()
    await page.getByText("You’re live.").waitFor()
    const again = page.getByText("The video isn’t arriving.")
    await media.close()
    await again.waitFor()
    expect(await page.getByRole("button", { name: "Go live" }).isDisabled()).toBe(true)
    expect(await accessibilityFindings(page)).toEqual([])
    media = await startEngine()
    await page.getByText("You’re live.").waitFor()
    await page.getByText("This room has live video").waitFor()
    const viewer = await watching(path, auth)
    await seesMore(viewer, 10)
    // A press while the engine is away also ends it.
    await media.close()
    await again.waitFor()
    await page.getByRole("button", { name: /^Stop video/u }).click()
    await page.getByText("Video and sound are off.").waitFor()
    media = await startEngine()
    await page.getByText("Nothing is published").waitFor()
    expect(await page.getByRole("button", { name: "Go live" }).isEnabled()).toBe(true)
  })

  it("waits for the engine from the first press on, where it cannot be reached", async () => {
    const { page } = await seated()
    await media.close()
    await page.getByRole("button", { name: "Go live" }).click()
    await page.getByText("The video isn’t arriving.").waitFor()
    media = await startEngine()
    await page.getByText("You’re live.").waitFor()
  })

  it("is seen by another camera as soon as it is chosen, over the same connection", async () => {
    const { path, page, auth } = await live()
    const viewer = await watching(path, auth)
    await seesMore(viewer, 10)
    const device = () =>
      page.locator("#preview").evaluate(
        (video) =>
          (
            video as unknown as {
              srcObject: { getVideoTracks: () => ReadonlyArray<{ label: string }> }
            }
          ).srcObject.getVideoTracks()[0]?.label,
      )
    const before = await device()
    const offers: Array<string> = []
    page.on("request", (request) => {
      if (request.url().endsWith("/camera/publish")) offers.push(request.url())
    })
    await page.getByText("Camera settings").click()
    await page.getByRole("combobox", { name: "Camera", exact: true }).selectOption({ index: 2 })
    await expect.poll(device, WAIT).not.toBe(before)
    await seesMore(viewer, CAMERA_FRAMES_PER_SECOND)
    expect(offers).toEqual([])
    await page.getByText("You’re live.").waitFor()
  })

  it("is warned before its page is left while it is live", async () => {
    const { page } = await live()
    await page.getByText("You’re live.").waitFor()
    const asked = page.waitForEvent("dialog")
    const leaving = page.getByRole("link", { name: "Back to the performers" }).click()
    const dialog = await asked
    expect(dialog.type()).toBe("beforeunload")
    await dialog.dismiss()
    await leaving
    await page.getByText("You’re live.").waitFor()
  })
})

describe("a program with a performer's stream key", () => {
  it("publishes at her address alone, until the key is revoked", async () => {
    const { page } = await seated()
    const other = await seated()
    await page.getByText("Publish with a program").click()
    await page.getByRole("button", { name: "New key" }).click()
    const field = page.getByLabel("Key, shown only now")
    await field.waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    const token = await field.inputValue()
    const url = await page.getByLabel("Address", { exact: true }).inputValue()
    const program = await newPage()
    const at = (address: string) => program.publish("obs", { url: address, token })
    expect(await at(`${media.url}/${other.path}/whip`)).toMatchObject({ status: 403 })
    expect(await at(url)).toMatchObject({ status: 201 })
    await page.getByText("This room has live video").waitFor()
    await page.reload()
    expect(await page.content()).not.toContain(token)
    await page.getByText("Publish with a program").click()
    await page.getByRole("button", { name: "Revoke the key" }).click()
    await page.getByText("There’s no key").waitFor()
    await page.getByText("Nothing is published").waitFor()
    expect(await at(url)).toMatchObject({ status: 403 })
  })

  it("takes over from the desk's camera, which does not take back", async () => {
    const { page, path, auth } = await live()
    await page.getByText("You’re live.").waitFor()
    await page.getByText("Publish with a program").click()
    await page.getByRole("button", { name: "New key" }).click()
    const field = page.getByLabel("Key, shown only now")
    await field.waitFor()
    const program = await newPage()
    const obs = { url: `${media.url}/${path}/whip`, token: await field.inputValue() }
    expect(await program.publish("obs", obs)).toMatchObject({ status: 201 })
    await page.getByText("A program is publishing it, with your key.").waitFor()
    await page.getByText("You’re no longer live").waitFor()
    const viewer = await watching(path, auth)
    await seesMore(viewer, CAMERA_FRAMES_PER_SECOND)
    expect(await program.state("obs")).toBe("connected")
    expect(await page.getByRole("button", { name: "Go live" }).isEnabled()).toBe(true)
    expect(await accessibilityFindings(page)).toEqual([])
  })
})
