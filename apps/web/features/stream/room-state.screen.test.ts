/**
 * What a document keeps of the room it is in, as its visitor meets it: the tab before, the flags of a stream, the
 * stream in a corner, the field above a keyboard.
 */
import type { Locator, Page } from "playwright-core"
import { callTold, dialInStarted } from "../../screens/call-facts.fixture.ts"
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "../../screens/profile-pages.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { openRoom, roomJoined, joinPaid, roomScript } from "../../screens/stream-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const tab = (page: Page, name: string, selected?: boolean) =>
  page.getByRole("tab", { name, exact: true, ...(selected !== undefined && { selected }) })
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const controls = (page: Page) => page.getByRole("group", { name: "Bediening" })

const endedPrivate: ReadonlyArray<Event> = [{ _tag: "RoomLeft", performerId, reason: "lost" }]

describe("the tabs of the conversation", () => {
  it("are told by their numbers, and go back to the one before after paid time [CHAT-29, CHAT-30]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await tab(page, "Freechat", true).waitFor()
    await tab(page, "Go VIP").click()
    await tab(page, "Go VIP", true).waitFor()
    // Source: contracts/client-facts/live-tab.ts; the third has no tab of its own (ADR 0066).
    for (const name of ["Privé", "Freechat", "Go VIP"]) await tab(page, name).click()
    const numbers = () =>
      pages.gateway.facts.flatMap((fact) => (fact._tag === "LiveTabSelected" ? [fact.tab] : []))
    await expect.poll(numbers).toEqual([3, 1, 0, 3])
    await button(page, "Privé gaan").click()
    await tab(page, "Privé", true).waitFor()
    await button(page, "Privé stoppen").waitFor()
    pages.gateway.emitAll(endedPrivate)
    await tab(page, "Go VIP", true).waitFor()
    await button(page, "Privé gaan").waitFor()
  })
})

describe("the flags of a stream", () => {
  it("are chat ready, stream active, muted, in a corner, VIP, cam-back, out of credits [CHAT-37]", async () => {
    const script = roomScript(member(), ({ _tag }) =>
      _tag === "StartCamBack" ? [{ _tag: "CamBackStarted", performerId }] : undefined,
    )
    const page = await openRoom(pages, script, { width: 390 })
    // Chat ready: one can write. Stream active: the header makes room.
    await page.getByRole("textbox", { name: "Je bericht aan iedereen" }).waitFor()
    await page.getByRole("banner").waitFor({ state: "hidden" })
    await button(page, "Geluid aan").click()
    await button(page, "Geluid uit").waitFor()
    await joinPaid(pages, page, "vip")
    await button(page, "VIP stoppen").waitFor()
    await button(page, "Camera aanzetten").click()
    await button(page, "Start").click()
    await button(page, "Camera uitzetten").waitFor()
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    const corner = page.getByRole("complementary", { name: "Stream van Mila" })
    await corner.getByRole("button", { name: "Geluid uit" }).waitFor()
    await pages.gateway.fact("MiniPlayerShown")
    pages.gateway.emitAll([
      { _tag: "Kicked", performerId, reason: "credits" },
      { _tag: "RoomLeft", performerId, reason: "kicked" },
    ])
    await page.getByRole("dialog").getByText("Je hebt niet genoeg credits meer.").waitFor()
    await corner.waitFor({ state: "detached" })
    await page.getByRole("dialog").getByRole("button", { name: "Niet nu" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("banner").waitFor()
    expect(await button(page, "VIP stoppen").count()).toBe(0)
  })

  it("of a chat by phone offer nothing that costs credits [CHAT-37]", async () => {
    const page = await openRoom(
      pages,
      roomScript(guest(), (command) =>
        command._tag === "JoinRoom" && command.mode === "chat"
          ? [{ ...roomJoined("chat"), creditsPerMinute: 0 } as Event]
          : undefined,
      ),
    )
    pages.gateway.emitAll([dialInStarted, callTold("in_call", 10, 18)])
    await joinPaid(pages, page, "chat")
    await page.getByText("Je chat via de telefoon", { exact: false }).waitFor()
    await pages.expectSound(page)
    for (const name of ["VIP aanvragen", "Privé gaan", "Camera aanzetten"]) {
      expect(await button(page, name).count()).toBe(0)
    }
    expect(await page.getByRole("group", { name: "Fooi geven" }).count()).toBe(0)
    await button(page, "Privé stoppen").click()
    expect(await pages.gateway.command("LeaveRoom")).toMatchObject({ reason: "requested" })
  })
})

describe("the stream in a corner", () => {
  it.each([{ width: 390 }, { width: 1_280 }])(
    "shows while one reads on, leads back, and stays closed until the stream was seen, at $width",
    async ({ width }) => {
      const page = await openRoom(pages, roomScript(guest()), { width })
      const corner = page.getByRole("complementary", { name: "Stream van Mila" })
      const readOn = () => page.getByRole("contentinfo").scrollIntoViewIfNeeded()
      await readOn()
      await corner.getByText("Je kijkt gratis naar Mila.").waitFor()
      await pages.expectSound(page)
      await corner.getByRole("button", { name: "Terug naar de stream" }).click()
      await corner.waitFor({ state: "detached" })
      await readOn()
      await corner.getByRole("button", { name: "Sluiten" }).click()
      await corner.waitFor({ state: "detached" })
      await controls(page).scrollIntoViewIfNeeded()
      await readOn()
      await corner.waitFor()
    },
  )
})

describe("the stream on a wide page", () => {
  it("has no control hidden by the header: it is scrolled clear with the focus", async () => {
    const page = await openRoom(pages, roomScript(guest()), { width: 1_280, height: 800 })
    const last = button(page, "Volledig scherm")
    await last.evaluate((element) => {
      scrollBy({ top: element.getBoundingClientRect().top - 8, behavior: "instant" })
      element.focus({ preventScroll: true })
    })
    await page.keyboard.press("Shift+Tab")
    const isClear = () =>
      page.evaluate(() => {
        const focused = document.activeElement
        if (focused === null || focused === document.body) return false
        const { left, top, width, height } = focused.getBoundingClientRect()
        return focused.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
    await expect.poll(isClear).toBe(true)
  })
})

describe("the stream on a phone", () => {
  it("has sound and full screen in one row inside of the player, however narrow it is", async () => {
    const script = roomScript(guest("en"), undefined, { freeSecondsLeft: 600 })
    const page = await openRoom(pages, script, { width: 320, path: "/en/profile/Mila" })
    const words = page.getByText("free left", { exact: false })
    await words.waitFor()
    const boxOf = async (shown: Locator) => {
      const {
        x = Number.NaN,
        y = Number.NaN,
        width = 0,
        height = 0,
      } = (await shown.boundingBox()) ?? {}
      return { middle: Math.round(y + height / 2), end: x + width }
    }
    const [sound, full] = await Promise.all(
      ["Unmute", "Full screen"].map((name) => boxOf(button(page, name))),
    )
    expect(full?.middle).toBe(sound?.middle)
    expect(full?.end).toBeLessThanOrEqual(320)
    await pages.expectSound(page)
  })

  it("keeps the text field in view between the player and a keyboard", async () => {
    const page = await openRoom(pages, roomScript(member()), { width: 390 })
    const field = page.getByRole("textbox", { name: "Je bericht aan iedereen" })
    await field.click()
    // As a keyboard does: "resizes-content" takes its height off the page.
    await page.setViewportSize({ width: 390, height: 430 })
    await page.waitForFunction(() => {
      const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
      const [box, player] = [of(".chat__form"), of(".player")]
      if (box === undefined || player === undefined) return false
      return box.bottom <= innerHeight && box.top >= player.bottom && player.top >= 0
    })
  })
})

describe("a line that is neither confirmed nor refused", () => {
  it("says so after a while, and can be sent again or deleted", async () => {
    const page = await openRoom(
      pages,
      roomScript(member(), ({ _tag }) => (_tag === "SendRoomMessage" ? [] : undefined)),
      { clock: "runs" },
    )
    await page.getByRole("textbox", { name: "Je bericht aan iedereen" }).fill("Dag")
    await page.keyboard.press("Enter")
    const log = page.getByRole("log")
    await log.getByText("wordt verstuurd…").waitFor()
    await page.clock.fastForward(20_000)
    await log.getByText("Niet bevestigd.", { exact: false }).waitFor()
    await pages.expectSound(page)
    await log.getByRole("button", { name: "Verwijderen" }).click()
    await log.getByText("Dag", { exact: true }).waitFor({ state: "detached" })
  })
})
