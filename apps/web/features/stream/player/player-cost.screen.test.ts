/**
 * That who pays sees what it costs and can end it, wherever the page stands and where the player fills the screen; and
 * what it cost in the end. In a browser with a gateway that follows a script.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "../../../screens/profile-pages.fixture.ts"
import { type Screen, sitePages } from "../../../screens/site-pages.fixture.ts"
import {
  beginPaidTime,
  openRoom,
  paidSession,
  roomScript,
} from "../../../screens/stream-pages.fixture.ts"
import { member } from "../../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const ended = (mode: "chat" | "vip"): ReadonlyArray<Event> => [
  {
    _tag: "PaidTimeEnded",
    ...paidSession(mode),
    credits: 8,
    seconds: 8,
    reason: "left",
    movementIds: [],
  },
  { _tag: "RoomLeft", performerId, reason: "lost" },
]

const inPaid = async (mode: "chat" | "vip", screen: Screen, credits = 600): Promise<Page> => {
  const page = await openRoom(pages, roomScript(member("nl", credits)), screen)
  await beginPaidTime(pages, page, mode)
  return page
}
const fill = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Volledig scherm" }).click()
  await page.waitForFunction(() => document.fullscreenElement !== null)
}
const isWhole = (page: Page) => page.waitForFunction(() => document.fullscreenElement === null)
/** Whether all of it is on the screen, and nothing lies over it, from its beginning to its end. */
const isSeen = (page: Page, selector: string) =>
  page.evaluate((given) => {
    const part = document.querySelector(given)
    if (part === null) return false
    const { top, bottom, left, right, height } = part.getBoundingClientRect()
    const isBare = [left + 2, (left + right) / 2, right - 2].every((x) =>
      part.contains(document.elementFromPoint(x, top + height / 2)),
    )
    return top >= 0 && bottom <= innerHeight && isBare
  }, selector)

describe("the cost of paid time", () => {
  it.each([
    { width: 320, height: 640 },
    { width: 390, height: 844 },
  ])("stays in view while one scrolls through the stream, at $width [CHAT-53]", async (screen) => {
    const page = await inPaid("chat", screen)
    for (const part of [".chat__log", ".actions"]) {
      await page.locator(part).evaluate((one) => {
        one.scrollIntoView({ block: "end" })
      })
      await expect.poll(() => isSeen(page, ".player .meter")).toBe(true)
    }
    await pages.expectSound(page)
  })

  it.each([
    { width: 844, height: 390, under: "nothing" },
    { width: 768, height: 1_024, under: "nothing" },
    { width: 1_280, height: 650, under: "nothing" },
    { width: 1_280, height: 800, under: "the question of consent" },
    { width: 768, height: 1_024, under: "a notice" },
    { width: 1_280, height: 800, under: "a notice" },
    { width: 1_280, height: 800, under: "a notice and the question of consent" },
  ])(
    "is in the player or in the corner, with one button that ends it, wherever a wide page is scrolled, at $width by $height under $under [CHAT-53]",
    async ({ under, ...screen }) => {
      const isAsked = under.includes("consent")
      const script = roomScript(member("nl", 600), undefined, isAsked ? { consent: null } : {})
      const page = await openRoom(pages, script, screen)
      await beginPaidTime(pages, page)
      if (under.includes("notice")) {
        await pages.context.setOffline(true)
        await page.locator(".site-notices .ui-banner").waitFor()
      }
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let y = 0; y < height; y += 40) {
        await page.evaluate((to) => {
          scrollTo({ top: to, behavior: "instant" })
        }, y)
        const places = async () => ({
          told: [
            await isSeen(page, ".player .meter"),
            await isSeen(page, ".mini-player__cost"),
          ].filter(Boolean).length,
          ended: await page.getByRole("button", { name: "Privé stoppen" }).count(),
        })
        await expect.poll(places, { message: `${y} px down` }).toEqual({ told: 1, ended: 1 })
      }
    },
  )

  it("stays in the player while a third of the picture is on the screen, and then goes to the corner [CHAT-53]", async () => {
    const page = await inPaid("chat", { width: 1_280, height: 800 })
    const leave = (share: number) =>
      page.locator(".player").evaluate((player, left) => {
        const { bottom, height } = player.getBoundingClientRect()
        scrollBy({ top: bottom - height * left, behavior: "instant" })
      }, share)
    await leave(0.1)
    await page.locator(".mini-player").waitFor()
    await leave(1 / 3)
    await page.locator(".mini-player").waitFor({ state: "detached" })
    expect(await isSeen(page, ".player .meter")).toBe(true)
  })

  it("is shown where the player fills the screen, and private ends there [CHAT-53]", async () => {
    const page = await inPaid("chat", {})
    await fill(page)
    expect(await isSeen(page, ".player .meter")).toBe(true)
    await pages.expectSound(page)
    pages.gateway.emit({ _tag: "CreditsChanged", credits: 20 })
    await page
      .locator(".stage:fullscreen")
      .getByText(/minder dan een minuut/u)
      .waitFor()
    expect(await page.getByText(/minder dan een minuut/u).count()).toBe(1)
    await page
      .locator(".player .meter")
      .getByText(/^0:2\d$/u)
      .waitFor()
    await page.locator(".player").getByRole("button", { name: "Privé stoppen" }).click()
    expect(await pages.gateway.command("LeaveRoom")).toMatchObject({ reason: "requested" })
    // The room was left before its cost was told.
    pages.gateway.emitAll(ended("chat").slice(0, 1))
    await isWhole(page)
    await expect.poll(() => isSeen(page, ".receipt")).toBe(true)
  })

  it("is shown there in VIP, which ends after a question that comes into view [CHAT-24, CHAT-54]", async () => {
    const page = await inPaid("vip", {})
    await fill(page)
    expect(await isSeen(page, ".player .meter")).toBe(true)
    await page.locator(".player").getByRole("button", { name: "VIP stoppen" }).click()
    await isWhole(page)
    await page.getByRole("alertdialog").getByRole("button", { name: "VIP stoppen" }).click()
    await pages.gateway.command("StopVip")
  })

  it("leads to more credits from there, in a window that comes into view", async () => {
    const page = await inPaid("chat", {}, 100)
    await fill(page)
    await page.locator(".stage:fullscreen").getByRole("button", { name: "Credits kopen" }).click()
    await pages.gateway.fact("WalletOpened")
    await isWhole(page)
    expect(await page.getByRole("dialog").isVisible()).toBe(true)
  })

  it("allows no full screen to a phone on which a film alone can fill it", async () => {
    const page = await openRoom(pages, roomScript(member()), {
      width: 390,
      prepare: (opened) =>
        opened.addInitScript(
          `Object.defineProperty(Document.prototype, "fullscreenEnabled", { value: false })`,
        ),
    })
    const button = page.getByRole("button", { name: "Volledig scherm" })
    await button.waitFor()
    await beginPaidTime(pages, page)
    await button.waitFor({ state: "detached" })
    pages.gateway.emitAll(ended("chat"))
    await button.waitFor()
  })
})

describe("the receipt", () => {
  it.each([
    { width: 320, height: 640 },
    { width: 390, height: 844 },
    { width: 1_280, height: 800 },
  ])("comes into view by itself, at $width, and takes no focus [CHAT-53]", async (screen) => {
    const page = await inPaid("chat", screen)
    const field = page.getByRole("textbox").last()
    await field.scrollIntoViewIfNeeded()
    const focused = () => page.evaluate(() => document.activeElement?.closest(".receipt") !== null)
    pages.gateway.emitAll(ended("chat"))
    await expect.poll(() => isSeen(page, ".receipt")).toBe(true)
    expect(await focused()).toBe(false)
    await pages.expectSound(page)
  })

  it("leaves the page where it is for who reads on below, and is shown among the notices", async () => {
    const page = await inPaid("chat", { width: 390, height: 844 })
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    await page.locator(".mini-player").waitFor()
    pages.gateway.emitAll(ended("chat"))
    const notice = page.getByRole("status").filter({ hasText: / is afgelopen/u })
    await notice.waitFor()
    expect(await page.getByRole("contentinfo").isVisible()).toBe(true)
    expect(await page.evaluate(() => scrollY > innerHeight / 2)).toBe(true)
    await notice.getByRole("button").click()
    await page.locator(".receipt").waitFor({ state: "detached" })
  })
})
