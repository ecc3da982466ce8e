/**
 * What costs something in a room, in a browser with a gateway that follows a script: going private, the meter, the
 * receipt, VIP from asking to ending, tips.
 */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "../../../screens/profile-pages.fixture.ts"
import { sitePages, variants } from "../../../screens/site-pages.fixture.ts"
import {
  joinPaid,
  openRoom,
  beginPaidTime,
  giveTip,
  paidSession,
  paidTimeCharged as charged,
  paidTimeStarted as paidStarted,
  roomScript,
} from "../../../screens/stream-pages.fixture.ts"
import { guest, member } from "../../../screens/visit-facts.fixture.ts"
import { bundleOf, walletLoadedFact } from "../../../screens/wallet-facts.fixture.ts"

const pages = sitePages()

const session = paidSession()
/** Leaving costs what was seen. */
const leavesPaid = roomScript(member(), (command) =>
  command._tag === "LeaveRoom"
    ? [
        {
          _tag: "PaidTimeEnded",
          ...session,
          credits: 7,
          seconds: 7,
          movementIds: [],
          reason: "left",
        },
        { _tag: "RoomLeft", performerId, reason: "requested" },
      ]
    : undefined,
)
const sentOf = (tag: Command["_tag"]) => pages.gateway.commands.filter(({ _tag }) => _tag === tag)
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })
/** What is drawn on each, beside its text; nothing that is read out. */
const iconsOf = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all.map((one) => one.querySelector('svg[aria-hidden="true"]')?.innerHTML ?? "none"),
  )
const isRegistration = (page: Page) => page.getByRole("dialog", { name: "Gratis aanmelden" })

describe("private chat", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "light", locale: "nl", price: "60 credits per minuut ≈ € 0,99" },
        { width: 1_280, scheme: "dark", locale: "nl", price: "60 credits per minuut ≈ € 0,99" },
      ],
      [{ width: 768, scheme: "dark", locale: "en", price: "60 credits per minute ≈ €0.99" }],
    ),
  )(
    "says its price before, what it costs meanwhile and after, at $width in $scheme [CHAT-53]",
    async ({ locale, price, ...screen }) => {
      const path = locale === "nl" ? "/profile/Mila" : "/en/profile/Mila"
      const page = await openRoom(pages, roomScript(member(locale)), { ...screen, path })
      await page.locator(".offer__price").getByText(price, { exact: false }).waitFor()
      await button(page, locale === "nl" ? "Privé gaan" : "Go private").click()
      await page.getByRole("tab", { name: /Priv/u, selected: true }).waitFor()
      pages.gateway.emitAll([paidStarted(), charged(10, 3)])
      const meter = page.locator(".meter")
      await meter.getByText(/credits ≈/u).waitFor()
      await pages.expectSound(page)
      pages.gateway.emitAll([
        {
          _tag: "PaidTimeEnded",
          ...session,
          credits: 8,
          seconds: 8,
          reason: "left",
          movementIds: ["tr_one"],
        },
        { _tag: "RoomLeft", performerId, reason: "lost" },
      ])
      const receipt = page.locator(".receipt")
      const whose = locale === "nl" ? "Privé met Mila" : "Private with Mila"
      await receipt.getByText(whose, { exact: true }).waitFor()
      await receipt.getByText("0:08").waitFor()
      await receipt.getByText(/8\scredits ≈/u).waitFor()
      await receipt.locator("summary").click()
      await receipt.getByText("tr_one").waitFor()
      const limits = receipt.getByRole("link", {
        name: /^(?:Limieten en pauzes|Limits and breaks)$/u,
      })
      expect(await limits.getAttribute("href")).toMatch(/\/settings#limits$/u)
      // After paid time one goes on watching free.
      await page.getByRole("group", { name: /Bediening|Controls/u }).waitFor()
      await pages.expectSound(page)
    },
  )

  it("leads from its receipt to the next step, and moves nothing where that is seen", async () => {
    const page = await openRoom(pages, roomScript(member()), { width: 390 })
    await beginPaidTime(pages, page, "vip")
    pages.gateway.emitAll([
      {
        _tag: "PaidTimeEnded",
        ...paidSession("vip"),
        credits: 8,
        seconds: 8,
        reason: "stopped",
        movementIds: [],
      },
      { _tag: "Kicked", performerId, reason: "kicked" },
      { _tag: "RoomLeft", performerId, reason: "kicked" },
    ])
    const close = page.locator(".receipt").getByRole("button", { name: "Sluiten" })
    await close.waitFor()
    await close.evaluate((it) => {
      it.scrollIntoView({ block: "start" })
    })
    const step = page.locator(".player__next .ui-button").first()
    const isSeen = () =>
      step.evaluate((it) => {
        const { top, bottom } = it.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
    expect(await isSeen()).toBe(false)
    await close.click()
    await expect.poll(isSeen).toBe(true)
    await expect.poll(() => step.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [],
    ),
  )(
    "without a picture says that nothing is charged from when that is so, in both players, at $width in $scheme",
    async ({ locale, ...screen }) => {
      const isDutch = locale === "nl"
      const path = isDutch ? "/profile/Mila" : "/en/profile/Mila"
      const absent = isDutch ? "Er is nu geen beeld." : "There’s no video right now."
      const unpaid = isDutch ? `${absent} Je betaalt nu niets.` : `${absent} You’re not paying.`
      const page = await openRoom(pages, roomScript(member(locale)), { ...screen, path })
      await joinPaid(pages, page, "chat", [paidStarted(), charged(60, 0, { isRunning: true })])
      pages.gateway.emit({ _tag: "VideoDenied", performerId })
      const said = page.locator(".player").getByRole("status")
      await said.getByText(absent, { exact: true }).waitFor()
      // Its first seconds are paid for, so that the meter runs on.
      const time = page.locator(".meter dd").first()
      await time.getByText(/^0:0[1-9]$/u).waitFor()
      pages.gateway.emit(charged(60, 37, { isRunning: false }))
      await said.getByText(unpaid, { exact: true }).waitFor()
      await time.getByText(isDutch ? "0:37 · gepauzeerd" : "0:37 · paused").waitFor()
      await pages.expectSound(page)
      await page.getByRole("link", { name: isDutch ? "Terug naar de lijst" : /Back to/u }).click()
      const mini = page.locator(".mini-player")
      await mini.getByRole("status").getByText(unpaid, { exact: true }).waitFor()
      await mini.getByText(/^0:37 · 37\scredits/u).waitFor()
      await pages.expectSound(page)
      pages.gateway.emitAll([
        charged(60, 37, { isRunning: true }),
        { _tag: "VideoAvailable", performerId },
      ])
      await mini.getByText(unpaid).waitFor({ state: "detached" })
      await mini.getByText(/^0:(?:3[89]|4\d) · /u).waitFor()
    },
  )

  it.each([390, 1_280])(
    "has nothing dearer where its button was, is called private on the picture, and has no arrow that would end it, at %i",
    async (width) => {
      const page = await openRoom(pages, roomScript(member()), { width })
      const status = page.locator(".performer-nav .status-chip")
      await page.getByRole("link", { name: /^Volgende:/u }).waitFor()
      const pressed = button(page, "Privé gaan")
      await pressed.scrollIntoViewIfNeeded()
      const box = (await pressed.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await pressed.click()
      await page.getByRole("tab", { name: /Privé/u, selected: true }).waitFor()
      pages.gateway.emitAll([paidStarted(), charged(10, 3)])
      await page.locator(".meter").waitFor()
      const under = await page.evaluate(
        ([x, y]) => document.elementFromPoint(x, y)?.closest("button")?.textContent ?? "",
        [box.x + box.width / 2, box.y + box.height / 2] as const,
      )
      expect(under).not.toContain("VIP")
      expect((await status.textContent())?.trim()).toBe("Privé")
      expect(await page.locator(".performer-nav__side").count()).toBe(0)
    },
  )

  it("that ran out of credits leads to more, and to watching free with its reason [CHAT-37, CHAT-41]", async () => {
    const page = await openRoom(pages, roomScript(member("nl", 20)))
    await joinPaid(pages, page, "chat", [paidStarted(), charged(10, 10)])
    await page.locator(".meter").waitFor()
    expect(await page.getByText("Je sessie is beëindigd", { exact: false }).count()).toBe(0)
    const paid = { credits: 20, seconds: 20, movementIds: ["tr_one"] }
    pages.gateway.emitAll([
      { _tag: "PaidTimeEnded", ...session, ...paid, reason: "credits" },
      { _tag: "Kicked", performerId, reason: "credits" },
      { _tag: "RoomLeft", performerId, reason: "kicked" },
    ])
    await page.getByRole("dialog").getByRole("button", { name: "Niet nu" }).click()
    const player = page.locator(".player")
    await player.getByRole("button", { name: "Credits kopen" }).waitFor()
    await pages.expectSound(page)
    await player.getByRole("button", { name: "Opnieuw kijken" }).click()
    const why = page.getByText("Je sessie is beëindigd omdat je credits op waren.", {
      exact: false,
    })
    await why.waitFor()
    await joinPaid(pages, page, "chat", [paidStarted()])
    await why.waitFor({ state: "detached" })
  })

  it("warns at five minutes and at one, and leads to more credits [CHAT-07]", async () => {
    const rich = await openRoom(pages, roomScript(member("nl", 501)))
    expect(await rich.getByText("Je tegoed is laag").count()).toBe(0)
    pages.gateway.emit({ _tag: "CreditsChanged", credits: 500 })
    await rich.getByText("Je tegoed is laag: 500 credits").waitFor()
    const page = await openRoom(pages, roomScript(member("nl", 200)))
    await page.getByText("Je tegoed is laag").waitFor()
    await joinPaid(pages, page, "chat", [paidStarted(), charged(10, 10)])
    const actions = page.locator(".room-notes")
    await actions.getByText(/5\sminuten/u).waitFor()
    pages.gateway.emitAll([charged(190, 190), { _tag: "CreditsChanged", credits: 20 }])
    await actions.getByText(/minder dan een minuut/u).waitFor()
    await pages.expectSound(page)
    await actions.getByRole("button", { name: "Credits kopen" }).click()
    await pages.gateway.fact("WalletOpened")
  })

  it("opens the window about it where credits are too few [CHAT-41]", async () => {
    const page = await openRoom(
      pages,
      roomScript(member("nl", 10), (command) =>
        command._tag === "JoinRoom" && command.mode === "chat"
          ? [{ _tag: "RoomJoinRefused", performerId, mode: "chat", label: TOO_FEW_CREDITS_LABEL }]
          : undefined,
      ),
    )
    await button(page, "Privé gaan").click()
    await page.getByRole("dialog").getByText("te weinig credits om deze chat").waitFor()
  })

  it("that is closed on another page shows there what it cost [CHAT-13]", async () => {
    const page = await openRoom(pages, leavesPaid, { width: 390 })
    await joinPaid(pages, page, "chat", [paidStarted(), charged(10, 0)])
    await page.locator(".meter").waitFor()
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    await page
      .locator(".mini-player")
      .getByRole("button", { name: "Privé stoppen en kamer verlaten" })
      .click()
    const notice = page.getByRole("status").filter({ hasText: / is afgelopen/u })
    await notice.getByText(/0:07, 7\scredits ≈\s€\s0,12/u).waitFor()
    await pages.expectSound(page)
    await notice.getByRole("link").click()
    await page.waitForURL(/settings\/credits/u)
    await notice.waitFor({ state: "detached" })
  })

  it("that is left on her profile goes on free, also while the player is scrolled out of view", async () => {
    const page = await openRoom(pages, leavesPaid, { width: 390 })
    await joinPaid(pages, page, "chat", [paidStarted(), charged(10, 0)])
    await page.locator(".meter").waitFor()
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    // As a screen reader presses it, which scrolls nowhere: the bar is in the corner then (CHAT-53).
    await page
      .locator(".mini-player")
      .getByRole("button", { name: "Privé stoppen" })
      .evaluate((stop: HTMLButtonElement) => stop.click())
    await page.getByText("Je kijkt gratis naar").first().waitFor()
  })

  it("that a reload ended says so, and where its cost is listed, until that is dismissed", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await joinPaid(pages, page, "chat", [paidStarted(), charged(10, 0)])
    await page.locator(".meter").waitFor()
    await page.reload()
    const notice = page.getByText("toen de pagina opnieuw werd geladen", { exact: false })
    await notice.waitFor()
    await pages.expectSound(page)
    await page.getByRole("status").filter({ has: notice }).getByRole("button").click()
    await notice.waitFor({ state: "detached" })
    await page.reload()
    await page.getByRole("group", { name: "Fooi geven" }).waitFor()
    expect(await notice.count()).toBe(0)
  })

  it.each([
    ["nl", "", "toen de pagina opnieuw werd geladen", 390],
    ["en", "/en", "ended when the page was reloaded", 1_280],
  ] as const)(
    "that another page's load ended says so on that page: %s, until it is dismissed",
    async (locale, root, text, width) => {
      const page = await openRoom(pages, roomScript(member(locale)), {
        path: `${root}/profile/Mila`,
        width,
      })
      await joinPaid(pages, page, "chat", [paidStarted(), charged(10, 0)])
      await page.locator(".meter").waitFor()
      const load = async (path: string) => {
        await page.goto(`${pages.gateway.origin}${root}${path}`)
        await page.getByRole("contentinfo").waitFor()
      }
      const notice = page.locator(".site-notices").getByRole("status").filter({ hasText: text })
      await load("/privacy")
      await notice.waitFor()
      await pages.expectSound(page)
      await notice.getByRole("link").click()
      await page.waitForURL("**/settings/credits")
      await notice.waitFor({ state: "detached" })
      // The box of her profile says it by itself, once.
      await load("/profile/Mila")
      await page.locator(".stream").getByText(text).waitFor()
      expect(await notice.count()).toBe(0)
      await load("/privacy")
      await notice.getByRole("button").click()
      await notice.waitFor({ state: "detached" })
      await load("/profile/Mila")
      await page.locator(".offer").first().waitFor()
      expect(await page.getByText(text).count()).toBe(0)
    },
  )

  it("keeps the focus in the stream where its buttons come and go", async () => {
    const page = await openRoom(pages, roomScript(member()))
    const hasFocus = () => page.evaluate(() => document.activeElement?.closest(".stream") !== null)
    await button(page, "Privé gaan").focus()
    await page.keyboard.press("Enter")
    await button(page, "Privé stoppen").waitFor()
    await expect.poll(hasFocus).toBe(true)
  })

  it("leaves the focus where it was where somebody pressed beside the stream", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await button(page, "Privé gaan").focus()
    await page.locator("body").click({ position: { x: 2, y: 2 } })
    await button(page, "Privé gaan").evaluate((one) => {
      one.closest(".offer")?.remove()
    })
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })
})

describe("VIP", () => {
  const asked = (command: Command): ReadonlyArray<Event> | undefined => {
    if (command._tag === "RequestVip") return [{ _tag: "VipRequested", performerId }]
    if (command._tag !== "StopVip") return undefined
    const runs = pages.gateway.commands.some((one) => one._tag === "JoinRoom" && one.mode === "vip")
    const over = { _tag: "RoomLeft", performerId, reason: "requested" } as const
    return [{ _tag: "VipStopped", performerId }, ...(runs ? [over] : [])]
  }

  it("is asked for at its price, waited for, and may be taken back or declined [CHAT-21, CHAT-54]", async () => {
    const page = await openRoom(pages, roomScript(member(), asked))
    await page
      .locator(".offer__price")
      .getByText(/240\scredits per minuut ≈\s€\s3,96/u)
      .waitFor()
    await button(page, "VIP aanvragen").click()
    await button(page, "Aanvraag intrekken").click()
    await button(page, "VIP aanvragen").click()
    await button(page, "Aanvraag intrekken").waitFor()
    pages.gateway.emit({ _tag: "VipDeclined", performerId, reason: "over tien minuten" })
    const status = page.locator(".room-notes").getByRole("status")
    await status.getByText("Mila kan nu niet in VIP: over tien minuten").waitFor()
    await pages.expectSound(page)
  })

  it("begins by itself when accepted, and ends only after a question [CHAT-11, CHAT-22, CHAT-23, CHAT-24]", async () => {
    const page = await openRoom(pages, roomScript(member(), asked))
    expect(await button(page, "VIP stoppen").count()).toBe(0)
    await button(page, "VIP aanvragen").click()
    await button(page, "Aanvraag intrekken").waitFor()
    pages.gateway.emit({ _tag: "VipAccepted", performerId })
    await button(page, "VIP stoppen").click()
    const question = page.getByRole("alertdialog")
    await pages.expectSound(page)
    await question.getByRole("button", { name: "In VIP blijven" }).click()
    await question.waitFor({ state: "detached" })
    await button(page, "VIP stoppen").click()
    await question.waitFor()
    await page.keyboard.press("Escape")
    await question.waitFor({ state: "detached" })
    expect(sentOf("StopVip")).toEqual([])
    await button(page, "VIP stoppen").click()
    await question.getByRole("button", { name: "VIP stoppen" }).click()
    await pages.gateway.command("StopVip")
    await page.getByText("Je kijkt gratis naar Mila.").waitFor()
    expect(sentOf("JoinRoom")).toMatchObject([{ mode: "free" }, { mode: "vip" }, { mode: "free" }])
  })

  it("that cannot be stopped, or nobody answers for, goes on and says so [ERR-30]", async () => {
    const page = await openRoom(
      pages,
      roomScript(member(), ({ _tag }) => {
        if (_tag === "RequestVip") return [{ _tag: "VipRequested", performerId }]
        const label = "outcomeUnknown"
        return _tag === "StopVip" ? [{ _tag: "VipRefused", performerId, label }] : undefined
      }),
    )
    const status = page.locator(".room-notes").getByRole("status")
    await button(page, "VIP aanvragen").click()
    await button(page, "Aanvraag intrekken").click()
    await status.getByText("We konden je aanvraag niet intrekken.", { exact: false }).waitFor()
    pages.gateway.emit({ _tag: "VipAccepted", performerId })
    await button(page, "VIP stoppen").click()
    await page.getByRole("alertdialog").getByRole("button", { name: "VIP stoppen" }).click()
    await status
      .getByText("We konden VIP niet stoppen, dus VIP gaat door.", { exact: false })
      .waitFor()
    await page.getByRole("alertdialog").waitFor({ state: "detached" })
    expect(await button(page, "VIP stoppen").count()).toBe(1)
    expect(pages.complaints).toEqual(["Unable to stop VIP.", "Unable to stop VIP."])
    // What is over by itself was stopped all the same.
    pages.gateway.emitAll([
      { _tag: "VipDisconnected", performerId },
      { _tag: "RoomLeft", performerId, reason: "lost" },
    ])
    await page
      .getByText("De verbinding met VIP is verbroken. Je betaalt alleen wat je zag.")
      .waitFor()
  })

  const notJoined = (command: Command) =>
    command._tag === "JoinRoom" && command.mode === "vip"
      ? ([{ _tag: "RoomJoinRefused", performerId, mode: "vip", label: "unavailable" }] as const)
      : asked(command)

  it.each(
    variants(
      [
        {
          width: 390,
          scheme: "light",
          locale: "nl",
          words: {
            ask: "VIP aanvragen",
            cancel: "Aanvraag intrekken",
            join: "Nu naar VIP",
            held: "je bent nog niet in VIP. We reserveren 40 credits voor de eerste seconden",
            left: /^nog \d+\ss$/u,
            kept: "Je was niet op tijd in VIP, dus je betaalt de gereserveerde 40 credits.",
            until: /Vanaf \d+:\d\d kun je weer VIP aanvragen\./u,
          },
        },
      ],
      [
        {
          width: 1_280,
          scheme: "dark",
          locale: "en",
          words: {
            ask: "Request VIP",
            cancel: "Cancel request",
            join: "Join VIP now",
            held: "you’re not in VIP yet. We’re holding 40 credits for the first seconds",
            left: /^\d+\ss left$/u,
            kept: "You didn’t join VIP in time, so you pay the 40 credits on hold.",
            until: /You can request VIP again from \d+:\d\d [AP]M\./u,
          },
        },
      ],
    ),
  )(
    "says what is held until it begins, lets one try again, and says what was lost and until when, at $width in $scheme [CHAT-22]",
    async ({ locale, words, ...screen }) => {
      const path = locale === "nl" ? "/profile/Mila" : "/en/profile/Mila"
      const script = roomScript(member(locale), notJoined)
      const page = await openRoom(pages, script, { ...screen, path })
      await button(page, words.ask).click()
      await button(page, words.cancel).waitFor()
      pages.gateway.emitAll([
        { _tag: "VipHeld", performerId, credits: 40, joinWithinSeconds: 15 },
        { _tag: "VipAccepted", performerId },
      ])
      const status = page.locator(".room-notes").getByRole("status").first()
      await status.getByText(words.held).waitFor()
      await page.getByRole("timer").getByText(words.left).waitFor()
      await button(page, words.join).waitFor()
      // It stands beside the button that it answers, on the screen.
      const [told, answered] = await Promise.all(
        [status, button(page, words.join)].map((part) => part.boundingBox()),
      )
      expect(told?.y).toBeGreaterThan(0)
      expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(
        page.viewportSize()?.height ?? 0,
      )
      expect(Math.abs((told?.y ?? 0) - (answered?.y ?? 0))).toBeLessThan(200)
      await button(page, words.join).click()
      await expect.poll(() => sentOf("JoinRoom").length).toBe(3)
      await pages.expectSound(page)
      pages.gateway.emitAll([
        { _tag: "VipDisconnected", performerId },
        {
          _tag: "VipHoldEnded",
          performerId,
          credits: 40,
          isReturned: false,
          reason: "not_joined",
          waitSeconds: 60,
          movementIds: ["tr_1"],
        },
      ])
      await status.getByText(words.kept).waitFor()
      await status.getByText(words.until).waitFor()
      await button(page, words.ask).waitFor()
      await pages.expectSound(page)
    },
  )

  it("whose hold is paid back says why, and never in place of one that is kept [CHAT-22]", async () => {
    const page = await openRoom(pages, roomScript(member(), notJoined))
    await button(page, "VIP aanvragen").click()
    await button(page, "Aanvraag intrekken").waitFor()
    pages.gateway.emitAll([
      { _tag: "VipHeld", performerId, credits: 40, joinWithinSeconds: 15 },
      { _tag: "VipAccepted", performerId },
      { _tag: "VipDisconnected", performerId },
      {
        _tag: "VipHoldEnded",
        performerId,
        credits: 40,
        isReturned: true,
        reason: "no_picture",
        movementIds: ["tr_1", "tr_2"],
      },
    ])
    const status = page.locator(".room-notes").getByRole("status")
    await status
      .getByText(
        "omdat er geen beeld was, dus je betaalt niets: de gereserveerde 40 credits heb je terug.",
      )
      .waitFor()
    expect(await status.getByText("je betaalt de").count()).toBe(0)
  })

  it("that is refused for a while says until when", async () => {
    const page = await openRoom(
      pages,
      roomScript(member(), ({ _tag }) =>
        _tag === "RequestVip"
          ? [{ _tag: "VipRefused", performerId, label: "unansweredTooOften", waitSeconds: 3_600 }]
          : undefined,
      ),
    )
    await button(page, "VIP aanvragen").click()
    await page
      .locator(".room-notes")
      .getByRole("status")
      .getByText(/Vanaf \d+:\d\d kun je er weer in/u)
      .waitFor()
  })

  it("that broke off says so [CHAT-22]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await joinPaid(pages, page, "vip")
    await button(page, "VIP stoppen").waitFor()
    pages.gateway.emitAll([
      { _tag: "VipDisconnected", performerId },
      { _tag: "RoomLeft", performerId, reason: "lost" },
    ])
    await page
      .getByText("De verbinding met VIP is verbroken. Je betaalt alleen wat je zag.")
      .waitFor()
  })

  it("opens the window about it where credits are too few [CHAT-42]", async () => {
    const label = TOO_FEW_CREDITS_LABEL
    const page = await openRoom(
      pages,
      roomScript(member("nl", 10), ({ _tag }) =>
        _tag === "RequestVip" ? [{ _tag: "VipRefused", performerId, label }] : undefined,
      ),
    )
    await button(page, "VIP aanvragen").click()
    await page.getByRole("dialog").getByText("te weinig credits voor VIP").waitFor()
  })
})

describe("tips", () => {
  it("of the list are given at a press, once however often it is pressed [CHAT-45, CHAT-46, CHAT-47, CHAT-50]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    const bar = page.getByRole("group", { name: "Fooi geven" })
    const buttons = bar.getByRole("button")
    expect(
      await buttons.evaluateAll((all) =>
        all.map((one) => [
          one.getAttribute("aria-label")?.replaceAll("\u00A0", " ") ?? null,
          (one as HTMLElement).innerText.replaceAll(/\s/gu, ""),
        ]),
      ),
    ).toEqual([
      ["knipoog, 50 credits", "knipoog50"],
      ["kus, 150 credits", "kus150"],
      ["drankje, 350 credits", "drankje350"],
      ["hart, 500 credits", "hart500"],
      ["cadeau, 1.000 credits", "cadeau1.000"],
      [null, "Meer"],
    ])
    const icons = await iconsOf(buttons)
    expect(icons).not.toContain("none")
    expect(new Set(icons).size).toBe(6)
    await bar.getByRole("button", { name: "knipoog, 50 credits" }).dblclick()
    expect(await pages.gateway.command("SendTip")).toEqual({
      _tag: "SendTip",
      performerId,
      amount: 50,
      tipType: "wink",
      message: "",
      isPublic: true,
    })
    expect(sentOf("SendTip")).toHaveLength(1)
  })

  it("ignore a press that was meant for the control before: they wait when the controls change", async () => {
    const page = await openRoom(pages, roomScript(member()), {
      clock: "runs",
    })
    const wink = page.getByRole("button", { name: "knipoog, 50 credits" })
    await wink.waitFor()
    // They wait for a moment of the page's time, which stands while this test is slow.
    await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 10_000)
    pages.gateway.emitAll([
      { _tag: "VipRequested", performerId },
      { _tag: "VipAccepted", performerId },
    ])
    const waiting = page.locator(".tips [aria-disabled=true]")
    const soon = async () => {
      await page.clock.runFor(50)
      return waiting.count()
    }
    await expect.poll(soon).toBeGreaterThan(0)
    await wink.dispatchEvent("click")
    await expect.poll(soon).toBe(0)
    expect(sentOf("SendTip")).toEqual([])
    await wink.click()
    expect(await pages.gateway.command("SendTip")).toMatchObject({ amount: 50 })
  })

  it("of the list each have their own type [CHAT-46, CHAT-50]", async () => {
    const from = "noor"
    const page = await openRoom(
      pages,
      roomScript(member("nl", 5_000), (command) => {
        if (command._tag !== "SendTip") return undefined
        const { _tag, ...tip } = command
        return [{ _tag: "TipReceived", tipId: `t-${tip.amount}`, from, ...tip }]
      }),
      { clock: "runs" },
    )
    const notes = page.locator(".room-notes")
    for (const [kind, credits] of [
      ["kus", "150"],
      ["drankje", "350"],
      ["hart", "500"],
      ["cadeau", "1.000"],
    ] as const) {
      // Later than the second press of a double click.
      await page.clock.fastForward(1_000)
      await button(page, `${kind}, ${credits} credits`).click()
      if (kind === "cadeau") await button(page, /^Geef 1\.000\scredits/u).click()
      await notes.getByText(`Je fooi van ${credits} credits is gegeven.`).waitFor()
    }
    expect(sentOf("SendTip")).toMatchObject([
      { amount: 150, tipType: "kiss" },
      { amount: 350, tipType: "drink" },
      { amount: 500, tipType: "heart" },
      { amount: 1_000, tipType: "gift" },
    ])
  })

  it("above the visitor's own limit are asked about first, in a window named for the amount [CHAT-47]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await button(page, /cadeau/u).click()
    const question = page.getByRole("alertdialog", { name: "Fooi van 1.000 credits geven?" })
    await question
      .getByText(/€\s16,50/u)
      .first()
      .waitFor()
    await pages.expectSound(page)
    await page.keyboard.press("Escape")
    await question.waitFor({ state: "detached" })
    await button(page, /cadeau/u).click()
    await question.getByRole("button", { name: "Annuleren" }).click()
    expect(sentOf("SendTip")).toEqual([])
  })

  it("that were refused are told of until another is chosen", async () => {
    const page = await openRoom(
      pages,
      roomScript(member(), (command) =>
        command._tag === "SendTip"
          ? [{ _tag: "TipRefused", performerId, label: "performerBusy" }]
          : undefined,
      ),
      { width: 390 },
    )
    const refused = page.getByText("Je fooi is niet gegeven", { exact: false })
    await giveTip(page, /^knipoog/u)
    await refused.waitFor()
    await button(page, "Fooi").click()
    await page.getByRole("dialog").waitFor()
    await refused.waitFor({ state: "detached" })
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await refused.count()).toBe(0)
  })

  it("that the balance does not reach are not asked about first", async () => {
    const page = await openRoom(
      pages,
      roomScript([...member(), { _tag: "CreditsChanged", credits: 20 }], (command) =>
        command._tag === "SendTip"
          ? [{ _tag: "TipRefused", performerId, label: TOO_FEW_CREDITS_LABEL }]
          : undefined,
      ),
    )
    await button(page, /cadeau/u).click()
    await pages.gateway.command("SendTip")
    expect(
      await page.getByRole("alertdialog", { name: "Fooi van 1.000 credits geven?" }).count(),
    ).toBe(0)
  })

  it("that are typed are 100 to 100,000 credits, with a message and a choice of its readers [CHAT-46, CHAT-48, CHAT-49]", async () => {
    const page = await openRoom(pages, roomScript(member()), { width: 390 })
    await page.getByRole("button", { name: "Fooi", exact: true }).click()
    const dialog = page.getByRole("dialog")
    const amount = dialog.getByRole("textbox", { name: "Bedrag in credits" })
    const give = dialog.locator("button[type=submit]")
    for (const wrong of ["99", "100001", "1,5"]) {
      await amount.fill(wrong)
      await give.click()
      await dialog.getByText("Vul een heel getal van 100 tot 100.000 in.").waitFor()
    }
    await pages.expectSound(page)
    await amount.fill("100")
    await dialog.getByRole("textbox", { name: /Bericht/u }).fill("Voor jou")
    await dialog.getByText("Iedereen in de kamer mag het zien").click()
    await give.click()
    expect(await pages.gateway.command("SendTip")).toMatchObject({
      amount: 100,
      tipType: "gift",
      message: "Voor jou",
      isPublic: false,
    })
    expect(sentOf("SendTip")).toHaveLength(1)
  })

  it("are refused with a message in which nothing can be seen, and say where a message is cut [TEXT-04, TEXT-06]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await button(page, "Meer").click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("textbox", { name: "Bedrag in credits" }).fill("100")
    const words = dialog.getByRole("textbox", { name: /Bericht/u })
    await words.fill("\u200B\u3164")
    await dialog.locator("button[type=submit]").click()
    await dialog.getByText("Hier staan alleen onzichtbare tekens in", { exact: false }).waitFor()
    expect(sentOf("SendTip")).toEqual([])

    await words.fill("")
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), "x".repeat(251))
    await words.press("ControlOrMeta+V")
    const cut = dialog.getByText("Wat je plakte, is te lang", { exact: false })
    await cut.waitFor()
    await page.keyboard.press("Backspace")
    await cut.waitFor({ state: "hidden" })
    await dialog.locator("button[type=submit]").click()
    expect(await pages.gateway.command("SendTip")).toMatchObject({ message: "x".repeat(249) })
  })

  it("that are typed may be as large as 100,000 credits [CHAT-49]", async () => {
    const page = await openRoom(pages, roomScript(member("nl", 100_000)))
    await button(page, "Meer").click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("textbox", { name: "Bedrag in credits" }).fill("100000")
    await dialog.locator("button[type=submit]").click()
    const question = page.getByRole("alertdialog", { name: "Fooi van 100.000 credits geven?" })
    await question.getByRole("button", { name: /^Geef/u }).click()
    expect(await pages.gateway.command("SendTip")).toMatchObject({ amount: 100_000 })
  })

  it("for the toy say how strong and how long before they are given [CHAT-47, CHAT-51, CHAT-52]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    await button(page, "Meer").click()
    const toys = page.getByRole("dialog").locator(".tips__toys button")
    const texts = (await toys.allTextContents()).map((text) => text.replaceAll("\u00A0", " "))
    expect(texts).toEqual([
      "laag: 50 credits, 1 s op sterkte 1",
      "normaal: 150 credits, 3 s op sterkte 3",
      "midden: 300 credits, 6 s op sterkte 6",
      "hard: 500 credits, 10 s op sterkte 10",
      "extreem: 1.000 credits, 20 s op sterkte 20",
    ])
    const icons = await iconsOf(toys)
    expect(icons).not.toContain("none")
    expect(new Set(icons).size).toBe(5)
    await toys.nth(1).click()
    expect(await pages.gateway.command("SendToyTip")).toEqual({
      _tag: "SendToyTip",
      performerId,
      amount: 150,
    })
  })

  it("for the toy say the seconds that the service has set for each level [CHAT-52]", async () => {
    const page = await openRoom(pages, roomScript(member()))
    pages.gateway.emit({ _tag: "RoomSettingsChanged", performerId, toySecondsPerLevel: 3 })
    await button(page, "Meer").click()
    const toys = page.getByRole("dialog").locator(".tips__toys button")
    await toys.nth(1).getByText("150 credits, 9 s op sterkte 3").waitFor()
    const seconds = (await toys.allTextContents()).map((text) => /(\d+)\ss/u.exec(text)?.[1])
    expect(seconds).toEqual(["3", "9", "18", "30", "60"])
  })

  it("lead who is short of more than is sold at least to exactly what is missing [WALLET-51]", async () => {
    const label = TOO_FEW_CREDITS_LABEL
    const topUp = bundleOf("topup-340", { costCents: 561, credits: 340 })
    const page = await openRoom(
      pages,
      roomScript(member("nl", 10), ({ _tag }) => {
        if (_tag === "SendTip") return [{ _tag: "TipRefused", performerId, label }]
        return _tag === "LoadWallet" ? [walletLoadedFact([bundleOf("b1")], { topUp })] : undefined
      }),
    )
    await button(page, /drankje/u).click()
    await page.getByRole("dialog").getByRole("button", { name: "Credits kopen" }).click()
    expect(await pages.gateway.command("LoadWallet")).toEqual({ _tag: "LoadWallet", short: 340 })
    const offered = page.locator(".bundle-card").nth(1)
    await offered.waitFor()
    expect((await offered.textContent())?.replaceAll("\u00A0", " ")).toBe(
      "340 credits € 5,61 Je komt 340 credits tekort, en dit is er precies genoeg voor.",
    )
    expect(await page.getByRole("radio").nth(0).isChecked()).toBe(true)
  })

  it("lead a guest to an account, as VIP and private do, and a member with too few credits to more [CHAT-43, CHAT-44]", async () => {
    const page = await openRoom(pages, roomScript(guest()))
    for (const name of ["knipoog, 50 credits", "Meer", "VIP aanvragen", "Privé gaan"]) {
      await button(page, name).click()
      await isRegistration(page).waitFor()
      await page.keyboard.press("Escape")
      await isRegistration(page).waitFor({ state: "detached" })
    }
    expect(pages.gateway.commands.map(({ _tag }) => _tag)).toEqual(["JoinRoom"])
    const label = TOO_FEW_CREDITS_LABEL
    const asMember = await openRoom(
      pages,
      roomScript(member("nl", 10), ({ _tag }) =>
        _tag === "SendTip" ? [{ _tag: "TipRefused", performerId, label }] : undefined,
      ),
    )
    await button(asMember, /kus/u).click()
    const dialog = asMember.getByRole("dialog")
    await dialog.getByText("te weinig credits voor deze fooi").waitFor()
    const short =
      "Je hebt 150 credits nodig. Je tegoed is 10 credits, dus je komt 140 credits tekort."
    await dialog.getByText(short).waitFor()
  })
})
