/** Stills in the player: where the moving picture is not wanted or cannot come, and never of what is not free. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "../../../screens/profile-pages.fixture.ts"
import type { GatewayScript } from "../../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages, variants } from "../../../screens/site-pages.fixture.ts"
import { drawnStill, RED_STILL } from "../../../screens/still.fixture.ts"
import {
  cutOverPicture,
  joinPaid,
  openRoom,
  roomScript,
} from "../../../screens/stream-pages.fixture.ts"
import { guest, member } from "../../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const AVAILABLE: Event = { _tag: "VideoAvailable", performerId }
const DENIED: Event = { _tag: "VideoDenied", performerId }

const TEXTS = {
  nl: {
    path: "/profile/Mila",
    less: "Minder data: stilstaande beelden",
    every: "Stilstaand beeld, elke 2 seconden",
    label: "Stilstaand beeld van Mila, elke 2 seconden",
    video: "Video tonen",
  },
  en: {
    path: "/en/profile/Mila",
    less: "Less data: still images",
    every: "Still image, every 2 seconds",
    label: "Still image of Mila, every 2 seconds",
    video: "Show video",
  },
} as const
const { nl } = TEXTS
/** What a gateway without pictures answers who wants to watch. */
const NOTHING_TO_SEE = [/404/u]

const asked = () => pages.gateway.queries.filter((path) => path.endsWith("/still"))
/** But for what is asked with the join, before anybody knows what there is to see. */
const watched = () =>
  pages.gateway.heard.filter(({ url }) => url.includes("/watch?") && !url.includes("joining=1"))
    .length
const kept = (page: Page) => page.evaluate(() => localStorage.getItem("lessData"))
const player = (page: Page) => page.locator(".player")
const canvas = (page: Page) => player(page).locator("canvas")
const button = (page: Page, name: string) => player(page).getByRole("button", { name, exact: true })

const open = async (
  script: Partial<GatewayScript> = {},
  screen: Screen = {},
  locale: "nl" | "en" = "nl",
  events = guest(locale),
) => {
  const { path } = TEXTS[locale]
  const page = await openRoom(pages, roomScript(events, undefined, script), {
    ...screen,
    path,
  })
  pages.gateway.emit(AVAILABLE)
  return page
}
const withLessData = async (
  script: Partial<GatewayScript> = {},
  events = guest(),
  screen: Screen = {},
) => {
  const page = await open(script, screen, "nl", events)
  await button(page, nl.less).click()
  await page.getByText(nl.every).waitFor()
  return page
}

describe("stills in the player", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [
        { width: 390, scheme: "light", locale: "en" },
        { width: 1_280, scheme: "dark", locale: "nl" },
      ],
    ),
  )(
    "replace video by choice, which the browser keeps, until video is wanted again, at $width in $scheme, $locale",
    async ({ locale, ...screen }) => {
      const texts = TEXTS[locale]
      const page = await open({}, screen, locale)
      await expect.poll(watched).toBe(1)
      expect(asked()).toEqual([])
      await button(page, texts.less).click()
      const still = player(page).getByRole("img", { name: texts.label })
      await still.waitFor()
      expect(await drawnStill(still)).toBe("red")
      await page.getByText(texts.every).waitFor()
      expect(asked()[0]).toBe(`/api/performers/${performerId}/still`)
      expect(await kept(page)).toBe("on")
      await pages.expectSound(page, NOTHING_TO_SEE)
      // And the next one.
      await expect.poll(() => asked().length, { timeout: 15_000 }).toBeGreaterThan(1)
      expect(watched()).toBe(1)
      await button(page, texts.video).click()
      await canvas(page).waitFor({ state: "detached" })
      await expect.poll(watched).toBe(2)
      expect(await kept(page)).toBe("off")
    },
  )

  it("replace video by themselves where the browser asks for less data, without a connection", async () => {
    const saving = `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`
    const page = await open({}, { prepare: (page) => page.addInitScript(saving) })
    await canvas(page).and(page.locator("[data-shown=true]")).waitFor()
    await button(page, nl.video).waitFor()
    expect(watched()).toBe(0)
    expect(await kept(page)).toBeNull()
    await pages.expectSound(page)
  })

  it("replace video where the browser has no WebRTC", async () => {
    const page = await open(
      {},
      { prepare: (page) => page.addInitScript("delete globalThis.RTCPeerConnection") },
    )
    await canvas(page).and(page.locator("[data-shown=true]")).waitFor()
    await page.getByText("Je browser kan dit beeld niet afspelen.").waitFor()
    await page.getByText(nl.every).waitFor()
    expect(await button(page, nl.video).count()).toBe(0)
    await pages.expectSound(page)
  })

  it.each([352, 500])(
    "are announced in full in little room, and scroll with the page, at 320 by %s [DISPLAY-01, DISPLAY-02]",
    async (height) => {
      const page = await withLessData({}, guest(), { width: 320, height })
      await button(page, nl.video).waitFor()
      expect(await cutOverPicture(page)).toEqual([])
      // As high as it is, it would be in the way of what stands below it.
      expect(await player(page).evaluate((part) => getComputedStyle(part).position)).toBe(
        "relative",
      )
    },
  )

  it("disappear the moment that free chat ends, and return with it", async () => {
    const page = await withLessData()
    await canvas(page).waitFor()
    pages.gateway.emitAll([
      { _tag: "RoomModeSwitched", performerId, mode: "vip" },
      { _tag: "FreeChatStopped", performerId },
      DENIED,
    ])
    await canvas(page).waitFor({ state: "detached" })
    expect(await page.getByText(nl.every).count()).toBe(0)
    pages.gateway.emitAll([
      { _tag: "RoomModeSwitched", performerId, mode: "free" },
      { _tag: "FreeChatStarted", performerId },
      AVAILABLE,
    ])
    await canvas(page).waitFor()
  })

  it.each(["chat", "vip"] as const)(
    "give way to the moving picture where it is paid for: %s",
    async (mode) => {
      const page = await withLessData({}, member())
      const before = watched()
      await joinPaid(pages, page, mode, [AVAILABLE])
      await expect.poll(watched).toBeGreaterThan(before)
      // It is asked for as soon as the state says so, and drawn some frames later.
      await canvas(page).waitFor({ state: "detached" })
      await button(page, nl.less).waitFor({ state: "detached" })
      await pages.expectSound(page, NOTHING_TO_SEE)
      pages.gateway.emit({ _tag: "RoomLeft", performerId, reason: "lost" })
      await expect.poll(() => pages.gateway.commands.at(-1)).toMatchObject({ mode: "free" })
      const asked = watched()
      pages.gateway.emit(AVAILABLE)
      await page.getByText(nl.every).waitFor()
      expect(watched()).toBe(asked)
    },
  )

  it("are without sound: no button and no key offers any", async () => {
    const page = await open()
    await button(page, "Geluid aan").waitFor()
    await button(page, nl.less).click()
    await page.getByText(nl.every).waitFor()
    expect(await button(page, "Geluid aan").count()).toBe(0)
    await page.keyboard.press("m")
    await button(page, nl.video).click()
    await button(page, "Geluid aan").waitFor()
  })

  it("are in the small player too where the stream is out of view", async () => {
    const page = await withLessData()
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    const corner = page.getByRole("complementary", { name: "Stream van Mila" })
    await corner.getByRole("img", { name: nl.label }).waitFor()
    await corner.getByText(nl.every).waitFor()
    expect(await corner.getByRole("button", { name: "Geluid aan" }).count()).toBe(0)
    await pages.expectSound(page, NOTHING_TO_SEE)
  })

  it("leave the poster where none comes, until one does", async () => {
    let answers = 0
    const page = await withLessData({ stills: () => ((answers += 1) > 1 ? RED_STILL : null) })
    await expect.poll(() => asked().length).toBe(1)
    expect(await canvas(page).getAttribute("data-shown")).not.toBe("true")
    expect(await player(page).getByRole("img", { name: nl.label }).count()).toBe(0)
    await player(page).getByRole("img", { name: nl.label }).waitFor({ timeout: 15_000 })
  })
})
