/** Tests the history of a member's credits in a browser: its states, opening a session, loading more. */
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { openSettings } from "../../screens/settings-pages.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"

const pages = sitePages()

const moved = (number: number, more: object = {}) => ({
  movementId: `tr_${number}`,
  at: Date.UTC(2026, 10, 24, 12, 0, number),
  amount: -10,
  balance: 2_000 - 10 * number,
  kind: "tip",
  session: null,
  performer: { performerId: "p_1", username: "Robin" },
  transactionId: null,
  paidCents: null,
  withdrawal: null,
  ...more,
})

const SESSION = { sessionId: "s_1", mode: "chat", credits: 30, seconds: 30, movementCount: 4 }
const partOf = (number: number) => moved(number, { kind: "paidTime", session: SESSION })
const BOUGHT = moved(1, {
  kind: "bundle",
  amount: 1_800,
  balance: 1_990,
  performer: null,
  transactionId: "tx_1",
  paidCents: 2_375,
})

interface Options {
  readonly width?: number
  readonly scheme?: "dark" | "light"
  readonly locale?: "nl" | "en"
  readonly browser?: { readonly permissions: Array<string> }
}

const openHistory = (
  answer: (place: string | null) => { status?: number; body: unknown } | Promise<never>,
  options: Options = {},
) =>
  openSettings(pages, {
    ...options,
    path: "/settings/credits",
    queries: (url) =>
      url.pathname === "/api/movements" ? answer(url.searchParams.get("before")) : undefined,
  })

const page = (movements: ReadonlyArray<object>, next: string | null = null) => ({
  body: { movements, next },
})

describe("the history of credits", () => {
  it("shows every movement, a paid session in one row that opens, wide and in the dark", async () => {
    const shown = await openHistory(() => page([moved(6), partOf(5), partOf(4), BOUGHT], "1"), {
      width: 1_280,
      scheme: "dark",
    })
    const table = shown.getByRole("table", { name: "Je transacties" })
    await table.getByRole("row", { name: /Fooi voor Robin.*-10 ≈\s€\s0,17.*1\.940/u }).waitFor()
    await table
      .getByRole("row", { name: /Privéchat met Robin.*0\smin 30\ss.*-30 ≈\s€\s0,50.*1\.950/u })
      .waitFor()
    await table.getByRole("row", { name: /Credits gekocht.*\+1\.800.*€\s23,75/u }).waitFor()
    expect(await table.getByRole("link", { name: "Robin" }).first().getAttribute("href")).toBe(
      "/profile/Robin",
    )
    expect(await table.getByText("tr_5").count()).toBe(0)
    const open = table.getByRole("button", { name: "Toon 4 transacties" })
    expect(await open.getAttribute("aria-expanded")).toBe("false")
    await open.press("Enter")
    await table.getByText("tr_5").waitFor()
    await table.getByText("2 van 4 transacties geladen", { exact: false }).waitFor()
    await pages.expectSound(shown)
  })

  it("loads older movements, also into the session whose row is cut by the page's end", async () => {
    const shown = await openHistory(
      (place) =>
        place === null ? page([partOf(5), partOf(4)], "4") : page([partOf(3), partOf(2), BOUGHT]),
      { width: 390, scheme: "light", locale: "en" },
    )
    const table = shown.getByRole("table", { name: "Your transactions" })
    await table.getByRole("button", { name: "Show 4 transactions" }).click()
    await table.getByText("tr_4").waitFor()
    await shown.getByRole("button", { name: "Load more" }).click()
    await pages.gateway.query("/api/movements?before=4")
    await table.getByText("tr_2").waitFor()
    await table.getByText("+1,800").waitFor()
    await shown.getByText("These are all your transactions.").waitFor()
    expect(await table.getByText("-30").count()).toBe(1)
    await pages.expectSound(shown)
  })

  it.each([
    [
      "nl",
      390,
      "dark",
      "Bon",
      "Afdrukken",
      ["1.800 credits · 30 minuten", "€ 19,63", "€ 4,12", "€ 23,75"],
    ],
    [
      "en",
      1_280,
      "light",
      "Receipt",
      "Print",
      ["1,800 credits · 30 minutes", "€19.63", "€4.12", "€23.75"],
    ],
  ] as const)(
    "has a receipt for what was bought, with its credits and minutes, net amount, VAT and total, that is printed alone, in %s at %i [WALLET-04, WALLET-58]",
    async (locale, width, scheme, name, print, bought) => {
      const shown = await openHistory(() => page([BOUGHT]), { locale, width, scheme })
      expect(await shown.getByText("tx_1").count()).toBe(0)
      await shown.getByRole("button", { name, exact: true }).click()
      const receipt = shown.getByRole("dialog", { name })
      const figures = await receipt.getByRole("definition").allInnerTexts()
      expect(figures.slice(1, 5).map((text) => text.replaceAll("\u00A0", " "))).toEqual(bought)
      for (const id of ["tr_1", "tx_1"]) await receipt.getByText(id, { exact: true }).waitFor()
      const limits = receipt.getByRole("link", {
        name: /^(?:Limieten en pauzes|Limits and breaks)$/u,
      })
      expect(await limits.getAttribute("href")).toMatch(/\/settings#limits$/u)
      await pages.expectSound(shown)
      await shown.emulateMedia({ media: "print" })
      expect(await limits.isVisible()).toBe(false)
      expect(await receipt.getByText("tx_1", { exact: true }).isVisible()).toBe(true)
      expect(await receipt.getByRole("button", { name: print }).isVisible()).toBe(false)
      expect(await shown.locator(".site").isVisible()).toBe(false)
      await shown.emulateMedia({ media: null })
    },
  )

  it("folds the ids of a movement, and copies them", async () => {
    const shown = await openHistory(() => page([moved(6)]), {
      browser: { permissions: ["clipboard-read", "clipboard-write"] },
    })
    const id = shown.getByText("tr_6", { exact: true })
    await id.waitFor({ state: "attached" })
    expect(await id.isVisible()).toBe(false)
    await shown.getByText("Details", { exact: true }).click()
    await id.waitFor()
    await shown.getByRole("button", { name: "Kopiëren" }).click()
    await shown.getByRole("button", { name: "Gekopieerd" }).waitFor()
    expect(await shown.evaluate(() => navigator.clipboard.readText())).toBe("tr_6")
    await pages.expectSound(shown)
  })

  it("offers all of it as a file, in the page's language", async () => {
    const shown = await openHistory(() => page([BOUGHT]), { locale: "en" })
    const link = shown.getByRole("link", { name: "Download as CSV" })
    await link.waitFor()
    expect(await link.getAttribute("href")).toBe("/api/movements.csv?lang=en")
  })

  it("says so while it is empty, and offers the wallet", async () => {
    const shown = await openHistory(() => page([]), { scheme: "light" })
    await shown.getByRole("heading", { name: "Nog geen transacties" }).waitFor()
    expect(await shown.getByRole("link", { name: "Download als CSV" }).count()).toBe(0)
    await pages.expectSound(shown)
    await shown.getByRole("main").getByRole("button", { name: "Credits kopen" }).click()
    await shown.getByRole("dialog", { name: "Credits kopen" }).waitFor()
  })

  it("shows a skeleton while it loads, says what failed and loads again", async () => {
    const { promise: first, resolve: answerFirst } = Promise.withResolvers<never>()
    let asked = 0
    const shown = await openHistory(
      () => {
        asked += 1
        return asked === 1 ? first : page([BOUGHT])
      },
      { width: 390 },
    )
    await shown.getByRole("status", { name: "Je transacties worden geladen…" }).waitFor()
    await pages.expectSound(shown)
    answerFirst({ status: 403, body: { label: "unauthorized" } } as never)
    await shown
      .getByRole("alert")
      .filter({ hasText: "We konden je transacties niet laden" })
      .waitFor()
    await pages.expectSound(shown, [/403/u])
    await shown.getByRole("button", { name: "Opnieuw proberen" }).click()
    await shown.getByText("Credits gekocht").waitFor()
  })

  it("keeps what is loaded where loading more fails", async () => {
    const shown = await openHistory((place) =>
      place === null ? page([moved(9)], "9") : { status: 403, body: { label: "unauthorized" } },
    )
    await shown.getByRole("button", { name: "Meer laden" }).click()
    await shown
      .getByRole("alert")
      .filter({ hasText: "We konden je transacties niet laden" })
      .waitFor()
    expect(await shown.getByText("tr_9").count()).toBe(1)
    await pages.expectSound(shown, [/403/u])
  })

  it("says that it waits where the browser is offline", async () => {
    const shown = await openHistory((place) => (place === null ? page([moved(9)], "9") : page([])))
    await shown.getByText("tr_9").waitFor({ state: "attached" })
    await shown.context().setOffline(true)
    await shown.getByRole("button", { name: "Meer laden" }).click()
    await shown.getByText("Je bent offline", { exact: false }).first().waitFor()
    await shown.context().setOffline(false)
    await shown.getByText("Dit zijn al je transacties.").waitFor()
  })
})

describe("withdrawing from a purchase", () => {
  const UNTIL = Date.UTC(2026, 11, 8, 12)
  const OPEN = { ...BOUGHT, withdrawal: { sessionId: "ps_1", until: UNTIL } }
  const WITHDRAWN: Event = {
    _tag: "PurchaseWithdrawn",
    sessionId: "ps_1",
    credits: 1_800,
    amountCents: 2_375,
    receivedAt: Date.UTC(2026, 10, 27, 9, 5),
  }
  const refused = (label: string): Event => ({
    _tag: "PurchaseWithdrawalRefused",
    sessionId: "ps_1",
    label,
  })
  const openWith = (outcome: Event, options: Options = {}) =>
    openSettings(pages, {
      ...options,
      path: "/settings/credits",
      queries: (url) =>
        url.pathname === "/api/movements"
          ? page([OPEN, { ...BOUGHT, movementId: "tr_0", transactionId: "tx_0" }])
          : undefined,
      answers: ({ _tag }) => (_tag === "WithdrawPurchase" ? [outcome] : undefined),
    })

  it.each([
    [
      "nl",
      390,
      "dark",
      "Aankoop hier herroepen",
      "Herroeping bevestigen",
      "ontvangen",
      /27 nov 2026, 9:05.*€\s23,75/u,
    ],
    [
      "en",
      1_280,
      "light",
      "Withdraw from purchase here",
      "Confirm withdrawal",
      "received",
      /Nov 27, 2026, 9:05.*€23\.75/u,
    ],
  ] as const)(
    "takes two labelled steps and is acknowledged at once with content, date and time, in %s at %i [WALLET-59]",
    async (locale, width, scheme, first, second, received, acknowledged) => {
      const shown = await openWith(WITHDRAWN, { locale, width, scheme })
      // Of the two purchases one may be withdrawn from.
      const open = shown.getByRole("button", { name: first })
      await open.waitFor()
      expect(await open.count()).toBe(1)
      await open.click()
      const question = shown.getByRole("alertdialog")
      await question.getByText(/23[.,]75/u).waitFor()
      await pages.expectSound(shown)
      expect(pages.gateway.commands).toEqual([])
      await question.getByRole("button", { name: second }).click()
      await shown.getByRole("alertdialog", { name: new RegExp(received, "u") }).waitFor()
      const said = await shown.getByRole("alertdialog").getByRole("status").innerText()
      expect(said).toMatch(acknowledged)
      expect(pages.gateway.commands).toEqual([{ _tag: "WithdrawPurchase", sessionId: "ps_1" }])
      await pages.expectSound(shown)
    },
  )

  it("sends nothing to who keeps it, by the button and by Escape [WALLET-59]", async () => {
    const shown = await openWith(WITHDRAWN)
    const open = shown.getByRole("button", { name: "Aankoop hier herroepen" })
    await open.click()
    await shown.getByRole("button", { name: "Niet herroepen" }).click()
    await shown.getByRole("alertdialog").waitFor({ state: "detached" })
    await open.click()
    await shown.keyboard.press("Escape")
    await shown.getByRole("alertdialog").waitFor({ state: "detached" })
    expect(pages.gateway.commands).toEqual([])
  })

  it.each([
    ["withdrawal.spent", "inmiddels credits gebruikt", false],
    ["withdrawal.over", "14 dagen is voorbij", false],
    ["unavailable", "is niet gelukt", true],
  ] as const)("says why it is refused: %s [WALLET-61]", async (label, text, mayTryAgain) => {
    const shown = await openWith(refused(label), { width: 390 })
    await shown.getByRole("button", { name: "Aankoop hier herroepen" }).click()
    await shown.getByRole("button", { name: "Herroeping bevestigen" }).click()
    await shown.getByText(text, { exact: false }).waitFor()
    expect(await shown.getByRole("button", { name: "Opnieuw proberen" }).count()).toBe(
      mayTryAgain ? 1 : 0,
    )
  })

  it("lets who was not answered try again [WALLET-60]", async () => {
    const shown = await openWith({ _tag: "PurchaseWithdrawalUnknown", sessionId: "ps_1" })
    await shown.getByRole("button", { name: "Aankoop hier herroepen" }).click()
    await shown.getByRole("button", { name: "Herroeping bevestigen" }).click()
    await shown.getByText("niet of je herroeping is aangekomen", { exact: false }).waitFor()
    await shown.getByRole("button", { name: "Opnieuw proberen" }).click()
    await expect.poll(() => pages.gateway.commands.length).toBe(2)
  })
})
