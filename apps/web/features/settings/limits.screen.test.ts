/** The limits on buying in the settings, and how the wallet and the receipts lead there. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event, EventOf } from "@foldcast/contracts/stream/event"
import { NOW } from "../../screens/scripted-gateway.fixture.ts"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { member } from "../../screens/visit-facts.fixture.ts"
import { bundleOf, walletLoadedFact } from "../../screens/wallet-facts.fixture.ts"

const pages = sitePages()
const WIDTHS = variants([390, 1_280], [320])

const NONE = { limitCents: null, boughtCents: 0, raise: null }
const LISTED: EventOf<"SpendingLimitsListed"> = {
  _tag: "SpendingLimitsListed",
  day: { limitCents: 2_500, boughtCents: 990, raise: null },
  week: { limitCents: 5_000, boughtCents: 990, raise: { limitCents: 10_000, from: NOW } },
  month: NONE,
  pausedUntil: null,
}
const changed = (more: Partial<EventOf<"SpendingLimitsListed">>): Event => ({
  ...LISTED,
  ...more,
  _tag: "SpendingLimitsChanged",
})

const BOUGHT: Event = {
  _tag: "BundleBought",
  sessionId: "ps_00000001",
  bundleId: "b1",
  credits: 600,
  amountCents: 990,
  transactionId: "tx_1",
}

const queries = (url: URL) =>
  url.pathname === "/api/sessions" ? { body: { sessions: [] } } : undefined

const row = (page: Page) => page.getByRole("region", { name: "Limieten en pauzes" })

/** The settings of a member with these limits, and what the gateway answers to a change. */
const openSettings = (changes: Readonly<Partial<Record<Command["_tag"], Event>>>, width = 390) =>
  pages.open(
    {
      events: member(),
      queries,
      answers: ({ _tag }) => {
        const answer = _tag === "LoadSpendingLimits" ? LISTED : changes[_tag]
        return answer === undefined ? undefined : [answer]
      },
    },
    { width, path: "/settings" },
  )
const UNANSWERED: Event = { _tag: "SpendingLimitsRefused", label: "outcomeUnknown" }

describe("the limits on buying", () => {
  it.each(WIDTHS)(
    "are chosen for a day, a week and a month, with what was bought, at %i [WALLET-57]",
    async (width) => {
      const lowered = changed({ day: { limitCents: 1_000, boughtCents: 990, raise: null } })
      const page = await openSettings({ SetSpendingLimits: lowered }, width)
      const day = row(page).getByLabel("In 24 uur")
      await expect.poll(() => day.inputValue()).toBe("2500")
      expect(await row(page).getByLabel("In 7 dagen").inputValue()).toBe("10000")
      expect(await row(page).getByLabel("In 30 dagen").inputValue()).toBe("none")
      await row(page)
        .getByText(/Al gekocht: €\s9,90/u)
        .first()
        .waitFor()
      await row(page)
        .getByText(/blijft het €\s50,00, daarna wordt het €\s100,00/u)
        .waitFor()
      await pages.expectSound(page)
      await day.selectOption("1000")
      await row(page).getByRole("button", { name: "Limieten opslaan" }).click()
      expect(await pages.gateway.command("SetSpendingLimits")).toEqual({
        _tag: "SetSpendingLimits",
        dayCents: 1_000,
        weekCents: 10_000,
        monthCents: null,
      })
      await row(page).getByText("Je limieten zijn opgeslagen.").waitFor()
      expect(await day.inputValue()).toBe("1000")
    },
  )

  it("keep what was chosen where it could not be saved, and say so", async () => {
    const page = await openSettings({ SetSpendingLimits: UNANSWERED })
    await row(page).getByLabel("In 24 uur").selectOption("1000")
    await row(page).getByRole("button", { name: "Limieten opslaan" }).click()
    await row(page)
      .getByText(/We kregen geen antwoord/u)
      .waitFor()
    expect(await row(page).getByLabel("In 24 uur").inputValue()).toBe("1000")
    await pages.expectSound(page)
  })

  it("say nothing of a pause that was refused but that it was, whatever is saved after it", async () => {
    const page = await openSettings({ PauseSpending: UNANSWERED, SetSpendingLimits: changed({}) })
    await row(page).getByRole("button", { name: "Pauze beginnen" }).click()
    await row(page).getByRole("button", { name: "Ja, begin" }).click()
    const refused = row(page).getByText(/We kregen geen antwoord/u)
    await refused.waitFor()
    await row(page).getByRole("button", { name: "Limieten opslaan" }).click()
    await row(page).getByText("Je limieten zijn opgeslagen.").waitFor()
    expect(await refused.count()).toBe(1)
    expect(await row(page).getByText("Je pauze loopt.").count()).toBe(0)
  })

  it("are asked for again after a purchase, which counts", async () => {
    const page = await openSettings({})
    await row(page).getByLabel("In 24 uur").waitFor()
    const asked = () =>
      pages.gateway.commands.filter(({ _tag }) => _tag === "LoadSpendingLimits").length
    expect(asked()).toBe(1)
    pages.gateway.emit(BOUGHT)
    await expect.poll(asked).toBe(2)
  })

  it("have a pause beside them, which begins after a question and says until when [WALLET-56]", async () => {
    const paused = changed({ pausedUntil: Date.UTC(2026, 11, 4, 12) })
    const page = await openSettings({ PauseSpending: paused })
    await row(page).getByLabel("Hoelang").selectOption("7 dagen")
    await row(page).getByRole("button", { name: "Pauze beginnen" }).click()
    expect(pages.gateway.commands.map(({ _tag }) => _tag)).not.toContain("PauseSpending")
    await pages.expectSound(page)
    const confirm = row(page).getByRole("button", { name: "Ja, begin" })
    await expect.poll(() => confirm.evaluate((button) => button.matches(":focus"))).toBe(true)
    const question = await confirm.getAttribute("aria-describedby")
    expect(await page.locator(`[id="${question}"]`).innerText()).toContain("7 dagen")
    await confirm.click()
    expect(await pages.gateway.command("PauseSpending")).toEqual({ _tag: "PauseSpending", days: 7 })
    await row(page)
      .getByText(/Je hebt pauze tot .*4 dec/u)
      .waitFor()
    const lengthen = row(page).getByRole("button", { name: "Pauze verlengen" })
    await expect.poll(() => lengthen.evaluate((button) => button.matches(":focus"))).toBe(true)
  })

  it.each(WIDTHS)(
    "say in the wallet what is left before paying, and which limit refused, at %i [WALLET-58]",
    async (width) => {
      const page = await pages.open(
        {
          events: member(),
          answers: ({ _tag }) => {
            if (_tag === "LoadSpendingLimits") return [LISTED]
            if (_tag === "LoadWallet") return [walletLoadedFact([bundleOf("b1")])]
            return _tag === "OpenPaymentSession"
              ? [{ _tag: "PaymentSessionRefused", label: "limitReached.week" }]
              : undefined
          },
        },
        { width },
      )
      await page
        .getByRole("banner")
        .getByRole("button", { name: /credits kopen$/u })
        .click()
      const wallet = page.getByRole("dialog", { name: "Credits kopen" })
      await wallet.getByText(/nog voor €\s15,10 kopen in 24 uur \(limiet €\s25,00\)/u).waitFor()
      await wallet.getByText(/nog voor €\s40,10 kopen in 7 dagen/u).waitFor()
      expect(await wallet.getByText(/in 30 dagen/u).count()).toBe(0)
      await pages.expectSound(page)
      await wallet.getByRole("button", { name: "Betaal € 9,99" }).click()
      await wallet.getByRole("heading", { name: "Dat is meer dan je eigen limiet" }).waitFor()
      await wallet.getByText(/die je voor 7 dagen hebt ingesteld/u).waitFor()
      await wallet.getByRole("button", { name: "Ander bedrag kiezen" }).waitFor()
      await pages.expectSound(page)
      await wallet.getByRole("link", { name: "Limieten en pauzes" }).click()
      await row(page).getByLabel("In 24 uur").waitFor()
      expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe("/settings#limits")
      expect(await page.getByRole("dialog").count()).toBe(0)
    },
  )
})
