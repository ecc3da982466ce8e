/**
 * Paying by phone while a translator works on the page: the number, the PIN, the call and its end, in the built site
 * before a scripted gateway. Numbers to call and amounts that stand alone are not translated.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event, EventOf } from "@foldcast/contracts/stream/event"
import { m } from "@foldcast/messages/messages"
import {
  callAnswers,
  caller,
  callTold,
  dialInStarted,
  ivrOpened,
  RIGHT_PIN,
} from "@foldcast/web/screens/call-facts.fixture"
import { NOW } from "@foldcast/web/screens/scripted-gateway.fixture"
import { sitePages } from "@foldcast/web/screens/site-pages.fixture"
import { openRoom, roomJoined, roomScript } from "@foldcast/web/screens/stream-pages.fixture"
import type { Hand } from "../support/foreign-hands.ts"
import { openDialogIn } from "../visual/open-dialog.ts"
import { expectTrue, shownText, textOf, translatedBy, TRANSLATORS } from "./translated.ts"

const pages = sitePages()

const NL = { locale: "nl" } as const
const PIN = ".dial-in__pin input"
const PIN_ERROR = ".dial-in__pin .ui-field__error"
const FIGURES = ".call-badge .tabular"

const sent = (tag: Command["_tag"]) => pages.gateway.commands.filter(({ _tag }) => _tag === tag)

type Own = (command: Command) => ReadonlyArray<Event> | undefined

/** The window with its number, on a phone or on a desk. */
const openNumber = async (hand: Hand, device: "mobile" | "desktop", own?: Own): Promise<Page> => {
  const width = device === "mobile" ? 390 : 1_280
  const page = await pages.open(
    { events: caller("nl", device), answers: callAnswers(own) },
    { ...translatedBy(hand), width },
  )
  await openDialogIn(page, "dialIn")
  await page.locator(".dial-in__number").waitFor()
  await expectTrue(pages, page)
  return page
}

const confirmPin = async (page: Page) => {
  await page.locator(PIN).fill(RIGHT_PIN)
  await page.locator(".call-loader").waitFor()
  await page.getByRole("dialog").waitFor({ state: "detached" })
}

describe.each(TRANSLATORS)("with a %s", (hand) => {
  it.each(["mobile", "desktop"] as const)(
    "the number of each country is the one that is called, on %s [HANDS-02]",
    async (device) => {
      const page = await openNumber(hand, device)
      for (const [country, number, called, most] of [
        ["BE", "0907 12 345", "+3290712345", "€ 8,00"],
        ["DE", "0900 5 123456", "+499005123456", "€ 48,00"],
        ["NL", "0906 - 123 4567", "+319061234567", "€ 48,05"],
      ] as const) {
        await page.locator(`input[value="${country}"]`).check({ force: true })
        await expect.poll(() => shownText(page, ".dial-in__number")).toBe(number)
        await expectTrue(pages, page)
        expect(await textOf(page, ".dial-in__costs")).toContain(most)
        const card = page.locator(".country-card", { has: page.locator(":checked") })
        if (device === "mobile") {
          expect(await page.locator(".dial-in__shown a").getAttribute("href")).toBe(`tel:${called}`)
        } else {
          expect(await card.locator(".dial-in__terms-of [translate=no]").textContent()).toBe(number)
        }
      }
    },
  )

  it("a number that runs out, and one that cannot be had, make room for the next [HANDS-02]", async () => {
    let asked = 0
    const page = await openNumber(hand, "mobile", (command) => {
      if (command._tag !== "OpenIvrSession") return undefined
      asked += 1
      if (asked === 2) return []
      return [ivrOpened("NL", { expiresAt: NOW + (asked === 1 ? 4_000 : 90_000) })]
    })
    await page.locator(".dial-in__note").waitFor()
    await expectTrue(pages, page)
    await page.locator(".dial-in__note .ui-button").click()
    await expect.poll(() => textOf(page, ".dial-in__time")).toMatch(/^Nog 1:\d\d om/u)
    await expectTrue(pages, page)
    expect(asked).toBe(3)
  })

  it("a PIN that is missing or wrong keeps its window, with why and what was typed, and the right one is sent [HANDS-03]", async () => {
    const page = await openNumber(hand, "mobile")
    await page.locator(PIN).fill("12")
    await page.locator(".dial-in__pin button").click()
    await expect.poll(() => textOf(page, PIN_ERROR)).toBe(m.dial_in_pin_missing({}, NL))
    await expectTrue(pages, page)
    expect(await page.locator(PIN).inputValue()).toBe("12")
    for (const wrong of ["1234", "9999"]) {
      await page.locator(PIN).fill(wrong)
      await expect.poll(() => textOf(page, PIN_ERROR)).toBe(m.dial_in_pin_wrong({}, NL))
      await expectTrue(pages, page)
      expect(await page.locator(PIN).inputValue()).toBe(wrong)
    }
    await confirmPin(page)
    await expectTrue(pages, page)
    const pins = sent("StartDialIn").map((command) => (command as { pin?: string }).pin)
    expect(pins).toEqual(["1234", "9999", RIGHT_PIN])
  })

  it("a call that expires opens its window again; one that is there is metered, shown in its window and hung up [HANDS-02]", async () => {
    const page = await openNumber(hand, "mobile")
    await confirmPin(page)
    pages.gateway.emit(callTold("expired"))
    await page.locator(".dial-in__number").waitFor()
    await expectTrue(pages, page)
    await confirmPin(page)
    await expectTrue(pages, page)
    pages.gateway.emit(callTold("in_call", 60, 85))
    await expect.poll(() => shownText(page, FIGURES)).toMatch(/^1:\d\d · (?:≈ )?€ \d,\d\d$/u)
    await expectTrue(pages, page)
    pages.gateway.emit(callTold("in_call", 120, 165))
    await expect.poll(() => shownText(page, FIGURES)).toMatch(/^2:\d\d · (?:≈ )?€ \d,\d\d$/u)
    await expectTrue(pages, page)
    await openDialogIn(page, "dialIn")
    await expect.poll(() => shownText(page, ".dial-in__call dd")).toMatch(/^2:\d\d$/u)
    await expectTrue(pages, page)
    await page.locator(".dial-in__call .ui-button").click()
    await pages.gateway.command("EndDialIn")
    const notice = page.getByText("3 min 12 s, € 2,56")
    await notice.waitFor()
    await expectTrue(pages, page)
    await page.keyboard.press("Escape")
    await page.locator(".ui-banner", { has: notice }).getByRole("button").click()
    await notice.waitFor({ state: "detached" })
    await expectTrue(pages, page)
  })

  it("a room that is paid by phone shows the call's cost and is left as it is hung up [HANDS-02]", async () => {
    const own = callAnswers()
    const page = await openRoom(
      pages,
      roomScript(caller(), (command) => {
        if (command._tag === "LeaveRoom") return undefined
        if (command._tag !== "JoinRoom") return own(command)
        return command.mode === "chat"
          ? [{ ...(roomJoined("chat") as EventOf<"RoomJoined">), creditsPerMinute: 0 }]
          : undefined
      }),
      translatedBy(hand),
    )
    pages.gateway.emitAll([ivrOpened(), dialInStarted, callTold("in_call", 60, 85)])
    await page.locator(FIGURES).waitFor()
    await page.locator(".actions .ui-button--primary").first().click()
    await expect.poll(() => shownText(page, ".paid-bar dd")).toMatch(/^1:\d\d$/u)
    await expectTrue(pages, page)
    pages.gateway.emit(callTold("in_call", 120, 165))
    await expect.poll(() => shownText(page, ".paid-bar dd")).toMatch(/^2:\d\d$/u)
    await expect
      .poll(() => shownText(page, ".paid-bar div + div dd"))
      .toMatch(/^(?:≈ )?€ [12],\d\d$/u)
    await expectTrue(pages, page)
    await page.locator(".paid-bar .ui-button").first().click()
    await pages.gateway.command("EndDialIn")
    expect(await pages.gateway.command("LeaveRoom")).toMatchObject({ reason: "dialin_stopped" })
    await page.getByText("3 min 12 s, € 2,56").waitFor()
    await expectTrue(pages, page)
  })
})
