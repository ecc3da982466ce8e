/** The main path: from a guest to credits in the header of every open tab, and to the log-out. */
import { describe, expect, it } from "vitest"
import { includedVatCents } from "@foldcast/rules/money"
import { sampleOf } from "../support/proof-samples.ts"
import { testSite } from "./site.ts"
import { isHandshake } from "./traffic.ts"
import { BUNDLE, newAccount, type Tab } from "./visitor.ts"

describe("buying credits", () => {
  const site = testSite()

  /** The tab's requests to the gateway from now on, except those for performers, which a timer sends. */
  const questions = (tab: Tab): ReadonlyArray<string> => {
    const asked: Array<string> = []
    tab.page.on("request", (request) => {
      if (isHandshake(request)) return
      const { pathname } = new URL(request.url())
      if (pathname.startsWith("/api/") && !pathname.startsWith("/api/performers")) {
        asked.push(pathname)
      }
    })
    return asked
  }

  it.each(
    sampleOf([
      { locale: "nl", width: 1_280, colorScheme: "dark" },
      { locale: "en", width: 390, colorScheme: "light" },
    ] as const),
  )(
    "takes a guest to credits in two tabs, of which one never asks, and ends both on log-out: $locale at $width [WALLET-14, WALLET-24, WALLET-25, WALLET-37, WALLET-47]",
    async (options) => {
      const account = newAccount()
      const visitor = await site.arrive({ ...options, height: 844 })
      const { words } = visitor
      const first = await visitor.openTab()
      await first.register(account)
      const second = await visitor.openTab()
      await second.credits(0).waitFor()
      const askedBeside = questions(second)

      const bank = await first.goToBank(0)
      await first.shows(words.atBank)
      await bank.getByText(words.money(BUNDLE.cents)).first().waitFor()
      await first.chooseAtBank(bank, "pay")
      for (const tab of [first, second]) await tab.credits(BUNDLE.credits).waitFor()

      await first.shows(words.paidFor(BUNDLE.credits))
      expect(await first.dialog.getByRole("definition").allInnerTexts()).toEqual([
        words.bought(BUNDLE.credits, BUNDLE.minutes),
        words.money(BUNDLE.cents - includedVatCents(BUNDLE.cents)),
        words.money(includedVatCents(BUNDLE.cents)),
        words.money(BUNDLE.cents),
        words.credits(BUNDLE.credits),
      ])
      await first.button(words.closeReceipt).click()
      await first.dialog.waitFor({ state: "detached" })

      await first.logOut(account)
      for (const tab of [first, second]) {
        await tab.button(words.signUp, tab.page.locator("header").first()).waitFor()
      }
      // The stream delivered all of it at once.
      expect(askedBeside).toEqual([])
      for (const tab of [first, second]) {
        tab.isQuiet()
        const left = await tab.storage()
        const html = await tab.page.content()
        const [name = ""] = account.email.split("@")
        expect(left).not.toContain(name)
        // The same digits may be part of the tab's random name.
        expect(left).not.toMatch(new RegExp(String.raw`\b${BUNDLE.credits}\b`, "u"))
        expect([html.includes(name), html.includes(words.credits(BUNDLE.credits))]).toEqual([
          false,
          false,
        ])
      }

      const next = await visitor.openTab()
      await next.page.getByRole("heading", { level: 1, name: words.guestHeading }).waitFor()
      next.isQuiet()
    },
  )
})
