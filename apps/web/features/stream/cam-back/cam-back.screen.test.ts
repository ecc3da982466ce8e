/**
 * The visitor's own camera as its visitor meets it: asked for inside the press and seen before anything is sent, a sign
 * for as long as it runs, one press that ends it. The browser's cameras are made up.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import { isOnTop } from "../../../screens/on-top.fixture.ts"
import { MILA_ID as performerId } from "../../../screens/profile-pages.fixture.ts"
import type { WatchAnswer } from "../../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages } from "../../../screens/site-pages.fixture.ts"
import { openRoom, joinPaid, roomScript } from "../../../screens/stream-pages.fixture.ts"
import { member } from "../../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const badge = (page: Page) => page.getByRole("complementary", { name: "Je camera staat aan" })
/** In the badge's place, after an end. */
const told = (page: Page) => page.getByRole("complementary", { name: "Je camera staat uit." })
const preview = (page: Page) => page.getByRole("dialog").getByLabel("Je camera, in spiegelbeeld")
const sentOf = (tag: Command["_tag"]) =>
  pages.gateway.commands.filter(({ _tag }) => _tag === tag).length

/**
 * Keeps each track that the page is given, so that a test may ask whether its camera is on; asked while `refusal` names
 * an error, the browser fails with it.
 */
const KEEP_TRACKS = `
  globalThis.given = []
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    if (globalThis.refusal !== undefined) throw new DOMException("made up", globalThis.refusal)
    const stream = await ask(wanted)
    globalThis.given.push(...stream.getTracks())
    return stream
  }
`
const tracksOn = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { given: ReadonlyArray<MediaStreamTrack> }).given
      .filter(({ readyState }) => readyState === "live")
      .map(({ kind }) => kind),
  )

const answering = ({ _tag }: Command): ReadonlyArray<Event> | undefined => {
  if (_tag === "StartCamBack") return [{ _tag: "CamBackStarted", performerId }]
  return _tag === "StopCamBack" ? [{ _tag: "CamBackStopped", performerId }] : undefined
}

const NOBODY = () => Promise.resolve<WatchAnswer>({ status: 503 })
/** So that nothing but what a test does ends it. */
const STILL_CONNECTING = () => new Promise<WatchAnswer>(() => {})

const inPrivate = async (
  screen: Screen & {
    readonly answers?: typeof answering
    readonly refusal?: string
    readonly watch?: () => Promise<WatchAnswer>
  } = {},
): Promise<Page> => {
  const { answers = answering, refusal, watch = STILL_CONNECTING, ...given } = screen
  const cameras = { watch, end: () => Promise.resolve(true) }
  const page = await openRoom(pages, roomScript(member(), answers, { cameras }), {
    ...given,
    prepare: async (opened, context) => {
      await opened.addInitScript(KEEP_TRACKS)
      if (refusal !== undefined) await opened.addInitScript(`globalThis.refusal = "${refusal}"`)
      await screen.prepare?.(opened, context)
    },
  })
  await joinPaid(pages, page, "chat")
  await button(page, "Camera aanzetten").click()
  return page
}
const shown = async (page: Page) => {
  await button(page, "Start").click()
  await badge(page).waitFor()
  // It stands there before the room was told, which comes before whatever happens in it then.
  await pages.gateway.command("StartCamBack")
}

describe("the visitor's own camera", () => {
  it.each([
    { width: 390, scheme: "dark" },
    { width: 1_280, scheme: "light" },
  ] as const)(
    "is seen by the visitor alone before it is shown, at $width [CHAT-04]",
    async (screen) => {
      const page = await inPrivate(screen)
      await preview(page).waitFor()
      await page.getByText("Alleen Mila ziet je, andere kijkers niet.", { exact: false }).waitFor()
      expect(await tracksOn(page)).toEqual(["video"])
      await pages.expectSound(page)
      await page.getByLabel("Camera", { exact: true }).selectOption({ index: 1 })
      await preview(page).waitFor()
      await expect.poll(() => tracksOn(page)).toEqual(["video"])
      await button(page, "Annuleren").click()
      await page.getByRole("dialog").waitFor({ state: "detached" })
      expect(await tracksOn(page)).toEqual([])
      expect(sentOf("StartCamBack")).toBe(0)
      expect(pages.gateway.heard.some(({ url }) => url.includes("/cam-back"))).toBe(false)
      // Who closed it stands where they were.
      await page.waitForFunction(() => document.activeElement?.textContent === "Camera aanzetten")
    },
  )

  it("says on the narrowest phone whom it is shown to, beside its button", async () => {
    const page = await inPrivate({ width: 320 })
    await shown(page)
    const reach = await badge(page).evaluate((sign) => {
      const said = sign.querySelector("[role=status]")
      const stop = sign.querySelector("button")
      if (said === null || stop === null) return null
      // The longest name.
      said.textContent = "GoldenHorizonRiver ziet je"
      const text = document.createRange()
      text.selectNodeContents(said)
      return text.getBoundingClientRect().right <= stop.getBoundingClientRect().left
    })
    expect(reach).toBe(true)
  })

  it.each([
    { width: 390, scheme: "light" },
    { width: 1_280, scheme: "dark" },
  ] as const)(
    "shows a sign for as long as it runs, and one press ends it, at $width [CHAT-27]",
    async (screen) => {
      const page = await inPrivate(screen)
      await shown(page)
      expect(await pages.gateway.command("StartCamBack")).toEqual({
        _tag: "StartCamBack",
        performerId,
      })
      await badge(page).getByLabel("Je camera, in spiegelbeeld").waitFor()
      await pages.expectSound(page)
      // Where one reads on below the stream as well.
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
      const corner = page.getByRole("complementary", { name: "Stream van Mila" })
      await corner.waitFor()
      const [here, there] = [await badge(page).boundingBox(), await corner.boundingBox()]
      if (here === null || there === null) throw new Error("not on the screen")
      expect(here.y + here.height).toBeLessThanOrEqual(there.y)
      await pages.expectSound(page)
      await badge(page).getByRole("button", { name: "Stop camera" }).click()
      await badge(page).waitFor({ state: "detached" })
      expect(await tracksOn(page)).toEqual([])
      expect(await pages.gateway.command("StopCamBack")).toEqual({
        _tag: "StopCamBack",
        performerId,
      })
      await told(page).getByText("Je camera staat uit.").waitFor()
      expect(sentOf("StopCamBack")).toBe(1)
      await button(page, "Camera aanzetten").waitFor()
    },
  )

  it("stays within reach over a window and in full screen", async () => {
    const page = await inPrivate()
    await shown(page)
    await button(page, "Volledig scherm").focus()
    await button(page, "Volledig scherm").click()
    await page.waitForFunction(() => document.fullscreenElement !== null)
    await expect.poll(() => isOnTop(badge(page))).toBe(true)
    await button(page, "Sneltoetsen").focus()
    await button(page, "Sneltoetsen").click()
    // A window is no part of what fills the screen.
    await page.waitForFunction(() => document.fullscreenElement === null)
    await page.getByRole("dialog", { name: "Sneltoetsen" }).waitFor()
    await expect.poll(() => isOnTop(badge(page))).toBe(true)
    await pages.expectSound(page)
    await badge(page).getByRole("button", { name: "Stop camera" }).click()
    await badge(page).waitFor({ state: "detached" })
    expect(await tracksOn(page)).toEqual([])
  })

  it.each([
    { width: 320, height: 640 },
    { width: 768, height: 1_024 },
    { width: 1_280, height: 800 },
  ])(
    "shows a sign that covers no part of the player, in full screen neither, at $width",
    async (screen) => {
      const page = await inPrivate(screen)
      await shown(page)
      const covered = () =>
        page.evaluate(() => {
          const sign = document.querySelector(".cam-back-badge")?.getBoundingClientRect()
          const parts = [...document.querySelectorAll(".player > :not(.cam-back-badge)")]
          return parts
            .filter((part) => part.getBoundingClientRect().height > 0)
            .filter((part) => sign === undefined || part.getBoundingClientRect().top < sign.bottom)
            .map(({ className }) => className)
        })
      await page.evaluate(() => {
        scrollTo(0, 0)
      })
      await expect.poll(covered).toEqual([])
      await button(page, "Volledig scherm").focus()
      await button(page, "Volledig scherm").click()
      await page.waitForFunction(() => document.fullscreenElement !== null)
      await expect.poll(covered).toEqual([])
      await pages.expectSound(page)
    },
  )

  it("reports its end for some seconds, or until that is dismissed, and the focus stays", async () => {
    const page = await inPrivate({ clock: "runs" })
    await shown(page)
    await badge(page).getByRole("button", { name: "Stop camera" }).focus()
    await page.keyboard.press("Enter")
    await told(page).waitFor()
    // What has the focus stays.
    await page.clock.fastForward(60_000)
    const close = told(page).getByRole("button", { name: "Sluiten" })
    await close.and(page.locator(":focus")).press("Enter")
    await told(page).waitFor({ state: "detached" })
    const hasFocus = () => page.evaluate(() => document.activeElement?.matches(".stream"))
    await expect.poll(hasFocus).toBe(true)
    await button(page, "Camera aanzetten").click()
    await shown(page)
    pages.gateway.emit({ _tag: "CamBackStopped", performerId })
    await told(page).waitFor()
    await page.clock.fastForward(10_000)
    await told(page).waitFor({ state: "detached" })
  })

  it("sends sound only for a visitor who asks for it", async () => {
    const page = await inPrivate()
    await preview(page).waitFor()
    const sound = page.getByText("Mijn geluid meesturen")
    await sound.click()
    await expect.poll(() => tracksOn(page)).toEqual(["video", "audio"])
    await sound.click()
    await expect.poll(() => tracksOn(page)).toEqual(["video"])
  })

  it("says what to do where the browser may not use it, and tries again by a press", async () => {
    const page = await inPrivate({ refusal: "NotAllowedError" })
    const window = page.getByRole("dialog", { name: "Laat Mila je camera zien" })
    await window.getByText("Sta hem voor deze site toe", { exact: false }).waitFor()
    await pages.expectSound(page)
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "refusal"))
    await button(page, "Opnieuw proberen").click()
    await preview(page).waitFor()
  })

  it.each([
    ["NotFoundError", "We kunnen geen camera vinden."],
    ["NotReadableError", "Sluit het programma dat hem gebruikt"],
    ["UnknownError", "Je camera start niet."],
  ])("names the reason where it cannot be used: %s", async (refusal, text) => {
    const page = await inPrivate({ refusal })
    await page.getByRole("dialog").getByText(text, { exact: false }).waitFor()
    await pages.expectSound(page)
  })

  it("ends when the performer ends it, whichever way that is told [CHAT-27]", async () => {
    for (const end of ["CamBackStopRequested", "CamBackStopped"] as const) {
      const page = await inPrivate()
      await shown(page)
      pages.gateway.emit({ _tag: end, performerId })
      await badge(page).waitFor({ state: "detached" })
      await told(page)
        .getByRole("status")
        .filter({ hasText: "Mila heeft je camera uitgezet." })
        .waitFor()
      expect(await tracksOn(page)).toEqual([])
    }
  })

  it.each([
    ["is lost", [{ _tag: "RoomLeft", performerId, reason: "lost" }]],
    [
      "has no credits left",
      [
        { _tag: "Kicked", performerId, reason: "credits" },
        { _tag: "RoomLeft", performerId, reason: "kicked" },
      ],
    ],
    ["is followed by VIP", null],
  ] as const)("ends when the session %s", async (_, events) => {
    const page = await inPrivate()
    await shown(page)
    if (events === null) await joinPaid(pages, page, "vip")
    else pages.gateway.emitAll(events)
    await badge(page).waitFor({ state: "detached" })
    expect(await tracksOn(page)).toEqual([])
  })

  it("is off on another page of the site, which says so until one is back", async () => {
    const page = await inPrivate()
    await shown(page)
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    const corner = page.getByRole("complementary", { name: "Stream van Mila" })
    await corner.getByText("Je camera staat uit.").waitFor()
    expect(await tracksOn(page)).toEqual([])
    expect(await badge(page).count()).toBe(0)
    await pages.gateway.command("StopCamBack")
    await pages.expectSound(page)
    await corner.getByRole("link", { name: "Terug naar de stream" }).click()
    await button(page, "Camera aanzetten").waitFor()
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    await corner.getByText("Je zit in privé met Mila.").waitFor()
    expect(await corner.getByText("Je camera staat uit.").count()).toBe(0)
  })

  it("ends where the room does not accept it, and says so", async () => {
    const page = await inPrivate({
      answers: ({ _tag }) =>
        _tag === "StartCamBack"
          ? [{ _tag: "CamBackRefused", performerId, label: "chatNotStarted" }]
          : undefined,
    })
    await button(page, "Start").click()
    await told(page).getByText("Je kunt je camera alleen in privé of VIP aanzetten.").waitFor()
    expect(await tracksOn(page)).toEqual([])
    expect(await badge(page).count()).toBe(0)
  })

  it("reconnects where the engine cannot be reached, then says so and is off", async () => {
    const page = await inPrivate({ watch: NOBODY, clock: "runs" })
    await shown(page)
    await badge(page).getByText("Verbinding weg.", { exact: false }).waitFor()
    // How often, and how long after one another, cam-back-session.test.ts says.
    const isGivenUp = async () => {
      await page.clock.runFor(2_000)
      return told(page).getByText("De verbinding viel weg. Je camera staat uit.").isVisible()
    }
    await expect.poll(isGivenUp, { timeout: 20_000 }).toBe(true)
    expect(await tracksOn(page)).toEqual([])
    await pages.gateway.command("StopCamBack")
  })
})
