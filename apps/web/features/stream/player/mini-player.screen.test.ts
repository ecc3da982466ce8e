/**
 * The stream on pages that are not its profile, in a browser with a gateway that follows a script: it goes on, says
 * what it costs, leads back, and ends where it is closed.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import { isOnTop } from "../../../screens/on-top.fixture.ts"
import {
  answersWith,
  MILA_ID as performerId,
  profile,
} from "../../../screens/profile-pages.fixture.ts"
import { sitePages, variants } from "../../../screens/site-pages.fixture.ts"
import {
  joinPaid,
  openRoom,
  paidSession,
  paidTimeCharged,
  paidTimeStarted,
  roomScript,
} from "../../../screens/stream-pages.fixture.ts"
import { guest, member } from "../../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const privateChat: ReadonlyArray<Event> = [paidTimeStarted(), paidTimeCharged(10, 3)]
const kicked = (reason: Extract<Event, { _tag: "Kicked" }>["reason"]): ReadonlyArray<Event> => [
  { _tag: "Kicked", performerId, reason },
  { _tag: "RoomLeft", performerId, reason: "kicked" },
]
const sentOf = (tag: Command["_tag"]) => pages.gateway.commands.filter(({ _tag }) => _tag === tag)

const TEXTS = {
  nl: {
    path: "/profile/Mila",
    list: "Terug naar de lijst",
    region: "Stream van Mila",
    free: "Je kijkt gratis naar Mila.",
    paid: "Je zit in privé met Mila.",
    cost: /credits ≈\s€/u,
    leave: "Kamer verlaten",
    back: "Terug naar de stream",
  },
  en: {
    path: "/en/profile/Mila",
    list: "Back to the list",
    region: "Mila’s stream",
    free: "You’re watching Mila for free.",
    paid: "You’re in private with Mila.",
    cost: /credits ≈\s€/u,
    leave: "Leave room",
    back: "Back to the stream",
  },
} as const

const corner = (page: Page, locale: keyof typeof TEXTS = "nl") =>
  page.getByRole("complementary", { name: TEXTS[locale].region })
const toList = async (page: Page, locale: keyof typeof TEXTS = "nl"): Promise<void> => {
  await page.getByRole("link", { name: TEXTS[locale].list }).click()
  await corner(page, locale).waitFor()
  await page.locator(".player").waitFor({ state: "detached" })
}

describe("a room on another page of the site", () => {
  it("says how much of a guest's free time is left [CHAT-15]", async () => {
    const script = roomScript(guest(), undefined, { freeSecondsLeft: 300 })
    const page = await openRoom(pages, script, { width: 390 })
    await toList(page)
    await corner(page)
      .getByText(/Nog [45]:\d\d gratis/u)
      .waitFor()
    await pages.expectSound(page)
  })

  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [
        { width: 320, scheme: "light", locale: "nl" },
        { width: 768, scheme: "dark", locale: "en" },
        { width: 1_920, scheme: "dark", locale: "nl" },
      ],
    ),
  )(
    "goes on with its meter, and is left where it is closed, at $width in $scheme, $locale [CHAT-37]",
    async ({ locale, ...screen }) => {
      const texts = TEXTS[locale]
      const script = roomScript(member(locale), ({ _tag }) =>
        _tag === "LeaveRoom" ? [{ _tag: "RoomLeft", performerId, reason: "requested" }] : undefined,
      )
      const page = await openRoom(pages, script, { ...screen, path: texts.path })
      await joinPaid(pages, page, "chat", privateChat)
      await page.locator(".meter").waitFor()
      await toList(page, locale)
      const shown = corner(page, locale)
      await shown.getByText(texts.paid).waitFor()
      await shown.getByText(texts.cost).waitFor()
      await pages.gateway.fact("MiniPlayerShown")
      await pages.expectSound(page)
      expect(sentOf("LeaveRoom")).toEqual([])
      await shown.getByRole("button", { name: texts.leave }).click()
      expect(await pages.gateway.command("LeaveRoom")).toMatchObject({
        performerId,
        reason: "requested",
      })
      await shown.waitFor({ state: "detached" })
      // Who closed it is in no room any more, also not free.
      pages.gateway.emit({ _tag: "CreditsChanged", credits: 77 })
      await page.getByText("77").first().waitFor()
      expect(sentOf("JoinRoom")).toHaveLength(2)
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("content")
    },
  )

  it.each([
    { locale: "nl", scheme: "dark" },
    { locale: "en", scheme: "light" },
  ] as const)(
    "is left by the keyboard in little room, 320 by 256, and its meter ends: $locale, $scheme [CHAT-13, DISPLAY-02]",
    async ({ locale, scheme }) => {
      const texts = TEXTS[locale]
      const cost = { credits: 10, seconds: 10, movementIds: [] }
      const script = roomScript(member(locale), ({ _tag }) =>
        _tag === "LeaveRoom"
          ? [
              { _tag: "PaidTimeEnded", ...paidSession(), ...cost, reason: "left" },
              { _tag: "RoomLeft", performerId, reason: "requested" },
            ]
          : undefined,
      )
      const screen = { width: 320, height: 256, scheme, path: texts.path } as const
      const page = await openRoom(pages, script, screen)
      await joinPaid(pages, page, "chat", privateChat)
      await toList(page, locale)
      const shown = corner(page, locale)
      await shown.getByText(texts.cost).waitFor()
      const leave = shown.getByRole("button", { name: texts.leave })
      // From the page's beginning on.
      await page.evaluate(() => {
        getSelection()?.removeAllRanges()
        document.body.focus()
      })
      await expect
        .poll(async () => {
          await page.keyboard.press("Tab")
          return leave.evaluate((element) => element === document.activeElement)
        })
        .toBe(true)
      const isSeen = await leave.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
        const over = [left + 2, right - 2].map((x) =>
          document.elementFromPoint(x, (top + bottom) / 2),
        )
        return isWhole && over.every((one) => element.contains(one))
      })
      expect(isSeen).toBe(true)
      await page.keyboard.press("Enter")
      expect(await pages.gateway.command("LeaveRoom")).toMatchObject({
        performerId,
        reason: "requested",
      })
      await shown.waitFor({ state: "detached" })
      expect(await page.locator(".mini-player__cost, .meter").count()).toBe(0)
      // In no room any more, also not free.
      pages.gateway.emit({ _tag: "CreditsChanged", credits: 77 })
      await page.getByText("77").first().waitFor()
      expect(sentOf("JoinRoom")).toHaveLength(2)
    },
  )

  it("is as small over the wallet of a phone, also where consent is asked for", async () => {
    const page = await openRoom(pages, roomScript(member(), undefined, { consent: null }), {
      width: 390,
    })
    await joinPaid(pages, page, "chat", privateChat)
    await toList(page)
    const height = async () => (await corner(page).boundingBox())?.height ?? 0
    const before = await height()
    await page
      .getByRole("banner")
      .getByRole("button", { name: /credits/u })
      .click()
    await page.getByRole("dialog").waitFor()
    expect(Math.abs((await height()) - before)).toBeLessThan(8)
  })

  it("is returned to without being joined anew [CHAT-13]", async () => {
    const page = await openRoom(pages, roomScript(guest()))
    await toList(page)
    await corner(page).getByText(TEXTS.nl.free).waitFor()
    await corner(page).getByRole("link", { name: TEXTS.nl.back }).click()
    await page.locator(".player").getByText(TEXTS.nl.free).waitFor()
    await corner(page).waitFor({ state: "detached" })
    await pages.gateway.fact("MiniPlayerHidden")
    expect(pages.gateway.commands).toEqual([{ _tag: "JoinRoom", performerId, mode: "free" }])
  })

  it("is left for another performer's profile [CHAT-13]", async () => {
    const script = roomScript(member(), (command) =>
      command._tag === "JoinRoom" && command.performerId !== performerId ? [] : undefined,
    )
    const page = await openRoom(pages, script)
    await joinPaid(pages, page, "chat", privateChat)
    await toList(page)
    await page.getByRole("link", { name: /^Luna,/u }).click()
    await page.getByRole("heading", { name: "Luna", level: 1 }).waitFor()
    await expect
      .poll(() => pages.gateway.commands.slice(2))
      .toMatchObject([
        { _tag: "LeaveRoom", performerId, reason: "requested" },
        { _tag: "JoinRoom", performerId: "p_luna", mode: "free" },
      ])
    await corner(page).waitFor({ state: "detached" })
  })

  it("is left, and joined no more, also where nobody is at the other profile [CHAT-13]", async () => {
    const known = answersWith(() => ({ body: profile() }))
    const offline = { performerId: "p_luna", username: "Luna", onlineStatus: 0 }
    const script = roomScript(
      member(),
      ({ _tag }) =>
        _tag === "LeaveRoom" ? [{ _tag: "RoomLeft", performerId, reason: "requested" }] : undefined,
      {
        queries: (url) =>
          url.pathname === "/api/performers/Luna" ? { body: profile(offline) } : known(url),
      },
    )
    const page = await openRoom(pages, script)
    await joinPaid(pages, page, "chat", privateChat)
    await toList(page)
    await page.getByRole("link", { name: /^Luna,/u }).click()
    await page.getByRole("status").getByText("Luna is nu offline.").waitFor()
    await corner(page).waitFor({ state: "detached" })
    pages.gateway.emit({ _tag: "CreditsChanged", credits: 77 })
    await page.getByText("77").first().waitFor()
    expect(pages.gateway.commands.map(({ _tag }) => _tag)).toEqual([
      "JoinRoom",
      "JoinRoom",
      "LeaveRoom",
    ])
  })

  it("is left when its document is unloaded", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await toList(page)
    await page.goto(`${pages.gateway.origin}/blank`)
    expect(await pages.gateway.command("LeaveRoom")).toMatchObject({ reason: "unloaded" })
  })

  it("shows what paid time costs to a visitor in the wallet, and warns before credits end [CHAT-07]", async () => {
    const page = await openRoom(pages, roomScript(member("nl", 200)), { width: 390 })
    await joinPaid(pages, page, "chat", privateChat)
    await toList(page)
    const warning = corner(page).getByRole("status")
    await warning.getByText("Je hebt nog credits voor minder dan 5 minuten.").waitFor()
    pages.gateway.emit({ _tag: "CreditsChanged", credits: 20 })
    await warning.getByText("Je hebt nog credits voor minder dan een minuut.").waitFor()
    await pages.expectSound(page)
    await corner(page).getByRole("button", { name: "Credits kopen" }).click()
    await page.getByRole("dialog").waitFor()
    await corner(page).getByText(TEXTS.nl.cost).waitFor()
    expect(await isOnTop(corner(page))).toBe(true)
    await pages.expectSound(page)
    await corner(page).getByRole("button", { name: TEXTS.nl.leave }).click()
    await pages.gateway.command("LeaveRoom")
  })

  it("cannot be dismissed beside its own box while it costs something [CHAT-37]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    const readOn = () => page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    await readOn()
    await corner(page).getByRole("button", { name: "Sluiten" }).waitFor()
    await joinPaid(pages, page, "chat", privateChat)
    await corner(page).getByText(TEXTS.nl.cost).waitFor()
    expect(await corner(page).getByRole("button", { name: "Sluiten" }).count()).toBe(0)
  })

  it("says why it ended, until that is read [CHAT-18]", async () => {
    const page = await openRoom(pages, roomScript(guest()))
    await toList(page)
    pages.gateway.emitAll(kicked("guest_expired"))
    await corner(page)
      .getByText("Je gratis kijktijd van vandaag is op.", { exact: false })
      .waitFor()
    await pages.expectSound(page)
    await corner(page).getByRole("button", { name: "Sluiten" }).click()
    await corner(page).waitFor({ state: "detached" })
  })

  it("is reached and closed by the keyboard alone, and hides no notice", async () => {
    const page = await openRoom(pages, roomScript(member()), { width: 390 })
    await joinPaid(pages, page, "chat", privateChat)
    await toList(page)
    const cost = { credits: 7, seconds: 7, movementIds: [] }
    pages.gateway.emitAll([
      { _tag: "PaidTimeEnded", ...paidSession(), ...cost, reason: "left" },
      { _tag: "RoomLeft", performerId, reason: "lost" },
    ])
    const notice = page.getByRole("status").filter({ hasText: / is afgelopen/u })
    await notice.waitFor()
    const [above, below] = [await notice.boundingBox(), await corner(page).boundingBox()]
    const gap = Math.abs((above?.y ?? 0) - (below?.y ?? 0))
    expect(gap).toBeGreaterThanOrEqual(Math.min(above?.height ?? 0, below?.height ?? 0))
    await corner(page).getByRole("link", { name: TEXTS.nl.back }).focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await pages.gateway.fact("Unmuted")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await pages.gateway.command("LeaveRoom")
  })
})
