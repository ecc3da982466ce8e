/**
 * The built site in a browser, with a gateway that follows a script: what the server rendered hydrates
 * without a word, nothing overflows, axe has nothing to say, and each step of buying shows what it must.
 */
import { AxeBuilder } from "@axe-core/playwright"
import chromiumFromNpm from "@sparticuz/chromium"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import type { Bundle, WalletVariant } from "@foldcast/contracts/stream/wallet"
import type { Locale } from "@foldcast/contracts/units"
import { ScriptedGateway, type Script } from "./scripted-gateway.fixture.ts"

const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

const started = (locale: Locale): Event => ({
  _tag: "VisitStarted",
  locale,
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
})
const loggedIn: Event = {
  _tag: "LoggedIn",
  memberId: "m_00000001" as MemberId,
  username: "demo",
  verified: false,
}
const credits = (amount: number): Event => ({ _tag: "CreditsChanged", credits: amount })
const guest = (locale: Locale = "nl") => [started(locale)]
const member = (locale: Locale = "nl", balance = 1_234) => [
  started(locale),
  loggedIn,
  credits(balance),
]

const bundle = (id: string, more: Partial<Bundle>): Bundle => ({
  id,
  name: id,
  costCents: 999,
  credits: 600,
  currency: "EUR",
  bonusMinutes: 0,
  label: null,
  tags: [],
  ...more,
})
const walletLoaded = (variant: WalletVariant = "drawer"): Event => ({
  _tag: "WalletLoaded",
  walletId: "w1",
  variant,
  bundles: [
    bundle("b1", { tags: ["firstTime"] }),
    bundle("b2", { costCents: 2_199, credits: 1_500, bonusMinutes: 2, tags: ["default"] }),
    bundle("b3", { costCents: 3_999, credits: 3_000, bonusMinutes: 5, tags: ["mostBought"] }),
    bundle("b4", { costCents: 7_499, credits: 6_000, bonusMinutes: 15, tags: ["bestDeal"] }),
    bundle("b5", { costCents: 14_499, credits: 12_000, bonusMinutes: 40 }),
    bundle("b6", { costCents: 99, credits: 60 }),
  ],
  paymentOptions: [
    {
      id: "10",
      name: "iDEAL",
      image: "/payment-methods/10.svg",
      provider: "paynl",
      subOptions: [],
    },
    {
      id: "595",
      name: "Overschrijving",
      image: "/payment-methods/595.svg",
      provider: "paynl",
      subOptions: [
        { id: "1", name: "Testbank Noord" },
        { id: "2", name: "Testbank Zuid" },
      ],
    },
  ],
  provider: "paynl",
  defaultMethodId: "10",
})
const opened: Event = {
  _tag: "PaymentSessionOpened",
  sessionId: "ps_00000001",
  paymentURL: "about:blank#bank",
}
const bought: Event = {
  _tag: "BundleBought",
  sessionId: "ps_00000001",
  bundleId: "b2",
  credits: 1_500,
  amountCents: 2_199,
  transactionId: "tx_1",
}

const buys =
  (variant?: WalletVariant): NonNullable<Script["answers"]> =>
  (command) => {
    if (command._tag === "LoadWallet") return [walletLoaded(variant)]
    if (command._tag === "OpenPaymentSession") return [opened]
    return command._tag === "CheckPayment" ? [] : undefined
  }

let gateway: ScriptedGateway
let browser: Browser
let context: BrowserContext | undefined
let complaints: Array<string> = []

beforeAll(async () => {
  gateway = await ScriptedGateway.start()
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? (await chromiumFromNpm.executablePath()),
    args: ["--no-sandbox", "--disable-gpu"],
  })
})
afterEach(async () => {
  await context?.close()
  context = undefined
})
afterAll(async () => {
  await browser.close()
  await gateway.stop()
})

interface Screen {
  readonly width?: number
  readonly scheme?: "dark" | "light"
  readonly path?: string
}

/** A page that has hydrated, attached and told where it is. */
const open = async (
  script: Script,
  { width = 1_280, scheme = "dark", path = "/" }: Screen = {},
) => {
  complaints = []
  gateway.play(script)
  context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme: scheme,
    locale: "nl-NL",
  })
  const page = await context.newPage()
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(error.message))
  await page.goto(`${gateway.origin}${path}`)
  await gateway.fact("Navigated")
  return page
}

const expectNoViolations = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).withTags(AXE_TAGS).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([])
}

/** Nothing overflows, nothing complains, and axe has nothing to report once all has moved into place. */
const expectSound = async (page: Page) => {
  await page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return Promise.all(passing.map((animation) => animation.finished.catch(() => null)))
  })
  await expectNoViolations(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  expect(complaints).toEqual([])
}

const WIDTHS = [320, 390, 1_280] as const

describe("the home page", () => {
  it.each([
    { width: 320, scheme: "dark", locale: "nl" },
    { width: 390, scheme: "light", locale: "en" },
    { width: 1_280, scheme: "light", locale: "nl" },
    { width: 1_920, scheme: "dark", locale: "en" },
  ] as const)("hydrates what was rendered at $width in $scheme, $locale", async (screen) => {
    const { locale } = screen
    const path = locale === "en" ? "/en" : "/"
    const forGuest = await open({ events: guest(locale) }, { ...screen, path })
    await expectSound(forGuest)
    await context?.close()
    const forMember = await open({ events: member(locale) }, { ...screen, path })
    await expectSound(forMember)
  })

  it("changes the credits button's look at 500 credits and below [SHELL-19]", async () => {
    const page = await open({ events: member("nl", 501) })
    const button = page.getByRole("button", { name: /credits kopen$/u }).first()
    const looks = () => button.evaluate((element) => getComputedStyle(element).borderColor)
    const before = await looks()
    gateway.emit(credits(500))
    await page.getByRole("button", { name: "500 credits, credits kopen" }).waitFor()
    await page.mouse.move(0, 500)
    await expect.poll(looks).not.toBe(before)
  })

  it("shows and reads out a changed balance [WALLET-47]", async () => {
    const page = await open({ events: member() })
    gateway.emit(credits(2_734))
    await page.getByRole("button", { name: "2.734 credits, credits kopen" }).waitFor()
    await page.getByRole("status").filter({ hasText: "Je saldo is nu 2.734 credits." }).waitFor()
  })

  it("leads to the same page in the other language and closes the list outside it [SHELL-39, SHELL-40]", async () => {
    const page = await open({ events: guest() }, { path: "/privacy?p=a1" })
    await page.getByRole("button", { name: "Taal: Nederlands" }).click()
    await page.getByRole("menuitem", { name: "English" }).waitFor()
    await expectSound(page)
    await page.mouse.click(200, 700)
    await expect.poll(() => page.getByRole("menu").count()).toBe(0)
    await page.getByRole("button", { name: "Taal: Nederlands" }).click()
    await page.getByRole("menuitem", { name: "English" }).click()
    await page.waitForURL("**/en/privacy?p=a1")
    expect(await page.evaluate(() => document.cookie)).toContain("language=en")
  })

  it("greets a member by username with balance, wallet and log-out [SHELL-30, SHELL-31]", async () => {
    const page = await open({ events: member() })
    await page.getByRole("button", { name: "Menu van demo" }).click()
    const menu = page.getByRole("dialog", { name: "Menu van demo" })
    await menu.getByText("Hallo demo").waitFor()
    await menu.getByText("1.234 credits").waitFor()
    await expectSound(page)
    await menu.getByRole("button", { name: "Uitloggen" }).click()
    expect(await gateway.command("LogOut")).toEqual({ _tag: "LogOut" })
  })
})

describe("a lost connection", () => {
  it("is told with the seconds to the next attempt, and what was missed when it is back", async () => {
    const page = await open({ events: member() }, { width: 390 })
    gateway.cut()
    const retry = page.getByRole("button", { name: "Nu proberen" })
    await retry.waitFor()
    await page
      .getByText(/^Geen verbinding\./u)
      .first()
      .waitFor()
    gateway.emit(credits(900))
    gateway.mend()
    await page.getByText("Weer verbonden. 1 gemiste gebeurtenis is bijgewerkt.").waitFor()
    await page.getByRole("button", { name: "900 credits, credits kopen" }).waitFor()
    await expectNoViolations(page)
  })

  it("greys the balance while the gateway does not hear of it, and says so", async () => {
    const page = await open({ events: member() })
    gateway.emit({ _tag: "SourceInterrupted", source: "member-socket" })
    await page
      .getByRole("button", { name: "1.234 credits, credits kopen (wordt bijgewerkt)" })
      .waitFor()
    await expectSound(page)
    gateway.emit({ _tag: "SourceRestored", source: "member-socket" })
    await page.getByRole("button", { name: "1.234 credits, credits kopen", exact: true }).waitFor()
  })

  it("of the session says why, and offers the log-in again", async () => {
    const page = await open({ events: member() })
    gateway.emit({ _tag: "LoggedOut", reason: "expired" })
    await page.getByText("Je sessie is verlopen. Log opnieuw in.").waitFor()
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).waitFor()
  })
})

describe("the account forms", () => {
  it("say what is wrong, in a list that takes the focus [AUTH-13, AUTH-26, AUTH-27]", async () => {
    const page = await open({ events: guest() }, { width: 390 })
    await page.getByRole("banner").getByRole("button", { name: "Gratis aanmelden" }).click()
    await page.getByLabel("E-mailadres").fill("geen adres")
    await page.getByRole("button", { name: "Account maken" }).click()
    const summary = page.getByRole("alert", { name: "Controleer wat je hebt ingevuld" })
    await expect
      .poll(() => summary.evaluate((element) => element === document.activeElement))
      .toBe(true)
    expect(await page.title()).toBe("Fout: Gratis aanmelden")
    await expectSound(page)
    await summary.getByRole("button", { name: "Kies een wachtwoord." }).click()
    await page.keyboard.type("geheim")
    await page.getByText("Het wachtwoord moet minstens één cijfer bevatten.").first().waitFor()
    expect(gateway.commands).toEqual([])
  })

  it("tell a refused log-in in its place and keep what was typed [ERR-03]", async () => {
    const page = await open({
      events: guest(),
      answers: () => [{ _tag: "LogInRefused", label: "incorrectPassword" }],
    })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    const dialog = page.getByRole("dialog", { name: "Inloggen" })
    await dialog.getByLabel("E-mailadres").fill(" demo@example.com ")
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await dialog.getByRole("button", { name: "Inloggen" }).click()
    await dialog.getByRole("alert").filter({ hasText: "Het wachtwoord klopt niet." }).waitFor()
    expect(await gateway.command("LogIn")).toMatchObject({ email: "demo@example.com" })
    expect(await dialog.getByLabel("Wachtwoord", { exact: true }).inputValue()).toBe("geheim1")
    await expectSound(page)
  })

  it("close at a successful log-in and leave the focus on the page [AUTH-16]", async () => {
    const page = await open({ events: guest(), answers: () => [loggedIn, credits(70)] })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    await page.getByLabel("E-mailadres").fill("demo@example.com")
    await page.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "70 credits, credits kopen" }).waitFor()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1")
  })

  it("shows the password only while asked to [AUTH-09]", async () => {
    const page = await open({ events: guest() })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    const field = page.getByLabel("Wachtwoord", { exact: true })
    expect(await field.getAttribute("type")).toBe("password")
    await page.getByRole("button", { name: "Wachtwoord tonen" }).click()
    expect(await field.getAttribute("type")).toBe("text")
    await page.getByRole("button", { name: "Wachtwoord verbergen" }).click()
    expect(await field.getAttribute("type")).toBe("password")
  })

  it("fail visibly offline, send nothing and keep what was typed", async () => {
    const page = await open({ events: guest() })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    await page.getByLabel("E-mailadres").fill("demo@example.com")
    await page.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await context?.setOffline(true)
    await page.getByText("Je bent offline. Wat je ziet kan verouderd zijn.").waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("alert").filter({ hasText: "Er is niets verstuurd" }).waitFor()
    expect(await page.getByLabel("E-mailadres").inputValue()).toBe("demo@example.com")
    expect(gateway.commands).toEqual([])
  })

  it("brings the typed address back after a reload, and no password", async () => {
    const page = await open({ events: guest() })
    await page.getByRole("banner").getByRole("button", { name: "Gratis aanmelden" }).click()
    await page.getByLabel("E-mailadres").fill("demo@example.com")
    await page.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await page.reload()
    const dialog = page.getByRole("dialog", { name: "Gratis aanmelden" })
    await dialog.waitFor()
    expect(await dialog.getByLabel("E-mailadres").inputValue()).toBe("demo@example.com")
    expect(await dialog.getByLabel("Wachtwoord", { exact: true }).inputValue()).toBe("")
  })
})

describe("the wallet", () => {
  const openWallet = async (page: Page) => {
    await page
      .getByRole("banner")
      .getByRole("button", { name: /credits kopen$/u })
      .click()
    await page.getByRole("radio").first().waitFor({ state: "attached" })
    return page.getByRole("dialog", { name: "Credits kopen" })
  }

  it.each(WIDTHS)(
    "offers the first five bundles with the default chosen, at %i [WALLET-04, WALLET-12, WALLET-20]",
    async (width) => {
      const page = await open({ events: member(), answers: buys() }, { width })
      const wallet = await openWallet(page)
      const bundles = wallet
        .getByRole("radiogroup", { name: /Kies een bundel/u })
        .getByRole("radio")
      expect(await bundles.count()).toBe(5)
      expect(await bundles.nth(1).isChecked()).toBe(true)
      await wallet.getByRole("button", { name: "Betaal € 21,99" }).waitFor()
      expect(await wallet.getByText("Totaal incl. btw").isVisible()).toBe(true)
      await expectSound(page)
    },
  )

  it("tells minutes, bonus, total minutes and total price in the default variant [WALLET-13, WALLET-15]", async () => {
    const page = await open({ events: member(), answers: buys("default") }, { scheme: "light" })
    const wallet = await openWallet(page)
    for (const [term, value] of [
      ["Minuten", "25 minuten"],
      ["Extra minuten", "2 minuten"],
      ["Totaal minuten", "27 minuten"],
      ["Totaalprijs incl. btw", "€ 21,99"],
    ] as const) {
      const line = wallet.locator("dl > div").filter({ has: page.getByText(term, { exact: true }) })
      expect((await line.textContent())?.replace("\u00A0", " ")).toBe(`${term}${value}`)
    }
    await expectSound(page)
  })

  it("scrolls the payment methods into view when a bundle is picked [WALLET-21]", async () => {
    const page = await open({ events: member(), answers: buys() }, { width: 390 })
    const wallet = await openWallet(page)
    await wallet.getByText(/^10 minuten/u).click()
    const method = wallet.getByText("Overschrijving")
    await expect
      .poll(async () => {
        const box = await method.boundingBox()
        const footer = await wallet.getByRole("button", { name: "Betaal € 9,99" }).boundingBox()
        return box !== null && footer !== null && box.y > 0 && box.y < footer.y
      })
      .toBe(true)
    expect(gateway.facts).toContainEqual({ _tag: "BundleChosen", bundleId: "b1" })
  })

  it("keeps checkout disabled until a bank is chosen, and says so [WALLET-23]", async () => {
    const page = await open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    const pay = wallet.getByRole("button", { name: "Betaal € 21,99" })
    await wallet.getByText("Overschrijving").click()
    await wallet.getByText("Kies eerst je bank.").waitFor()
    expect(await pay.isDisabled()).toBe(true)
    await wallet.getByLabel("Kies je bank").selectOption("Testbank Zuid")
    await expect.poll(() => pay.isEnabled()).toBe(true)
    await expectSound(page)
  })

  it("goes to the bank in its own tab and shows what was bought [WALLET-14, WALLET-25, WALLET-31, WALLET-32, WALLET-37, WALLET-38]", async () => {
    const page = await open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    const popup = page.waitForEvent("popup")
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
    const tab = await popup
    await wallet.getByRole("heading", { name: "Rond je betaling af" }).waitFor()
    await expect.poll(() => tab.url()).toBe("about:blank#bank")
    await expectSound(page)
    gateway.emit(bought)
    gateway.emit(credits(2_734))
    const heading = wallet.getByRole("heading", { name: "Betaling gelukt" })
    await heading.waitFor()
    await expect
      .poll(() => heading.evaluate((element) => element === document.activeElement))
      .toBe(true)
    await wallet.getByText("Er zijn 1.500 credits aan je saldo toegevoegd.").waitFor()
    await expect.poll(() => tab.isClosed()).toBe(true)
    await expectSound(page)
    await wallet.getByRole("button", { name: "Sluiten en verder" }).click()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    expect(await page.getByRole("button", { name: "2.734 credits, credits kopen" }).count()).toBe(1)
    await openWallet(page)
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).waitFor()
  })

  it("shows a loading text in the bank's tab and asks for what was chosen [WALLET-24, WALLET-28, WALLET-29]", async () => {
    const page = await open({
      events: member(),
      answers: (command) => (command._tag === "LoadWallet" ? [walletLoaded()] : undefined),
    })
    const wallet = await openWallet(page)
    await wallet.getByText("Overschrijving").click()
    await wallet.getByLabel("Kies je bank").selectOption("Testbank Zuid")
    const popup = page.waitForEvent("popup")
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
    await (await popup).getByText("Je betaling wordt geopend…").waitFor()
    await wallet.getByRole("heading", { name: "Je betaling wordt geopend" }).waitFor()
    expect(await gateway.command("OpenPaymentSession")).toEqual({
      _tag: "OpenPaymentSession",
      bundleId: "b2",
      paymentMethod: "595:2",
      returnUrl: `${gateway.origin}/`,
      device: "desktop",
    })
    await expectSound(page)
  })

  it("closes the bank's tab when no payment could begin, and says so [WALLET-26]", async () => {
    const page = await open({
      events: member(),
      answers: (command) =>
        command._tag === "LoadWallet"
          ? [walletLoaded()]
          : [{ _tag: "PaymentSessionRefused", label: "unavailable" }],
    })
    const wallet = await openWallet(page)
    const popup = page.waitForEvent("popup")
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
    const tab = await popup
    await wallet.getByRole("alert").filter({ hasText: "De betaling kon niet beginnen" }).waitFor()
    await expect.poll(() => tab.isClosed()).toBe(true)
    await expectSound(page)
  })

  it("asks for the status of a payment whose tab is gone", async () => {
    const page = await open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    const popup = page.waitForEvent("popup")
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
    await (await popup).close()
    await wallet.getByRole("heading", { name: "Het betaaltabblad is gesloten" }).waitFor()
    await expectSound(page)
    await wallet.getByRole("button", { name: "Status controleren" }).click()
    expect(await gateway.command("CheckPayment")).toMatchObject({ sessionId: "ps_00000001" })
    await wallet.getByText("Nog geen bericht van de bank.").waitFor()
  })

  it.each([
    [299, "De betaling is uit veiligheid tegengehouden."],
    [302, "Je bank of kaart heeft de betaling geweigerd."],
    [308, "De betaling duurde te lang en is verlopen."],
    [309, "Je hebt de betaling geannuleerd."],
    [300, "De betaling is niet gelukt."],
    [100, "De betaling is niet gelukt."],
    [777, "De betaling is niet gelukt."],
  ])(
    "gives failure %i its own reason and a way back [WALLET-35, WALLET-36, WALLET-39]",
    async (reasonCode, text) => {
      const page = await open({ events: member(), answers: buys() }, { width: 390 })
      const wallet = await openWallet(page)
      await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
      await wallet.getByRole("heading", { name: "Rond je betaling af" }).waitFor()
      gateway.emit({ _tag: "PaymentFailed", sessionId: "ps_00000001", reasonCode })
      await wallet.getByRole("alert").filter({ hasText: text }).waitFor()
      await expectSound(page)
      await wallet.getByRole("button", { name: "Opnieuw proberen" }).click()
      await wallet.getByRole("button", { name: "Betaal € 21,99" }).waitFor()
    },
  )

  it("offers a retry when the bundles are refused", async () => {
    const page = await open({
      events: member(),
      answers: () => [{ _tag: "WalletRefused", label: "unavailable" }],
    })
    await page
      .getByRole("banner")
      .getByRole("button", { name: /credits kopen$/u })
      .click()
    const wallet = page.getByRole("dialog", { name: "Credits kopen" })
    await wallet.getByRole("alert").filter({ hasText: "De bundels zijn niet geladen" }).waitFor()
    await expectSound(page)
    await wallet.getByRole("button", { name: "Opnieuw proberen" }).click()
    await expect.poll(() => gateway.commands.length).toBe(2)
  })

  it("says that paying must wait while the connection is away", async () => {
    const page = await open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    await context?.setOffline(true)
    await wallet.getByText("Je bent offline. Betalen kan zodra je weer verbinding hebt.").waitFor()
    expect(await wallet.getByRole("button", { name: "Betaal € 21,99" }).isDisabled()).toBe(true)
    await context?.setOffline(false)
    await page.getByText("Weer verbonden. Je hebt niets gemist.").waitFor()
    await expect
      .poll(() => wallet.getByRole("button", { name: "Betaal € 21,99" }).isEnabled())
      .toBe(true)
  })
})
