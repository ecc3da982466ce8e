/**
 * The exact top-up, the member's own limits, a withdrawal and receipts while a translator works on the page, in the
 * built site before a scripted gateway. Amounts and credits that stand alone are not translated.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event, EventOf } from "@foldcast/contracts/stream/event"
import { m } from "@foldcast/messages/messages"
import { NOW } from "@foldcast/web/screens/scripted-gateway.fixture"
import { sitePages } from "@foldcast/web/screens/site-pages.fixture"
import { creditsFact, member } from "@foldcast/web/screens/visit-facts.fixture"
import { bundleOf, walletLoadedFact } from "@foldcast/web/screens/wallet-facts.fixture"
import type { Hand } from "../support/foreign-hands.ts"
import { buys, BUNDLES } from "./bought.ts"
import { expectTrue, shownText, textOf, translatedBy, TRANSLATORS } from "./translated.ts"

const pages = sitePages()

const NL = { locale: "nl" } as const
const PAY = ".wallet-footer .ui-button--primary"

const LIMITS: EventOf<"SpendingLimitsListed"> = {
  _tag: "SpendingLimitsListed",
  day: { limitCents: 2_500, boughtCents: 990, raise: null },
  week: { limitCents: 5_000, boughtCents: 990, raise: { limitCents: 10_000, from: NOW } },
  month: { limitCents: null, boughtCents: 0, raise: null },
  pausedUntil: null,
}
const changed = (more: Partial<EventOf<"SpendingLimitsListed">>): Event => ({
  ...LIMITS,
  ...more,
  _tag: "SpendingLimitsChanged",
})

type Own = (command: Command) => ReadonlyArray<Event> | undefined

const open = (hand: Hand, path: string, events: ReadonlyArray<Event>, own: Own, queries = {}) =>
  pages.open(
    {
      events: [...member(), ...events],
      answers: (command) =>
        own(command) ?? (command._tag === "LoadSpendingLimits" ? [LIMITS] : buys(command)),
      queries: ({ pathname }) =>
        (queries as Record<string, { body: unknown }>)[pathname] ??
        (pathname === "/api/sessions" ? { body: { sessions: [] } } : undefined),
    },
    { ...translatedBy(hand), path },
  )

const say = (page: Page, selector: string, text: string | RegExp) => {
  const said = expect.poll(() => textOf(page, selector))
  return typeof text === "string" ? said.toBe(text.replaceAll("\u00A0", " ")) : said.toMatch(text)
}

/** What is 80 credits short of an opening, and sold as just that. */
const TOP_UP = bundleOf("topup-152", { costCents: 251, credits: 152 })

describe.each(TRANSLATORS)("with a %s", (hand) => {
  it("who is short of credits buys what is lacking for the amount that is named, after their own limit refused more [HANDS-01]", async () => {
    let isRefused = true
    let bundles = BUNDLES
    const page = await open(hand, "/", [creditsFact(10)], ({ _tag }) => {
      if (_tag === "LoadWallet") return [walletLoadedFact(bundles, { topUp: TOP_UP })]
      return _tag === "OpenPaymentSession" && isRefused
        ? [{ _tag: "PaymentSessionRefused", label: "limitReached.week" }]
        : undefined
    })
    // It opens again with what it offered before, and is told what it offers now.
    const wallet = page.locator(".wallet-footer")
    await page.locator(".credits-button").first().click()
    await wallet.waitFor()
    await expectTrue(pages, page)
    await page.keyboard.press("Escape")
    await wallet.waitFor({ state: "detached" })
    bundles = BUNDLES.map((bundle) => ({ ...bundle, costCents: bundle.costCents + 100 }))
    pages.gateway.emit({ _tag: "CreditsRanOut", action: "pre-paid" })
    await page.locator(".ui-window .ui-button--primary").click()
    await say(page, PAY, "Betaal € 10,90 met iDEAL")
    await expectTrue(pages, page)
    const card = page.locator(".bundle-card", { has: page.locator('[value="topup-152"]') })
    await card.click()
    await say(page, PAY, "Betaal € 2,51 met iDEAL")
    await expectTrue(pages, page)
    const told = (await card.locator("[translate=no]").allTextContents()).map((text) =>
      text.replaceAll("\u00A0", " ").trim(),
    )
    expect(told).toEqual(["152 credits", "€ 2,51"])
    expect(await textOf(page, ".bundle-card:last-child .bundle-card__details")).toMatch(
      /^Je komt 50 credits tekort\./u,
    )
    await say(page, ".wallet-limits p", /€ 15,10 kopen in 24 uur \(limiet € 25,00\)/u)
    await page.locator(PAY).click()
    await say(page, ".outcome__title", m.pay_limited_title({}, NL))
    await say(page, ".outcome p", /die je voor 7 dagen hebt ingesteld/u)
    await expectTrue(pages, page)
    isRefused = false
    await page.locator(".outcome .ui-button--primary").click()
    await say(page, PAY, "Betaal € 2,51 met iDEAL")
    await expectTrue(pages, page)
    await page.locator(PAY).click()
    await page.locator(".outcome--waiting").waitFor()
    await expectTrue(pages, page)
    pages.gateway.emitAll([
      {
        _tag: "BundleBought",
        sessionId: "ps_1",
        bundleId: "topup-152",
        credits: 152,
        amountCents: 251,
        transactionId: "tx_1",
      },
      creditsFact(162),
    ])
    await page.locator(".outcome--success").waitFor()
    await expectTrue(pages, page)
    await expect
      .poll(async () =>
        (await page.locator(".outcome__receipt dd").allTextContents()).map((text) =>
          text.replaceAll("\u00A0", " "),
        ),
      )
      .toEqual(["152 credits · 2:32 minuten", "€ 2,07", "€ 0,44", "€ 2,51", "162 credits"])
    const orders = pages.gateway.commands.filter(({ _tag }) => _tag === "OpenPaymentSession")
    expect(orders.map((order) => (order as { bundleId?: string }).bundleId)).toEqual([
      "topup-152",
      "topup-152",
    ])
  })

  it("limits are saved and refused with what was chosen, and a pause begins after its question [HANDS-03]", async () => {
    let isRefused = true
    const page = await open(hand, "/settings", [], ({ _tag }) => {
      if (_tag === "PauseSpending") return [changed({ pausedUntil: Date.UTC(2026, 11, 4, 12) })]
      if (_tag !== "SetSpendingLimits") return undefined
      return isRefused
        ? [{ _tag: "SpendingLimitsRefused", label: "outcomeUnknown" }]
        : [changed({ day: { limitCents: 1_000, boughtCents: 990, raise: null } })]
    })
    const form = page.locator("form.settings-limits")
    const day = form.locator("select").first()
    await day.waitFor()
    await expectTrue(pages, page)
    await say(page, "form.settings-limits p", "Al gekocht: € 9,90")
    await day.selectOption("1000")
    await form.locator("button").click()
    await form.locator(".settings-status__note--info").waitFor()
    await expectTrue(pages, page)
    expect(await day.inputValue()).toBe("1000")
    isRefused = false
    await form.locator("button").click()
    await say(page, ".settings-status__note--success", m.limits_saved({}, NL))
    await expectTrue(pages, page)
    expect(pages.gateway.commands.findLast(({ _tag }) => _tag === "SetSpendingLimits")).toEqual({
      _tag: "SetSpendingLimits",
      dayCents: 1_000,
      weekCents: 10_000,
      monthCents: null,
    })
    // What was bought elsewhere, and a raise that now holds.
    pages.gateway.emit({
      ...LIMITS,
      day: { limitCents: 1_000, boughtCents: 1_000, raise: { limitCents: null, from: NOW } },
      week: { limitCents: 10_000, boughtCents: 1_000, raise: null },
    })
    await say(page, "form.settings-limits p", "Al gekocht: € 10,00")
    await expectTrue(pages, page)
    const pause = page.locator("div.settings-limits")
    await pause.locator("select").selectOption("7")
    await pause.locator(".ui-button").click()
    await say(page, ".settings-limits__question p", /7 dagen/u)
    await expectTrue(pages, page)
    await pause.locator(".settings-limits__question .ui-button--primary").click()
    await say(page, "div.settings-limits", /Je hebt pauze tot .*4 dec/u)
    await expectTrue(pages, page)
    await say(page, "div.settings-limits .ui-button", m.pause_lengthen({}, NL))
  })

  const BOUGHT = {
    movementId: "tr_1",
    at: Date.UTC(2026, 10, 24, 12),
    amount: 1_800,
    balance: 1_990,
    kind: "bundle",
    session: null,
    performer: null,
    transactionId: "tx_1",
    paidCents: 2_375,
    withdrawal: { sessionId: "ps_1", until: Date.UTC(2026, 11, 8, 12) },
  }
  const history = { "/api/movements": { body: { movements: [BOUGHT], next: null } } }

  const WITHDRAWN: Event = {
    _tag: "PurchaseWithdrawn",
    sessionId: "ps_1",
    credits: 1_800,
    amountCents: 2_375,
    receivedAt: Date.UTC(2026, 10, 27, 9, 5),
  }

  it("a withdrawal takes its two steps, again where nobody answered, and is acknowledged with its amount [HANDS-02]", async () => {
    let isUnknown = true
    const page = await open(
      hand,
      "/settings/credits",
      [],
      ({ _tag }) =>
        _tag === "WithdrawPurchase"
          ? [isUnknown ? { _tag: "PurchaseWithdrawalUnknown", sessionId: "ps_1" } : WITHDRAWN]
          : undefined,
      history,
    )
    await page.locator(".credits-row__withdrawal .ui-button").click()
    await say(page, ".credits-withdrawal p", /€ 23,75.*1\.800 credits/u)
    await expectTrue(pages, page)
    expect(pages.gateway.commands).toEqual([])
    await page.locator(".credits-withdrawal .ui-button--primary").click()
    await say(page, ".credits-withdrawal [role=status]", m.withdrawal_unknown({}, NL))
    await expectTrue(pages, page)
    isUnknown = false
    await page.locator(".credits-withdrawal .ui-button--primary").click()
    await say(page, ".credits-withdrawal [role=status]", /27 nov 2026, 9:05.*€ 23,75/u)
    await expectTrue(pages, page)
    const asked = { _tag: "WithdrawPurchase", sessionId: "ps_1" }
    expect(pages.gateway.commands).toEqual([asked, asked])
    await page.locator(".credits-withdrawal .ui-button--primary").click()
    await page.getByRole("alertdialog").waitFor({ state: "detached" })
    await expectTrue(pages, page)
  })

  it("a receipt has the figures of its purchase [HANDS-01]", async () => {
    const page = await open(hand, "/settings/credits", [], () => undefined, history)
    await page.locator(".credits-row__what .credits-row__open").first().click()
    await page.locator(".credits-receipt").waitFor()
    await expectTrue(pages, page)
    const figures = await page.locator(".credits-receipt__figures dd").allTextContents()
    expect(figures.map((text) => text.replaceAll("\u00A0", " ")).slice(1)).toEqual([
      "1.800 credits · 30 minuten",
      "€ 19,63",
      "€ 4,12",
      "€ 23,75",
    ])
    expect(await shownText(page, ".credits-row__amount")).toBe("+1.800 € 23,75")
    await page.keyboard.press("Escape")
    await page.locator(".credits-receipt").waitFor({ state: "detached" })
    await expectTrue(pages, page)
  })
})
