/** Tests the account's other dialogs in a browser: age, reminders, too few credits, log-in drawer, menu. */
import { describe, expect, it } from "vitest"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"
import { HOUSE_BRAND } from "../../screens/brands.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { loggedInFact, memberLoadedFact, started } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const ASKS_ALL = { ...HOUSE_BRAND, features: { ...DEFAULT_FEATURES, ageCheckForAll: true } }

describe("the age check", () => {
  it("opens with splash6, and neither Escape nor a press outside closes it [ROUTE-48, SHELL-56]", async () => {
    const page = await pages.open(
      { events: [started("nl", { splash6: "true" })] },
      { width: 390, path: "/?splash6=true" },
    )
    const dialog = page.getByRole("alertdialog", { name: "Alleen voor 18 jaar en ouder" })
    await dialog.getByRole("button", { name: "Akkoord" }).waitFor()
    await dialog.getByRole("button", { name: "Site verlaten" }).waitFor()
    await pages.expectSound(page)
    await page.keyboard.press("Escape")
    await page.mouse.click(5, 5)
    await page.keyboard.press("Tab")
    expect(await dialog.isVisible()).toBe(true)
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  })

  it("closes once it is agreed to, and what was asked for opens [SHELL-57]", async () => {
    const page = await pages.open(
      {
        events: [started("en")],
        brand: ASKS_ALL,
        answers: ({ _tag }) => (_tag === "VerifyAge" ? [{ _tag: "AgeVerified" }] : undefined),
      },
      { path: "/en?action=register" },
    )
    const dialog = page.getByRole("alertdialog", { name: "For adults 18 and older" })
    await dialog.getByRole("button", { name: "Agree" }).click()
    expect(await pages.gateway.command("VerifyAge")).toEqual({ _tag: "VerifyAge" })
    await page.getByRole("dialog", { name: "Sign up free" }).waitFor()
    await dialog.waitFor({ state: "detached" })
  })

  it("leads to the brand's address in place of this page when it is declined [SHELL-56]", async () => {
    const page = await pages.open({
      events: [started()],
      brand: {
        ...ASKS_ALL,
        links: { ...HOUSE_BRAND.links, leaveSite: `${pages.gateway.origin}/privacy` },
      },
    })
    const before = await page.evaluate(() => history.length)
    await page.getByRole("button", { name: "Site verlaten" }).click()
    await page.waitForURL("**/privacy")
    expect(await page.evaluate(() => history.length)).toBe(before)
  })

  it("says so when the gateway refused it, and can be tried again", async () => {
    const page = await pages.open({
      events: [started()],
      brand: ASKS_ALL,
      answers: () => [{ _tag: "AgeVerificationRefused", label: "unavailable" }],
    })
    await page.getByRole("button", { name: "Akkoord" }).click()
    await page.getByText("We konden je leeftijd niet bevestigen. Probeer het opnieuw.").waitFor()
    expect(await page.getByRole("button", { name: "Akkoord" }).isEnabled()).toBe(true)
  })

  it("is not shown to a visitor whose age is known [ROUTE-48]", async () => {
    const page = await pages.open({ events: [started(), { _tag: "AgeVerified" }], brand: ASKS_ALL })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).first().click()
    await page.getByRole("dialog", { name: "Inloggen" }).waitFor()
    expect(pages.gateway.facts).not.toContainEqual({ _tag: "DialogOpened", dialog: "ageCheck" })
  })
})

describe("the member menu", () => {
  it("reminds an unverified member of the credits, and nobody else [SHELL-32, SHELL-33, SHELL-36]", async () => {
    const page = await pages.open(
      { events: [started(), loggedInFact(), memberLoadedFact()] },
      { width: 390 },
    )
    await page.getByRole("button", { name: "Menu van noor" }).click()
    await page.getByRole("button", { name: "Haal je 120 credits op" }).click()
    const reminder = page.getByRole("dialog", { name: "Je welkomstcredits" })
    await reminder.getByText(/120\scredits, goed voor 2\sminuten chatten/u).waitFor()
    await reminder.getByText(/noor@example\.com/u).waitFor()
    await reminder.getByRole("button", { name: "Mail opnieuw sturen" }).waitFor()
    await pages.expectSound(page)
    // Verified on another device.
    pages.gateway.emit(memberLoadedFact({ verified: true }))
    const confirmed = page.getByRole("dialog", { name: "Je e-mailadres is bevestigd" })
    await confirmed.getByRole("button", { name: "Doorgaan" }).click()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    await pages.close()
    const verified = await pages.open({
      events: [started(), loggedInFact(true), memberLoadedFact({ verified: true })],
    })
    await verified.getByRole("button", { name: "Menu van noor" }).click()
    await verified.getByRole("button", { name: "Uitloggen" }).waitFor()
    expect(await verified.getByRole("button", { name: /Haal je/u }).count()).toBe(0)
    expect(await verified.getByRole("button", { name: "Kies een gebruikersnaam" }).count()).toBe(0)
  })

  it("promises no second welcome credits for another address [SHELL-33]", async () => {
    const page = await pages.open({
      events: [started(), loggedInFact(), memberLoadedFact({ welcomed: true })],
    })
    await page.getByRole("button", { name: "Menu van noor" }).click()
    await page.getByRole("button", { name: "Bevestig je e-mailadres" }).click()
    const dialog = page.getByRole("dialog", { name: "Bevestig je e-mailadres" })
    await dialog.getByText("dan weten we dat het van jou is").waitFor()
    expect(await dialog.innerText()).not.toContain("credits")
    expect(await page.getByRole("button", { name: /Haal je/u }).count()).toBe(0)
  })

  it.each(["nl", "en"] as const)(
    "leads to favourites and settings, and to the other language under 1,024 pixels, in %s [SHELL-34, SHELL-35, SHELL-49]",
    async (locale) => {
      const path = locale === "nl" ? "/" : "/en"
      const page = await pages.open(
        { events: [started(locale), loggedInFact(true)] },
        { width: 390, path },
      )
      const texts =
        locale === "nl"
          ? { menu: "Menu van noor", favourites: "Favorieten", settings: "Instellingen" }
          : { menu: "noor’s menu", favourites: "Favorites", settings: "Settings" }
      await page.getByRole("button", { name: texts.menu }).click()
      const menu = page.getByRole("dialog", { name: texts.menu })
      const prefix = locale === "nl" ? "" : "/en"
      expect(await menu.getByRole("link", { name: texts.favourites }).getAttribute("href")).toBe(
        `${prefix}/favourites`,
      )
      expect(await menu.getByRole("link", { name: texts.settings }).getAttribute("href")).toBe(
        `${prefix}/settings`,
      )
      const language = menu.getByRole("button", { name: /^(?:Taal|Language): /u })
      await language.waitFor()
      await pages.expectSound(page)
      for (const [width, count] of [
        [1_024, 0],
        [1_023, 1],
      ] as const) {
        await page.setViewportSize({ width, height: 844 })
        await expect.poll(() => language.count()).toBe(count)
      }
    },
  )

  it("asks for a username where the name is still an e-mail address [SHELL-36]", async () => {
    const page = await pages.open({
      events: [
        started(),
        loggedInFact(true),
        memberLoadedFact({ verified: true, showChangeUsername: true }),
      ],
    })
    await page.getByRole("button", { name: "Menu van noor" }).click()
    await page.getByRole("button", { name: "Kies een gebruikersnaam" }).click()
    await page.getByRole("dialog", { name: "Kies een gebruikersnaam" }).waitFor()
  })

  it("leads to the wallet, and has no entry for a profile or for messages [SHELL-31, SHELL-37]", async () => {
    const page = await pages.open({ events: [started(), loggedInFact(true)] })
    await page.getByRole("button", { name: "Menu van noor" }).click()
    const menu = page.getByRole("dialog", { name: "Menu van noor" })
    await menu.getByRole("link", { name: "Instellingen" }).waitFor()
    expect(await menu.getByRole("link").allInnerTexts()).toEqual([
      "Favorieten",
      "Transacties",
      "Instellingen",
    ])
    await menu.getByRole("button", { name: "Credits kopen" }).click()
    await pages.gateway.fact("WalletOpened")
  })
})

describe("the window about too few credits", () => {
  it.each([
    ["interval", "Je hebt niet genoeg credits meer. Koop er meer om verder te kijken."],
    ["pre-paid", "Je hebt te weinig credits om deze chat te beginnen."],
  ] as const)("names what %s was for, and leads to the wallet", async (action, text) => {
    const page = await pages.open(
      { events: [started(), loggedInFact(true), { _tag: "CreditsChanged", credits: 0 }] },
      { width: 390, scheme: "light" },
    )
    pages.gateway.emit({ _tag: "CreditsRanOut", action })
    const dialog = page.getByRole("dialog", { name: "Niet genoeg credits" })
    await dialog.getByText(text).waitFor()
    await dialog
      .getByText("Je hebt 60 credits nodig. Je tegoed is 0 credits, dus je komt 60 credits tekort.")
      .waitFor()
    const help = dialog.getByRole("link", { name: "Hoe credits werken" })
    expect(await help.getAttribute("href")).toBe("/help#credits")
    await pages.expectSound(page)
    await dialog.getByRole("button", { name: "Credits kopen" }).click()
    await pages.gateway.fact("WalletOpened")
  })
})

describe("the ways to log in and register", () => {
  it.each([
    ["whitelabel", "Welkom bij Foldcast", 1],
    ["default", "Welkom", 0],
  ] as const)("are sign-up, log-in and language, %s [SHELL-41]", async (layout, name, teasers) => {
    const page = await pages.open(
      { events: [started()], brand: { ...HOUSE_BRAND, layout } },
      { width: 390 },
    )
    await page.getByRole("banner").getByRole("button", { name: "Menu" }).click()
    const drawer = page.getByRole("dialog", { name, exact: true })
    await drawer.getByRole("button", { name: "Gratis aanmelden" }).waitFor()
    await drawer.getByRole("button", { name: "Taal: Nederlands" }).waitFor()
    expect(await drawer.getByText(/120\scredits/u).count()).toBe(teasers)
    await pages.expectSound(page)
    await drawer.getByRole("button", { name: "Inloggen" }).click()
    await page.getByRole("dialog", { name: "Inloggen" }).waitFor()
  })
})
