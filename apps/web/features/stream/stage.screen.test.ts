/**
 * Where the parts of a room stand: what is on the screen without scrolling, what lies over what, and that nothing moves
 * while the page comes. In a browser with a gateway that follows a script.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event as Fact } from "@foldcast/contracts/stream/event"
import type { TipType } from "@foldcast/contracts/chat-rules"
import { layoutShifts, recordLayoutShifts } from "../../screens/layout-shifts.fixture.ts"
import { MILA_ID as performerId } from "../../screens/profile-pages.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import {
  beginPaidTime,
  giveTip,
  joinPaid,
  openRoom,
  paidTimeStarted,
  roomScript,
  said,
} from "../../screens/stream-pages.fixture.ts"
import { creditsFact, guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const SCREENS = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 667, height: 375 },
  { width: 768, height: 1_024 },
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
] as const

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const boxOf = (page: Page, selector: string): Promise<Box> =>
  page
    .locator(selector)
    .first()
    .evaluate((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect()
      return { left, top, right, bottom }
    })
const isApart = (one: Box, other: Box): boolean =>
  one.right <= other.left + 0.5 ||
  other.right <= one.left + 0.5 ||
  one.bottom <= other.top + 0.5 ||
  other.bottom <= one.top + 0.5

/** The parts that are not on the screen, or that another part lies over. */
const hiddenOf = (page: Page, selectors: ReadonlyArray<string>) =>
  page.evaluate(
    (all) =>
      all.filter((selector) => {
        const part = document.querySelector(selector)
        if (part === null) return true
        const { left, top, right, bottom } = part.getBoundingClientRect()
        if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
          return true
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return over === null || !(part.contains(over) || over.contains(part))
      }),
    selectors,
  )

/** What one presses and reads in a room; none of it lies over another. */
const PARTS = [".stage-box", "[role=tablist]", "[role=log]", ".tips__all", ".chat__form"]
const overlaps = async (page: Page): Promise<ReadonlyArray<string>> => {
  const boxes = await Promise.all(PARTS.map((part) => boxOf(page, part)))
  return PARTS.flatMap((part, at) =>
    PARTS.slice(at + 1).flatMap((other, from) => {
      const [one, two] = [boxes[at], boxes[at + 1 + from]]
      return one === undefined || two === undefined || isApart(one, two) ? [] : [`${part} ${other}`]
    }),
  )
}

/** One page goes through all sizes: loading it for each costs a second. */
const sizeOf = ({ width, height }: { readonly width: number; readonly height: number }) => ({
  message: `at ${width} by ${height}`,
})

const inRoom = (screen: Screen, credits = 1_234) =>
  openRoom(pages, roomScript(member("nl", credits)), screen)
const inPaid = async (mode: "chat" | "vip", screen: Screen, credits = 1_234) => {
  const page = await inRoom(screen, credits)
  await beginPaidTime(pages, page, mode)
  return page
}
const STOP = { chat: "Privé stoppen", vip: "VIP stoppen" } as const
const loseConnection = async (page: Page) => {
  await pages.context.setOffline(true)
  await page.locator(".site-notices .ui-banner").first().waitFor()
}

describe("the stage", () => {
  it("has picture, tabs, conversation, tip and field on the screen at once, in every size", async () => {
    const page = await inRoom(SCREENS[0])
    const lines = Array.from({ length: 60 }, (_, index) => said(`m${index}`, `Regel ${index}`))
    pages.gateway.emitAll(lines)
    await page.getByRole("log").getByText("Regel 59").waitFor()
    for (const screen of SCREENS) {
      await page.setViewportSize(screen)
      await expect.poll(() => hiddenOf(page, PARTS), sizeOf(screen)).toEqual([])
      expect({ ...screen, overlaps: await overlaps(page) }).toEqual({ ...screen, overlaps: [] })
      const log = await boxOf(page, "[role=log]")
      expect({ ...screen, isReadable: log.bottom - log.top > 64 }).toMatchObject({
        isReadable: true,
      })
      await pages.expectSound(page)
    }
  })

  it("gives the picture its share of the width, in every size", async () => {
    const page = await inRoom({ width: 390, height: 844 })
    for (const { share, most, ...screen } of [
      { width: 390, height: 844, share: 1, most: 390 },
      { width: 667, height: 375, share: 0.55, most: 667 },
      { width: 768, height: 1_024, share: 0.6, most: 768 },
      { width: 1_280, height: 800, share: 0.6, most: 1_280 },
      { width: 1_920, height: 1_080, share: 0.55, most: 1_280 },
    ]) {
      await page.setViewportSize(screen)
      const width = async () => {
        const { left, right } = await boxOf(page, ".stage-box")
        return right - left
      }
      await expect.poll(width, sizeOf(screen)).toBeGreaterThanOrEqual(screen.width * share - 0.5)
      await expect.poll(width, sizeOf(screen)).toBeLessThanOrEqual(most)
    }
  })

  it("takes the whole height of a phone that lies", async () => {
    const page = await inRoom({ width: 667, height: 375 })
    const { top, bottom } = await boxOf(page, ".stage-box")
    expect(bottom - top).toBeGreaterThanOrEqual(374.5)
  })

  it("keeps the field to write in, and the picture, above a phone's keyboard", async () => {
    const page = await inRoom({ width: 390, height: 844 })
    await page.getByRole("textbox", { name: "Je bericht aan iedereen" }).click()
    await page.setViewportSize({ width: 390, height: 470 })
    await expect.poll(() => hiddenOf(page, PARTS)).toEqual([])
    expect(await overlaps(page)).toEqual([])
  })

  it("keeps the field above a keyboard that lies over the page instead of making it shorter", async () => {
    const page = await inRoom({ width: 390, height: 844 })
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, "height", { value: 470, configurable: true })
      visualViewport?.dispatchEvent(new Event("resize"))
    })
    await expect.poll(async () => (await boxOf(page, ".chat__form")).bottom).toBeLessThan(470)
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, "height", { value: 844, configurable: true })
      visualViewport?.dispatchEvent(new Event("resize"))
    })
    await expect.poll(async () => (await boxOf(page, ".chat__form")).bottom).toBeGreaterThan(700)
  })

  it.each([
    { who: "a guest", width: 390, height: 844 },
    { who: "a member", width: 390, height: 844 },
    { who: "a guest", width: 667, height: 375 },
    { who: "a guest", width: 768, height: 1_024 },
    { who: "a guest", width: 1_024, height: 844 },
    { who: "a member", width: 1_280, height: 844 },
  ])(
    "is drawn once: nothing on the page moves while it comes and $who enters the room, at $width",
    async ({ who, ...screen }) => {
      const events = who === "a guest" ? guest() : member()
      const page = await openRoom(pages, roomScript(events), {
        ...screen,
        prepare: async (opened) => {
          // Its own shift is not the stage's: lines break elsewhere with it.
          await opened.route("**/*.woff2", (font) => font.abort())
          await recordLayoutShifts(opened)
        },
      })
      await page.locator(".tips__all").waitFor()
      await page.locator('[data-area="albums"]').waitFor()
      expect(await layoutShifts(page)).toEqual([])
    },
  )

  it.each([
    { width: 390, height: 844 },
    { width: 1_280, height: 800 },
  ])(
    "keeps everything else in its place when she is busy, a tip is given, VIP is asked for and credits run short, at $width",
    async (screen) => {
      const answers = ({ _tag }: Command): ReadonlyArray<Fact> | undefined =>
        _tag === "SendTip" ? [{ _tag: "TipUnknown", performerId }, creditsFact(40)] : undefined
      const page = await openRoom(pages, roomScript(member("nl", 90), answers), {
        ...screen,
        prepare: recordLayoutShifts,
      })
      await page.locator(".tips__all").waitFor()
      const shiftsOf = async () => {
        const shifts = await layoutShifts(page)
        await page.evaluate("shifts = []")
        return shifts
      }
      await shiftsOf()
      pages.gateway.emit({ _tag: "RoomModeSwitched", performerId, mode: "vip" })
      await page.getByText("Daarna kun je weer een fooi geven").waitFor()
      expect({ busy: await shiftsOf() }).toEqual({ busy: [] })
      pages.gateway.emit({ _tag: "RoomModeSwitched", performerId, mode: "free" })
      await page.getByText("Daarna kun je weer een fooi geven").waitFor({ state: "detached" })
      expect({ free: await shiftsOf() }).toEqual({ free: [] })
      await giveTip(page, /^(?:knipoog|wink), 50/u)
      await page.getByText("Om te schrijven heb je minstens").waitFor()
      expect({ tip: await shiftsOf() }).toEqual({ tip: [] })
      pages.gateway.emit({ _tag: "VipRequested", performerId })
      await page.getByText("Wachten op antwoord van Mila").waitFor()
      expect({ vip: await shiftsOf() }).toEqual({ vip: [] })
    },
  )

  it("fades its controls where nothing moves, and never those that have the focus", async () => {
    const page = await openRoom(pages, roomScript(member()), { clock: "runs" })
    const controls = page.getByRole("group", { name: "Bediening" })
    const shows = () => controls.evaluate((part) => getComputedStyle(part).pointerEvents !== "none")
    await page.locator(".player").evaluate((player) => {
      player.setAttribute("data-moving", "true")
    })
    await page.clock.fastForward(4_000)
    await expect.poll(shows).toBe(false)
    await page.locator(".stage-box").hover()
    await expect.poll(shows).toBe(true)
    await page.getByRole("button", { name: "Volledig scherm" }).focus()
    await page.clock.fastForward(4_000)
    await page.locator('.player[data-idle="true"]').waitFor()
    expect(await shows()).toBe(true)
  })
})

describe("the whole screen", () => {
  it.each([
    { width: 390, height: 844 },
    { width: 667, height: 375 },
    { width: 1_280, height: 800 },
    { width: 1_920, height: 1_080 },
  ])(
    "shows the conversation, and bars take no more than an eighth of the picture, at $width by $height",
    async (screen) => {
      const page = await inPaid("chat", screen)
      pages.gateway.emit(said("1", "Hallo allemaal"))
      await page.getByRole("button", { name: "Volledig scherm" }).click()
      await page.waitForFunction(() => document.fullscreenElement?.matches(".stage") === true)
      await page.getByRole("log").getByText("Hallo allemaal").waitFor()
      expect(await hiddenOf(page, [".chat__form", "[role=log]", ".stage-box .meter"])).toEqual([])
      const { height } = page.viewportSize() ?? screen
      const picture = await boxOf(page, ".stage-box__picture")
      expect(picture.bottom - picture.top).toBeGreaterThanOrEqual(height * 0.88)
    },
  )
})

describe("paid time", () => {
  it("has its meter and its end on the screen, also over an open window, in every size [CHAT-53]", async () => {
    const page = await inPaid("chat", SCREENS[0])
    for (const screen of SCREENS) {
      const inBox = [".stage-box .meter", ".stage-box .paid-bar button"]
      await page.setViewportSize(screen)
      await expect.poll(() => hiddenOf(page, inBox), sizeOf(screen)).toEqual([])
      await page.locator(".tips__all").click()
      await page.getByRole("dialog").waitFor()
      const inStrip = [".paid-strip .meter", ".paid-strip button"]
      await expect.poll(() => hiddenOf(page, inStrip), sizeOf(screen)).toEqual([])
      const [strip, window] = [await boxOf(page, ".paid-strip"), await boxOf(page, ".ui-window")]
      expect({ ...screen, isApart: isApart(strip, window) }).toMatchObject({ isApart: true })
      await pages.expectSound(page)
      const stop = page.locator(".paid-strip").getByRole("button", { name: STOP.chat })
      await stop.click({ trial: true })
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
    }
    await page.locator(".tips__all").click()
    await page.locator(".paid-strip").getByRole("button", { name: STOP.chat }).click()
    await pages.gateway.command("LeaveRoom")
  })

  it.each([
    { width: 390, height: 844, mode: "chat" },
    { width: 1_280, height: 800, mode: "chat" },
    { width: 390, height: 844, mode: "vip" },
    { width: 1_280, height: 800, mode: "vip" },
  ] as const)(
    "moves nothing of the page when it begins, few credits or not: $mode at $width [CHAT-53] [CHAT-54]",
    async ({ mode, ...screen }) => {
      const page = await openRoom(pages, roomScript(member("nl", 280)), {
        ...screen,
        prepare: recordLayoutShifts,
      })
      await page.locator(".tips__all").waitFor()
      await page.evaluate("shifts = []")
      await beginPaidTime(pages, page, mode)
      await page.getByText("minder dan").waitFor()
      expect(await layoutShifts(page)).toEqual([])
    },
  )

  it("ends in the corner after the same question as by its button [CHAT-23]", async () => {
    const page = await inPaid("vip", { width: 390 })
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    const corner = page.getByRole("complementary", { name: "Stream van Mila" })
    const leave = corner.getByRole("button", { name: "VIP stoppen en kamer verlaten" })
    await leave.click()
    const question = page.getByRole("alertdialog")
    await question.waitFor()
    // VIP is paid for while it is answered.
    await question.getByText(/loopt VIP door voor 240\scredits per minuut/u).waitFor()
    await page.keyboard.press("Escape")
    await question.waitFor({ state: "detached" })
    expect(pages.gateway.commands.some(({ _tag }) => _tag === "LeaveRoom")).toBe(false)
    await leave.click()
    await question.getByRole("button", { name: STOP.vip }).click()
    expect(await pages.gateway.command("LeaveRoom")).toMatchObject({ performerId })
  })

  it("can be ended in the corner too where the picture is out of view", async () => {
    const page = await inPaid("chat", { width: 390 })
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    const corner = page.getByRole("complementary", { name: "Stream van Mila" })
    await corner.getByRole("button", { name: STOP.chat }).click()
    await pages.gateway.command("LeaveRoom")
  })

  it("says what is left to the second once that is less than five minutes [CHAT-07]", async () => {
    const page = await inPaid("chat", {}, 400)
    const left = page.locator(".stage-box .meter dd").last()
    await left.getByText("6 min", { exact: true }).waitFor()
    pages.gateway.emit({ _tag: "CreditsChanged", credits: 200 })
    await left.getByText(/^3:\d\d$/u).waitFor()
    pages.gateway.emit({ _tag: "CreditsChanged", credits: 20 })
    await left.getByText(/^0:\d\d$/u).waitFor()
  })
})

describe("a notice in a room", () => {
  it("lies over neither the field to write in, nor what is pressed, nor the meter, in any size", async () => {
    const page = await inPaid("chat", { width: 390, height: 470 })
    await page.locator(".chat__form input").click()
    await loseConnection(page)
    const parts = [".chat__form", ".tips__all", ".stage-box .meter", ".stage-box .paid-bar button"]
    for (const screen of [
      { width: 390, height: 470 },
      { width: 320, height: 640 },
      { width: 667, height: 375 },
      { width: 768, height: 1_024 },
      { width: 1_280, height: 800 },
    ]) {
      await page.setViewportSize(screen)
      await expect.poll(() => hiddenOf(page, parts), sizeOf(screen)).toEqual([])
      const notices = await boxOf(page, ".site-notices")
      for (const part of parts) {
        const isClear = isApart(notices, await boxOf(page, part))
        expect({ ...screen, part, isClear }).toMatchObject({ isClear: true })
      }
    }
  })
})

describe("what happens in the room", () => {
  const tip = (tipId: string, tipType: TipType) =>
    ({
      _tag: "TipReceived",
      performerId,
      tipId,
      amount: 500,
      tipType,
      from: "sam",
      message: "",
      isPublic: true,
    }) as const

  it("is shown once over the picture: a tip by its sign, and that VIP begins [CHAT-09]", async () => {
    const page = await inRoom({ motion: "reduce" })
    const signs = page.locator(".stage-moments__tip")
    expect(await signs.count()).toBe(0)
    pages.gateway.emit(tip("t1", "heart"))
    await page
      .getByRole("log")
      .getByText(/sam.*500\scredits/u)
      .waitFor()
    const heart = await signs.innerHTML()
    pages.gateway.emit(tip("t2", "gift"))
    await expect.poll(() => signs.innerHTML()).not.toBe(heart)
    expect(await signs.count()).toBe(1)
    expect(await page.locator(".stage-moments__vip").count()).toBe(0)
    await joinPaid(pages, page, "vip", [paidTimeStarted("vip")])
    await page.locator(".stage-moments__vip").waitFor({ state: "attached" })
    // Nothing of it stays, nor moves for who asked for less of that.
    const seen = await page
      .locator(".stage-moments span")
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity !== "0").length)
    expect(seen).toBe(0)
  })
})

describe("the menu of tips", () => {
  it("says what each of the list does before it is given [CHAT-47, CHAT-50]", async () => {
    const page = await inRoom({ width: 390 })
    await page.getByRole("button", { name: "Fooi", exact: true }).click()
    const gift = page.getByRole("dialog").getByRole("button", { name: "hart, 500 credits" })
    const does = await gift.evaluate((one) => {
      const id = one.getAttribute("aria-describedby") ?? ""
      return document.getElementById(id)?.textContent
    })
    expect(does).toBe("Een hart over het beeld van Mila")
    await pages.expectSound(page)
    await gift.click()
    expect(await pages.gateway.command("SendTip")).toMatchObject({ amount: 500, tipType: "heart" })
  })
})

describe("what is read out", () => {
  it("names the tabs by what they are, and each offer by its terms", async () => {
    const page = await inRoom({ width: 390 })
    for (const name of ["Freechat", "Privé", "Go VIP"]) {
      await page.getByRole("tab", { name, exact: true }).waitFor()
    }
    const terms = await page
      .getByRole("button", { name: "Privé gaan", exact: true })
      .evaluate((one) => {
        const id = one.getAttribute("aria-describedby") ?? ""
        return document.getElementById(id)?.textContent
      })
    expect(terms).toMatch(/^60\scredits per minuut ≈\s€\s0,99/u)
  })
})
