/** Tests the wallet in a browser with a scripted gateway: the content of each step of buying, at every width. */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { referenceOfId } from "@foldcast/contracts/reference"
import type { Event } from "@foldcast/contracts/stream/event"
import type { WalletVariant } from "@foldcast/contracts/stream/wallet"
import { BLANK_PAGE, type GatewayScript } from "../../screens/scripted-gateway.fixture.ts"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { creditsFact, member } from "../../screens/visit-facts.fixture.ts"
import { bundleOf, IDEAL, walletLoadedFact } from "../../screens/wallet-facts.fixture.ts"

const walletLoaded = (variant?: WalletVariant) =>
  walletLoadedFact(
    [
      bundleOf("b1", { tags: ["firstTime"] }),
      bundleOf("b2", { costCents: 2_199, credits: 1_500, bonusMinutes: 2, tags: ["default"] }),
      bundleOf("b3", { costCents: 3_999, credits: 3_000, bonusMinutes: 5, tags: ["mostBought"] }),
      bundleOf("b4", { costCents: 7_499, credits: 6_000, bonusMinutes: 15, tags: ["bestDeal"] }),
      bundleOf("b5", { costCents: 14_499, credits: 12_000, bonusMinutes: 40, label: "Voorraad" }),
      bundleOf("b6", { costCents: 99, credits: 60 }),
    ],
    {
      ...(variant && { variant }),
      paymentOptions: [
        IDEAL,
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
    },
  )
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
  (variant?: WalletVariant): NonNullable<GatewayScript["answers"]> =>
  (command) => {
    if (command._tag === "LoadWallet") return [walletLoaded(variant)]
    if (command._tag === "OpenPaymentSession") return [opened]
    return command._tag === "CheckPayment" ? [] : undefined
  }

const pages = sitePages()

const WIDTHS = variants([390, 1_280], [320])

describe("the wallet", () => {
  /** The bundles are painted first; what lies below them ends with the way to the limits. */
  const isWhole = (wallet: Locator) => wallet.locator(".wallet-limits").waitFor()
  const openWallet = async (page: Page) => {
    await page
      .getByRole("banner")
      .getByRole("button", { name: /credits kopen$/u })
      .click()
    const wallet = page.getByRole("dialog", { name: "Credits kopen" })
    await isWhole(wallet)
    return wallet
  }

  /** Whether the whole element is on the screen, and nothing lies over its corners. */
  const isInView = (element: Locator) =>
    element.evaluate((box) => {
      const { top, bottom, left, right } = box.getBoundingClientRect()
      const inset = 8
      return [top + inset, bottom - inset].every((y) =>
        [left + inset, right - inset].every((x) => {
          const found = document.elementFromPoint(x, y)
          return found !== null && box.contains(found)
        }),
      )
    })

  /** Whether the method's card is fully above the footer's edge. */
  const isAboveFooter = async (wallet: Locator, method: string) => {
    const card = await wallet.locator(".method-card").filter({ hasText: method }).boundingBox()
    const footer = await wallet.locator(".wallet-footer").boundingBox()
    return card !== null && footer !== null && card.y > 0 && card.y + card.height <= footer.y
  }

  it.each(WIDTHS)(
    "offers the first five bundles with the default chosen, at %i [SHELL-15, WALLET-03, WALLET-04, WALLET-06, WALLET-07, WALLET-12, WALLET-13, WALLET-16, WALLET-17, WALLET-18, WALLET-20]",
    async (width) => {
      const page = await pages.open({ events: member(), answers: buys() }, { width })
      const wallet = await openWallet(page)
      const bundles = wallet
        .getByRole("radiogroup", { name: /Kies een bundel/u })
        .getByRole("radio")
      expect(await bundles.count()).toBe(5)
      expect(await bundles.nth(1).isChecked()).toBe(true)
      await wallet.getByRole("button", { name: "Betaal € 21,99" }).waitFor()
      expect(await wallet.getByRole("term").allTextContents()).toEqual([
        "Je krijgt",
        "Betaalmethode",
        "Totaal incl. btw",
      ])
      // 60 credits are a minute; against 0.99 a minute this one saves 11 %, and its bonus counts in neither.
      const card = wallet.locator(".bundle-card").nth(1)
      expect((await card.textContent())?.replaceAll("\u00A0", " ")).toBe(
        "25 minuten Aanbevolen € 21,99 1.500 credits € 0,88 per minuut + 2 minuten extra 11% voordeel",
      )
      expect(await wallet.locator(".bundle-card__tag").allTextContents()).toEqual([
        "Eerste aankoop",
        "Aanbevolen",
        "Meest gekozen",
        "Voordeligst",
        "Voorraad",
      ])
      await pages.expectSound(page)
    },
  )

  it("shows minutes, bonus, total minutes and total price of the bundle in the basket, in the default variant [WALLET-08, WALLET-13, WALLET-15]", async () => {
    const page = await pages.open(
      { events: member(), answers: buys("default") },
      { scheme: "light" },
    )
    const wallet = await openWallet(page)
    const lines = async () =>
      (await wallet.locator("dl > div").allTextContents()).map((text) =>
        text.replaceAll("\u00A0", " "),
      )
    expect(await lines()).toEqual([
      "Minuten25 minuten",
      "Extra minuten2 minuten",
      "Minuten in totaal27 minuten · 1.620 credits",
      "BetaalmethodeiDEAL | Wero",
      "Totaalprijs incl. btw€ 21,99",
    ])
    await pages.expectSound(page)
    await wallet.getByText(/^50\sminuten/u).click()
    const pay = wallet.getByRole("button", { name: "Betaal € 39,99" })
    await pay.waitFor()
    expect(await lines()).toEqual([
      "Minuten50 minuten",
      "Extra minuten5 minuten",
      "Minuten in totaal55 minuten · 3.300 credits",
      "BetaalmethodeiDEAL | Wero",
      "Totaalprijs incl. btw€ 39,99",
    ])
    await pay.click()
    expect(await pages.gateway.command("OpenPaymentSession")).toMatchObject({ bundleId: "b3" })
  })

  it("has its button to pay in sight on a phone, whatever the summary takes [WALLET-15, DISPLAY-08]", async () => {
    const page = await pages.open(
      { events: member(), answers: buys("default") },
      { width: 390, height: 844, motion: "reduce" },
    )
    const wallet = await openWallet(page)
    const pay = wallet.getByRole("button", { name: "Betaal € 21,99" })
    const bottom = async (part: Locator) => {
      const box = await part.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    await expect.poll(() => bottom(pay)).toBeLessThan(844)
    const price = wallet.getByText("Totaalprijs incl. btw")
    await price.scrollIntoViewIfNeeded()
    await page.locator(".ui-window__dialog").evaluate((it) => {
      it.scrollTo(0, it.scrollHeight)
    })
    await expect.poll(() => bottom(pay)).toBeLessThan(844)
    const [last, foot] = await Promise.all([
      wallet.locator(".wallet-footer__small").boundingBox(),
      wallet.locator(".wallet-footer__pay").boundingBox(),
    ])
    // A browser puts what sticks on whole pixels.
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((foot?.y ?? 0) + 1)
    await wallet.getByText("Je kunt een aankoop 14 dagen lang herroepen").waitFor()
    await pages.expectSound(page)
  })

  it.each(WIDTHS)(
    "names on one line what is bought, how it is paid and what it costs, and leads to the payment methods, at %i",
    async (width) => {
      const page = await pages.open({ events: member(), answers: buys() }, { width })
      const wallet = await openWallet(page)
      const summary = async () =>
        (await wallet.getByRole("definition").allTextContents())
          .map((text) => text.replaceAll("\u00A0", " "))
          .slice(0, 2)
      // 1.500 credits and 60 for each of two bonus minutes.
      expect(await summary()).toEqual(["1.620 credits · 27 minuten", "iDEAL | Wero"])
      expect(
        (await wallet.getByRole("definition").allTextContents())[2]?.replaceAll("\u00A0", " "),
      ).toBe("€ 21,99 incl. btw")
      if (width > 320) {
        const tops = await wallet
          .getByRole("definition")
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
        expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(12)
      }
      await wallet.getByRole("button", { name: "Betaalmethode wijzigen" }).click()
      await expect.poll(() => isAboveFooter(wallet, "Overschrijving")).toBe(true)
      await page.keyboard.press("ArrowDown")
      await wallet.getByLabel("Kies je bank").selectOption("Testbank Zuid")
      expect((await summary())[1]).toBe("Overschrijving · Testbank Zuid")
      await pages.expectSound(page)
    },
  )

  it("scrolls the payment methods into view when a bundle is picked [WALLET-21]", async () => {
    const page = await pages.open(
      { events: member(), answers: buys() },
      { width: 390, height: 480 },
    )
    const wallet = await openWallet(page)
    const methods = wallet.locator(".method-card")
    expect(await Promise.all((await methods.all()).map(isInView))).toEqual([false, false])
    await wallet.getByText(/^10\sminuten/u).click()
    await wallet.getByRole("button", { name: "Betaal € 9,99" }).waitFor()
    await expect
      .poll(async () => Promise.all((await methods.all()).map(isInView)))
      .toEqual([true, true])
    expect(pages.gateway.facts).toContainEqual({ _tag: "BundleChosen", bundleId: "b1" })
  })

  it("loads what it offers and begins with the bundle chosen before each time it opens [WALLET-19]", async () => {
    const page = await pages.open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    await wallet.getByText(/^10\sminuten/u).click()
    await wallet.getByRole("button", { name: "Betaal € 9,99" }).waitFor()
    await page.keyboard.press("Escape")
    await wallet.waitFor({ state: "detached" })
    await openWallet(page)
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).waitFor()
    await expect
      .poll(() => pages.gateway.commands)
      .toEqual([{ _tag: "LoadWallet" }, { _tag: "LoadWallet" }])
  })

  it.each([
    ["the pointer", (button: Locator) => button.hover()],
    ["the focus", (button: Locator) => button.focus()],
    ["a touch", (button: Locator) => button.dispatchEvent("pointerdown", { pointerType: "touch" })],
  ])(
    "is loaded when %s comes to its button, and shows its bundles at once when it opens [WALLET-50]",
    async (_, approach) => {
      let isOpening = false
      const page = await pages.open({
        events: member(),
        answers: (command) => (isOpening ? undefined : buys()(command)),
      })
      const button = page.getByRole("banner").getByRole("button", { name: /credits kopen$/u })
      await approach(button)
      await pages.gateway.fact("CommandAdmitted")
      isOpening = true
      await button.click()
      const wallet = page.getByRole("dialog", { name: "Credits kopen" })
      await wallet.getByRole("button", { name: "Betaal € 21,99" }).waitFor()
      expect(pages.gateway.commands).toEqual([{ _tag: "LoadWallet" }])
    },
  )

  const TOP_UP = bundleOf("topup-152", { costCents: 251, credits: 152 })

  /** Who is refused private, and presses the button of that window. */
  const runsShort = async (balance: number, width: number) => {
    const page = await pages.open(
      {
        events: [...member(), creditsFact(balance)],
        answers: (command) =>
          command._tag === "LoadWallet" ? [{ ...walletLoaded(), topUp: TOP_UP }] : buys()(command),
      },
      { width },
    )
    pages.gateway.emit({ _tag: "CreditsRanOut", action: "pre-paid" })
    const window = page.getByRole("dialog", { name: "Niet genoeg credits" })
    await window.getByRole("button", { name: "Credits kopen" }).click()
    const wallet = page.getByRole("dialog", { name: "Credits kopen" })
    await wallet.locator(".wallet-footer").waitFor()
    return { page, wallet, topUp: wallet.locator(".bundle-card").nth(5) }
  }

  it.each(WIDTHS)(
    "offers who is short of credits the fewest that are sold, chosen by nobody but them, at %i [WALLET-51, WALLET-52]",
    async (width) => {
      const { page, wallet, topUp } = await runsShort(10, width)
      expect(pages.gateway.commands).toEqual([{ _tag: "LoadWallet", short: 50 }])
      expect((await topUp.textContent())?.replaceAll("\u00A0", " ")).toBe(
        "152 credits € 2,51 Je komt 50 credits tekort. Minder dan 152 credits kun je niet kopen.",
      )
      await wallet.getByRole("button", { name: "Betaal € 21,99" }).waitFor()
      await topUp.click()
      await wallet.getByRole("button", { name: "Betaal € 2,51" }).click()
      expect(await pages.gateway.command("OpenPaymentSession")).toMatchObject({
        bundleId: "topup-152",
      })
      await pages.expectSound(page)
    },
  )

  it("shows each method with its picture, and the banks of one that has them [WALLET-09, WALLET-46]", async () => {
    const page = await pages.open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    const methods = await wallet.locator(".method-card").evaluateAll((all) =>
      Promise.all(
        all.map(async (method) => {
          const image = method.querySelector("img") ?? new Image()
          await image.decode()
          const { naturalWidth, naturalHeight } = image
          return [method.textContent, image.getAttribute("src"), naturalWidth, naturalHeight]
        }),
      ),
    )
    expect(methods).toEqual([
      ["iDEAL | Wero", "/payment-methods/10.svg", 100, 100],
      ["Overschrijving", "/payment-methods/595.svg", 100, 100],
    ])
    await wallet.getByText("Overschrijving").click()
    const banks = wallet.getByLabel("Kies je bank").locator("option:not([disabled])")
    expect(
      await banks.evaluateAll((all) =>
        all.map((option) => [option.textContent, (option as HTMLOptionElement).value]),
      ),
    ).toEqual([
      ["Testbank Noord", "1"],
      ["Testbank Zuid", "2"],
    ])
  })

  it("shows a neutral sign for a method whose picture cannot be shown", async () => {
    const page = await pages.open({
      events: member(),
      answers: () => [
        walletLoadedFact([bundleOf("b1")], {
          paymentOptions: [
            IDEAL,
            { ...IDEAL, id: "99", name: "Iets nieuws", image: "/payment-methods/unheard-of.svg" },
            { ...IDEAL, id: "98", name: "Zonder beeld", image: "" },
          ],
        }),
      ],
    })
    const wallet = await openWallet(page)
    for (const name of ["Iets nieuws", "Zonder beeld"]) {
      const method = wallet.locator(".method-card").filter({ hasText: name })
      await method.locator("svg.method-mark").waitFor()
      expect(await method.locator("img").count()).toBe(0)
    }
    await pages.expectSound(page, [/404/u])
  })

  it.each([
    { width: 320, height: 568, path: "/", variant: "drawer" },
    { width: 320, height: 568, path: "/en", variant: "default" },
    { width: 390, height: 844, path: "/en", variant: "drawer" },
    { width: 390, height: 844, path: "/", variant: "default" },
    { width: 1_280, height: 800, path: "/", variant: "drawer" },
    { width: 1_280, height: 720, path: "/en", variant: "default" },
  ] as const)(
    "has nothing preselected that is out of view when it opens, at $width × $height in $variant [WALLET-20]",
    async ({ variant, path, ...screen }) => {
      // In English the second method is the preselected one.
      const offer = {
        ...walletLoaded(variant),
        defaultMethodId: path === "/" ? "10" : "709",
        paymentOptions: ["10", "709", "436", "553", "595"].map((id) => ({
          ...IDEAL,
          id,
          name: "Overschrijving",
          image: `/payment-methods/${id}.svg`,
        })),
      }
      const page = await pages.open(
        {
          events: member(path === "/" ? "nl" : "en"),
          answers: () => [offer],
        },
        { ...screen, path, motion: "reduce" },
      )
      await page
        .getByRole("banner")
        .getByRole("button", { name: /credits/u })
        .click()
      const wallet = page.getByRole("dialog")
      await isWhole(wallet)
      const chosen = wallet.locator(".ui-radio-card:has(:checked)")
      await expect.poll(() => chosen.count()).toBe(2)
      for (const one of await chosen.all()) {
        expect(await isInView(one)).toBe(true)
      }
    },
  )

  it("keeps checkout disabled until a bank is chosen, and says so [WALLET-23]", async () => {
    const page = await pages.open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    const pay = wallet.getByRole("button", { name: "Betaal € 21,99" })
    await wallet.getByText("Overschrijving").click()
    await wallet.getByText("Kies eerst je bank.").waitFor()
    expect(await pay.isDisabled()).toBe(true)
    await wallet.getByLabel("Kies je bank").selectOption("Testbank Zuid")
    await expect.poll(() => pay.isEnabled()).toBe(true)
    await pages.expectSound(page)
  })

  it("goes to the bank in its own tab and shows what was bought [WALLET-14, WALLET-25, WALLET-30, WALLET-31, WALLET-32, WALLET-37, WALLET-38, WALLET-58]", async () => {
    const page = await pages.open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    const popup = page.waitForEvent("popup")
    // Not what is chosen at first, which stands there again afterwards.
    await wallet.getByText(/^10\sminuten/u).click()
    await wallet.getByRole("button", { name: "Betaal € 9,99" }).click()
    const tab = await popup
    await wallet.getByRole("heading", { name: "Rond je betaling af" }).waitFor()
    await expect.poll(() => tab.url()).toBe("about:blank#bank")
    await pages.expectSound(page)
    pages.gateway.emit(bought)
    pages.gateway.emit(creditsFact(2_734))
    const heading = wallet.getByRole("heading", { name: "Betaling gelukt" })
    await heading.waitFor()
    await expect
      .poll(() => heading.evaluate((element) => element === document.activeElement))
      .toBe(true)
    await wallet.getByText("Er zijn 1.500 credits aan je tegoed toegevoegd.").waitFor()
    await wallet.getByText(/1\.500\scredits · 25\sminuten/u).waitFor()
    await expect.poll(() => tab.isClosed()).toBe(true)
    const limits = wallet.getByRole("link", { name: "Limieten en pauzes" })
    expect(await limits.getAttribute("href")).toBe("/settings#limits")
    await pages.expectSound(page)
    await wallet.getByRole("button", { name: "Doorgaan" }).click()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    expect(await page.getByRole("button", { name: "2.734 credits, credits kopen" }).count()).toBe(1)
    await openWallet(page)
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).waitFor()
    expect(await heading.count()).toBe(0)
  })

  it("forgets a payment that failed when its window is closed [WALLET-38]", async () => {
    const page = await pages.open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    const pay = wallet.getByRole("button", { name: "Betaal € 21,99" })
    await pay.click()
    await wallet.getByRole("heading", { name: "Rond je betaling af" }).waitFor()
    pages.gateway.emit({ _tag: "PaymentFailed", sessionId: "ps_00000001", reasonCode: 299 })
    const failed = wallet.getByText("De betaling is om veiligheidsredenen tegengehouden.")
    await failed.waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    await openWallet(page)
    await pay.waitFor()
    expect(await failed.count()).toBe(0)
  })

  it("shows a loading text in the bank's tab and asks for what was chosen [WALLET-24, WALLET-28, WALLET-29]", async () => {
    const page = await pages.open(
      {
        events: member(),
        answers: (command) => (command._tag === "LoadWallet" ? [walletLoaded()] : undefined),
      },
      { path: "/nl?p=a1" },
    )
    const wallet = await openWallet(page)
    await wallet.getByText("Overschrijving").click()
    await wallet.getByLabel("Kies je bank").selectOption("Testbank Zuid")
    const popup = page.waitForEvent("popup")
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
    await (await popup).getByText("We openen je betaling…").waitFor()
    await wallet.getByRole("heading", { name: "We openen je betaling" }).waitFor()
    expect(await pages.gateway.command("OpenPaymentSession")).toEqual({
      _tag: "OpenPaymentSession",
      bundleId: "b2",
      paymentMethod: "595:2",
      returnUrl: `${pages.gateway.origin}/nl`,
      device: "desktop",
    })
    await pages.expectSound(page)
  })

  it("comes back to the history of credits where it is bought from there [WALLET-29]", async () => {
    const page = await pages.open(
      { events: member(), answers: buys() },
      { path: "/settings/credits" },
    )
    const wallet = await openWallet(page)
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
    expect(await pages.gateway.command("OpenPaymentSession")).toMatchObject({
      returnUrl: `${pages.gateway.origin}/settings/credits`,
    })
  })

  it("sends the fingerprint of a visitor who consented to it, and of nobody else [WALLET-27]", async () => {
    const request = async (consent: "accepted" | "refused", device?: "mobile") => {
      const events = member().map((event) =>
        event._tag === "VisitStarted" && device !== undefined ? { ...event, device } : event,
      )
      const page = await pages.open(
        { events, answers: buys(), consent },
        {
          prepare: (_page, context) =>
            context.addCookies([
              { name: "consent", value: consent, url: pages.gateway.origin },
              { name: "fingerprint", value: "fp_12345678", url: pages.gateway.origin },
            ]),
        },
      )
      const wallet = await openWallet(page)
      await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
      const command = await pages.gateway.command("OpenPaymentSession")
      await pages.close()
      return command
    }
    const asked = {
      _tag: "OpenPaymentSession",
      bundleId: "b2",
      paymentMethod: "10",
      returnUrl: expect.stringMatching(/\/$/u),
      device: "desktop",
    }
    expect(await request("accepted")).toEqual({ ...asked, fingerprint: "fp_12345678" })
    expect(await request("refused")).toEqual(asked)
    expect(await request("refused", "mobile")).toEqual({ ...asked, device: "mobile" })
  })

  it("computes the fingerprint of a visitor who consented while they choose, before they pay", async () => {
    const page = await pages.open(
      { events: member(), answers: buys(), consent: "accepted" },
      {
        prepare: (_page, context) =>
          context.addCookies([{ name: "consent", value: "accepted", url: pages.gateway.origin }]),
      },
    )
    const wallet = await openWallet(page)
    const kept = async () =>
      (await page.context().cookies()).find(({ name }) => name === "fingerprint")?.value
    await expect.poll(kept).toMatch(/^[\w-]{8,128}$/u)
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
    expect(await pages.gateway.command("OpenPaymentSession")).toMatchObject({
      fingerprint: await kept(),
    })
  })

  it("reports the first choice of a method and the purchase to analytics, once each, for a visitor who consented [TRACK-08, WALLET-22, WALLET-33]", async () => {
    const told = async (consent: "accepted" | "refused") => {
      const page = await pages.open(
        { events: member(), answers: buys(), consent },
        {
          prepare: (_page, context) =>
            context.addCookies([
              { name: "consent", value: consent, url: pages.gateway.origin },
              { name: "fingerprint", value: "fp_12345678", url: pages.gateway.origin },
            ]),
        },
      )
      const wallet = await openWallet(page)
      for (const name of ["Overschrijving", "iDEAL | Wero"]) await wallet.getByText(name).click()
      await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
      await wallet.getByRole("heading", { name: "Rond je betaling af" }).waitFor()
      pages.gateway.emitAll([bought, bought])
      await wallet.getByRole("heading", { name: "Betaling gelukt" }).waitFor()
      const events = await page.evaluate(() => window.dataLayer ?? [])
      await pages.close()
      return events
    }
    const items = [
      {
        index: 1,
        quantity: 1,
        item_name: "b2",
        item_id: "b2",
        affiliation: "foldcast",
        currency: "EUR",
        item_brand: "foldcast",
        item_category: "credits",
        price: "21.99",
      },
    ]
    expect(await told("accepted")).toEqual([
      { event: "start_payment", payment_method: "595", items },
      { event: "purchase", transaction_id: "tx_1", currency: "EUR", value: "21.99", items },
    ])
    expect(await told("refused")).toEqual([])
  })

  it("closes the bank's tab when no payment could begin, and says so [WALLET-26]", async () => {
    const page = await pages.open({
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
    await wallet
      .getByRole("alert")
      .filter({ hasText: "We konden je betaling niet starten" })
      .waitFor()
    await expect.poll(() => tab.isClosed()).toBe(true)
    await pages.expectSound(page)
  })

  it("asks for the status of a payment whose tab is gone", async () => {
    const page = await pages.open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    const popup = page.waitForEvent("popup")
    await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
    await (await popup).close()
    await wallet.getByRole("heading", { name: "Het betaaltabblad is gesloten" }).waitFor()
    await pages.expectSound(page)
    await wallet.getByRole("button", { name: "Status controleren" }).click()
    expect(await pages.gateway.command("CheckPayment")).toMatchObject({ sessionId: "ps_00000001" })
    await wallet.getByText("Nog geen bericht van de bank.").waitFor()
  })

  it.each([
    [390, "/", "We wachten op je betaling", "Naar de betaalpagina", "Terug naar de bundels"],
    [1_280, "/en", "Waiting for your payment", "Go to the payment page", "Back to the bundles"],
  ] as const)(
    "lets a payment be gone on with after a reload, or left for another, at %i",
    async (width, path, waiting, goOn, leave) => {
      const paymentURL = `${pages.gateway.origin}${BLANK_PAGE}?order=1`
      const buy = buys()
      const page = await pages.open(
        {
          events: member(path === "/" ? "nl" : "en"),
          answers: (command) =>
            command._tag === "OpenPaymentSession"
              ? [{ _tag: "PaymentSessionOpened", sessionId: "ps_00000001", paymentURL }]
              : buy(command),
        },
        { path, width },
      )
      await page
        .getByRole("banner")
        .getByRole("button", { name: /credits/u })
        .click()
      const wallet = page.getByRole("dialog")
      const pay = wallet.getByRole("button", { name: /21[.,]99 /u })
      const popup = page.waitForEvent("popup")
      await pay.click()
      const bank = await popup
      await bank.waitForURL(paymentURL)
      await page.reload()
      await wallet.getByRole("heading", { name: waiting }).waitFor()
      await pages.expectSound(page)
      await wallet.getByRole("link", { name: goOn }).click()
      await page.waitForURL(paymentURL)
      await page.goBack()
      await wallet.getByRole("link", { name: goOn }).waitFor()
      await wallet.getByRole("button", { name: leave }).click()
      await pay.waitFor()
    },
  )

  it.each(variants([390], [320, 1_280]))(
    "does not wait for a payment that was left, also after a reload, and reports when it is paid after all, at %i",
    async (width) => {
      const page = await pages.open({ events: member(), answers: buys() }, { width })
      const wallet = await openWallet(page)
      const popup = page.waitForEvent("popup")
      await wallet.getByRole("button", { name: "Betaal € 21,99" }).click()
      await (await popup).close()
      await wallet.getByRole("heading", { name: "Het betaaltabblad is gesloten" }).waitFor()
      await wallet.getByRole("button", { name: "Terug naar de bundels" }).click()
      await wallet.getByRole("button", { name: "Betaal € 21,99" }).waitFor()
      await page.keyboard.press("Escape")
      await wallet.waitFor({ state: "detached" })

      await page.reload()
      await (await openWallet(page)).getByRole("button", { name: "Betaal € 21,99" }).waitFor()
      await page.keyboard.press("Escape")
      await wallet.waitFor({ state: "detached" })
      pages.gateway.emit(bought)
      const notice = page.getByRole("status").filter({
        hasText: "Betaling gelukt. Er zijn 1.500 credits aan je tegoed toegevoegd.",
      })
      await notice.waitFor()
      await pages.expectSound(page)
      await notice.getByRole("button", { name: "Melding sluiten" }).click()
      await notice.waitFor({ state: "detached" })
    },
  )

  it("explains each failure and offers a retry of the same bundle by the same method [WALLET-14, WALLET-30, WALLET-34, WALLET-35, WALLET-36, WALLET-39]", async () => {
    let sessionId = ""
    const page = await pages.open(
      {
        events: member(),
        answers: (command) => {
          if (command._tag !== "OpenPaymentSession") return buys()(command)
          return [{ ...opened, sessionId }]
        },
      },
      { width: 390 },
    )
    const wallet = await openWallet(page)
    await wallet.getByText(/^10\sminuten/u).click()
    await wallet.getByText("Overschrijving").first().click()
    await wallet.getByRole("combobox").selectOption({ label: "Testbank Zuid" })
    for (const [reasonCode, text] of [
      [299, "De betaling is om veiligheidsredenen tegengehouden."],
      [302, "Je bank of kaart heeft de betaling geweigerd."],
      [308, "De betaling duurde te lang en is verlopen."],
      [309, "Je hebt de betaling geannuleerd"],
      [300, "De betaling is niet gelukt."],
      [100, "De betaling is niet gelukt."],
      [777, "De betaling is niet gelukt."],
    ] as const) {
      sessionId = `ps_00000${reasonCode}`
      await wallet.getByRole("button", { name: "Betaal € 9,99" }).click()
      await wallet.getByRole("heading", { name: "Rond je betaling af" }).waitFor()
      pages.gateway.emit({ _tag: "PaymentFailed", sessionId, reasonCode })
      const isCancelled = reasonCode === 309
      const outcome = wallet.getByRole(isCancelled ? "status" : "alert").filter({ hasText: text })
      await outcome.waitFor()
      // A cancellation by the visitor has no reference for support.
      expect(
        await outcome.getByText(/^Kenmerk voor de helpdesk: [0-9A-Z]{4}-[0-9A-Z]{4}$/u).count(),
      ).toBe(isCancelled ? 0 : 1)
      const help = outcome.getByRole("link", { name: "Hulp bij betalen" })
      expect(await help.count()).toBe(isCancelled ? 0 : 1)
      if (!isCancelled) expect(await help.getAttribute("href")).toBe("/help#failed")
      await pages.expectSound(page)
      await wallet.getByRole("button", { name: "Opnieuw proberen" }).click()
      await wallet.getByRole("button", { name: "Betaal € 9,99" }).waitFor()
      await wallet.getByText("Overschrijving · Testbank Zuid").waitFor()
      // A text that asks for another method leads to the methods.
      const chosenMethod = wallet.locator(".method-card input:checked")
      const hasFocus = () => chosenMethod.evaluate((input) => input === document.activeElement)
      if (reasonCode === 302 || reasonCode === 299) {
        await expect.poll(hasFocus).toBe(true)
        await expect.poll(() => isAboveFooter(wallet, "Overschrijving")).toBe(true)
      } else expect(await hasFocus()).toBe(false)
    }
  })

  it("offers a retry when the bundles are refused", async () => {
    const page = await pages.open({
      events: member(),
      answers: () => [{ _tag: "WalletRefused", label: "unavailable" }],
    })
    await page
      .getByRole("banner")
      .getByRole("button", { name: /credits kopen$/u })
      .click()
    const wallet = page.getByRole("dialog", { name: "Credits kopen" })
    await wallet.getByRole("alert").filter({ hasText: "We konden de bundels niet laden" }).waitFor()
    await pages.expectSound(page)
    await wallet.getByRole("button", { name: "Opnieuw proberen" }).click()
    await expect.poll(() => pages.gateway.commands.length).toBe(2)
  })

  it.each([
    ["nl", 390, /^Kenmerk voor de helpdesk: [0-9A-Z]{4}-[0-9A-Z]{4}$/u],
    ["en", 1_280, /^Reference for support: [0-9A-Z]{4}-[0-9A-Z]{4}$/u],
  ] as const)(
    "gives what failed a reference that is its command's, in %s at %i",
    async (locale, width, words) => {
      const isDutch = locale === "nl"
      const page = await pages.open(
        {
          events: member(),
          answers: (command) =>
            command._tag === "LoadWallet" ? [{ _tag: "WalletRefused", label: "unavailable" }] : [],
        },
        { width, path: isDutch ? "/" : "/en" },
      )
      await page
        .getByRole("banner")
        .getByRole("button", { name: isDutch ? /credits kopen$/u : /buy credits$/iu })
        .click()
      const shown = page.getByRole("alert").getByText(words)
      const text = await shown.textContent()
      expect(text?.split(": ")[1]).toBe(referenceOfId(pages.gateway.lastCommandId ?? ""))
      await pages.expectSound(page)
    },
  )

  it("says that paying must wait while the connection is away", async () => {
    const page = await pages.open({ events: member(), answers: buys() })
    const wallet = await openWallet(page)
    await pages.context.setOffline(true)
    await wallet.getByText("Je bent offline. Je kunt betalen zodra je weer online bent.").waitFor()
    expect(await wallet.getByRole("button", { name: "Betaal € 21,99" }).isDisabled()).toBe(true)
    await pages.context.setOffline(false)
    await page.getByText("Weer verbonden.").waitFor()
    await expect
      .poll(() => wallet.getByRole("button", { name: "Betaal € 21,99" }).isEnabled())
      .toBe(true)
  })
})
