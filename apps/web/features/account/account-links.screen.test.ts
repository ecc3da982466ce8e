/** Tests the links to log in and to reset a password in a browser, and that no token leaks. */
import { describe, expect, it } from "vitest"
import type { Page } from "playwright-core"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"
import { HOUSE_BRAND } from "../../screens/brands.fixture.ts"
import { EXPIRED_TOKEN, ONCE, expectNowhere, LINK_TOKEN } from "../../screens/links.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { loggedInFact, memberLoadedFact, started } from "../../screens/visit-facts.fixture.ts"

const LANDER: PublicBrand = {
  ...HOUSE_BRAND,
  lander: {
    id: "l1",
    media: { mediaLeft: null, mediaRight: null, amount: 120 },
    i18n: {
      nl: { title: "Welkom via ons", text: "Bevestig je adres." },
      en: { title: "Welcome from us", text: "Confirm your address." },
    },
  },
}

const pages = sitePages()

describe("a log-in link", ONCE, () => {
  it.each([
    ["nl", "Inloggen met je link", "Inloggen"],
    ["en", "Log in with your link", "Log in"],
  ] as const)(
    "says in another browser what it would do, and logs in when it is pressed, in %s [LINK-03, ROUTE-38]",
    async (locale, heading, button) => {
      const page = await pages.open(
        {
          events: [started(locale)],
          answers: ({ _tag }) => (_tag === "LogInWithToken" ? [loggedInFact(true)] : undefined),
        },
        { width: 390, path: `${locale === "nl" ? "/" : "/en"}?action=login&token=${LINK_TOKEN}` },
      )
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("heading", { name: heading }).waitFor()
      await page.waitForLoadState("networkidle")
      expect(pages.gateway.commands).toEqual([])
      await expectNowhere(pages, page, LINK_TOKEN)
      await pages.expectSound(page)
      await dialog.getByRole("button", { name: button, exact: true }).click()
      expect(await pages.gateway.command("LogInWithToken")).toEqual({
        _tag: "LogInWithToken",
        token: LINK_TOKEN,
      })
      await page.getByRole("button", { name: /noor/iu }).waitFor()
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    },
  )

  it("is replaced by the form where somebody logs in another way, and is forgotten [LINK-03]", async () => {
    const page = await pages.open(
      { events: [started()] },
      { path: `/?action=login&token=${LINK_TOKEN}` },
    )
    await page.getByRole("button", { name: "Op een andere manier inloggen" }).click()
    await page.getByRole("dialog").getByLabel("E-mailadres").waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    await page.getByRole("dialog").getByLabel("E-mailadres").waitFor()
    expect(pages.gateway.commands).toEqual([])
  })

  it("says that nothing was sent where there is no network, and can be pressed again [LINK-03]", async () => {
    const page = await pages.open(
      { events: [started()], answers: () => undefined },
      { path: `/?action=login&token=${LINK_TOKEN}` },
    )
    const dialog = page.getByRole("dialog", { name: "Inloggen" })
    await dialog.getByRole("heading", { name: "Inloggen met je link" }).waitFor()
    await pages.context.setOffline(true)
    await page.getByText("Je bent offline.").first().waitFor()
    await dialog.getByRole("button", { name: "Inloggen", exact: true }).click()
    await dialog.getByRole("alert").waitFor()
    await pages.context.setOffline(false)
    await dialog.getByRole("alert").waitFor({ state: "detached" })
    await dialog.getByRole("button", { name: "Inloggen", exact: true }).click()
    await pages.gateway.command("LogInWithToken")
    // Shown once: the loader does not cover the dialog that shows the state.
    await dialog.getByRole("status").filter({ hasText: "Bezig met inloggen…" }).waitFor()
    expect(await page.getByText("Bezig met laden…").count()).toBe(0)
  })

  it("is posted once by itself in its member's own browser, and leads a verified member to the start page with the tracking parameters, and to no lander [LINK-02, ROUTE-38, ROUTE-39, ROUTE-40]", async () => {
    const page = await pages.open(
      {
        events: [started()],
        isOwnBrowser: true,
        brand: LANDER,
        answers: ({ _tag }) => (_tag === "LogInWithToken" ? [loggedInFact(true)] : undefined),
      },
      { path: `/?p=a1&x=1&action=login&token=${LINK_TOKEN}` },
    )
    expect(await pages.gateway.command("LogInWithToken")).toEqual({
      _tag: "LogInWithToken",
      token: LINK_TOKEN,
    })
    await page.getByRole("button", { name: "Menu van noor" }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe("?p=a1")
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    expect(pages.gateway.facts).not.toContainEqual({ _tag: "DialogOpened", dialog: "lander" })
    await expectNowhere(pages, page, LINK_TOKEN)
    expect(pages.complaints).toEqual([])
  })

  it.each(["nl", "en"] as const)(
    "shows the brand's lander to a visitor who has not verified, in %s [ROUTE-40]",
    async (locale) => {
      const page = await pages.open(
        {
          events: [started(locale)],
          isOwnBrowser: true,
          brand: LANDER,
          answers: ({ _tag }) => (_tag === "LogInWithToken" ? [loggedInFact()] : undefined),
        },
        { width: 390, path: `${locale === "nl" ? "/" : "/en"}?action=login&token=${LINK_TOKEN}` },
      )
      const lander = page.getByRole("dialog", {
        name: locale === "nl" ? "Welkom via ons" : "Welcome from us",
      })
      await lander.getByText("120 credits").waitFor()
      await pages.expectSound(page)
    },
  )

  it("that can no longer be used says so in the card, where a password still logs in [ROUTE-38]", async () => {
    const page = await pages.open(
      {
        events: [started()],
        answers: ({ _tag }) =>
          _tag === "LogInWithToken" ? [{ _tag: "LogInRefused", label: "linkUsed" }] : undefined,
      },
      { path: `/?action=login&token=${LINK_TOKEN}` },
    )
    const dialog = page.getByRole("dialog", { name: "Inloggen" })
    await dialog.getByRole("button", { name: "Inloggen", exact: true }).click()
    await dialog.getByText(/Deze inloglink is al gebruikt/u).waitFor()
    await dialog.getByLabel("E-mailadres").waitFor()
  })

  it("asks a logged-in member for nothing [ROUTE-38]", async () => {
    const page = await pages.open(
      { events: [started(), loggedInFact(true)] },
      { path: `/?action=login&token=${LINK_TOKEN}` },
    )
    await page.getByRole("button", { name: "Menu van noor" }).click()
    await pages.gateway.fact("DialogOpened")
    expect(pages.gateway.facts).not.toContainEqual({ _tag: "DialogOpened", dialog: "logIn" })
    expect(pages.gateway.commands).toEqual([])
  })

  it("to registering opens the registration [ROUTE-42]", async () => {
    const page = await pages.open({ events: [started()] }, { path: "/?action=register" })
    await page.getByRole("dialog", { name: "Gratis aanmelden" }).waitFor()
  })
})

describe("a reset link", ONCE, () => {
  const RESET = `/?action=resetpassword&token=${LINK_TOKEN}&password=once-only`
  const typed = async (page: Page, first: string, second: string) => {
    const dialog = page.getByRole("dialog", { name: "Kies een nieuw wachtwoord" })
    await dialog.getByLabel("Nieuw wachtwoord", { exact: true }).fill(first)
    await dialog.getByLabel("Herhaal je nieuwe wachtwoord").fill(second)
    await page.keyboard.press("Enter")
    return dialog
  }

  it("asks for the new password twice and for no old one [AUTH-47, AUTH-54, AUTH-55, AUTH-57, ROUTE-41]", async () => {
    const page = await pages.open({ events: [started()] }, { width: 390, path: RESET })
    for (const [wrong, text] of [
      ["", "Kies een wachtwoord."],
      ["a1b2c", "Je wachtwoord moet minstens 6 tekens hebben."],
      ["a1".repeat(17), "Je wachtwoord mag hoogstens 32 tekens hebben."],
      ["geheim", "Je wachtwoord moet minstens één cijfer bevatten."],
      ["123456", "Je wachtwoord moet minstens één letter bevatten."],
      ["ge heim1", "Je wachtwoord mag geen spaties bevatten."],
    ] as const) {
      await (await typed(page, wrong, wrong)).getByText(text).first().waitFor()
    }
    const dialog = await typed(page, "geheim1", "geheim2")
    await dialog.getByText("De wachtwoorden zijn niet gelijk.").waitFor()
    await pages.expectSound(page)
    expect(pages.gateway.commands.map(({ _tag }) => _tag)).toEqual(["CheckResetLink"])
    expect(await dialog.locator("input").count()).toBe(2)
    await typed(page, "geheim1", "geheim1")
    expect(await pages.gateway.command("ResetPassword")).toEqual({
      _tag: "ResetPassword",
      token: LINK_TOKEN,
      password: "once-only",
      newPassword: "geheim1",
      repeatNewPassword: "geheim1",
    })
    await expectNowhere(pages, page, LINK_TOKEN)
    await expectNowhere(pages, page, "once-only")
  })

  it("ends in a view that offers the log-in, also for a member whose session it ended [AUTH-48, AUTH-51, AUTH-52]", async () => {
    const page = await pages.open(
      {
        events: [started(), loggedInFact(true)],
        answers: ({ _tag }) =>
          _tag === "ResetPassword"
            ? [{ _tag: "PasswordChanged" }, { _tag: "LoggedOut", reason: "requested" }]
            : undefined,
      },
      { width: 390, path: RESET },
    )
    const dialog = await typed(page, "geheim1", "geheim1")
    await dialog.getByRole("heading", { name: "Je wachtwoord is gewijzigd" }).waitFor()
    expect(await dialog.getByLabel("Nieuw wachtwoord", { exact: true }).count()).toBe(0)
    await pages.expectSound(page)
    await dialog.getByRole("button", { name: "Inloggen" }).click()
    await page.getByRole("dialog", { name: "Inloggen" }).getByLabel("E-mailadres").waitFor()
  })

  it("shows and checks the brand's lengths, and says at the password when it is one of the most common", async () => {
    const page = await pages.open(
      {
        events: [started()],
        brand: { ...HOUSE_BRAND, features: { ...DEFAULT_FEATURES, longPasswords: true } },
        answers: ({ _tag }) =>
          _tag === "ResetPassword"
            ? [{ _tag: "PasswordChangeRefused", label: "commonPassword" }]
            : undefined,
      },
      { width: 390, path: RESET },
    )
    const dialog = await typed(page, "geheim1", "geheim1")
    await dialog.getByText("8 tot 64 tekens").waitFor()
    await dialog.getByText("minstens 8 tekens").first().waitFor()
    expect(pages.gateway.commands.map(({ _tag }) => _tag)).not.toContain("ResetPassword")
    await typed(page, "password1", "password1")
    await dialog.getByText("Veel mensen gebruiken dit wachtwoord").waitFor()
    expect(await dialog.getByRole("button", { name: "Nieuwe link aanvragen" }).count()).toBe(0)
    await pages.expectSound(page)
  })

  it.each([
    ["incorrectPassword", /Deze link is verlopen of al gebruikt/u, 1],
    ["linkExpired", /Deze link is verlopen of al gebruikt/u, 1],
    ["linkUsed", /Deze link is verlopen of al gebruikt/u, 1],
    ["undefined", /Er ging iets mis en je wachtwoord is niet gewijzigd/u, 0],
  ])("says for the refusal %s what to do [ERR-12, ERR-13, ERR-14]", async (label, text, offers) => {
    const page = await pages.open(
      {
        events: [started()],
        answers: ({ _tag }) =>
          _tag === "ResetPassword" ? [{ _tag: "PasswordChangeRefused", label }] : undefined,
      },
      { path: RESET },
    )
    const dialog = await typed(page, "geheim1", "geheim1")
    await dialog.getByRole("alert").filter({ hasText: text }).waitFor()
    expect(await dialog.getByRole("button", { name: "Nieuwe link aanvragen" }).count()).toBe(offers)
  })

  it.each([
    { locale: "nl", width: 390, heading: "Deze link is verlopen", button: "Nieuwe link aanvragen" },
    { locale: "en", width: 1_280, heading: "This link has expired", button: "Request a new link" },
  ] as const)(
    "that has expired says so before anything is typed, and leads to a new one, in $locale [ERR-12]",
    async ({ locale, width, heading, button }) => {
      const page = await pages.open(
        { events: [started(locale)] },
        {
          width,
          path: `${locale === "en" ? "/en" : "/"}?action=resetpassword&token=${EXPIRED_TOKEN}`,
        },
      )
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("heading", { name: heading }).waitFor()
      expect(await dialog.locator("input").count()).toBe(0)
      await pages.expectSound(page)
      await dialog.getByRole("button", { name: button }).click()
      await dialog.locator("input").waitFor()
      expect(pages.gateway.commands).toEqual([])
      await expectNowhere(pages, page, EXPIRED_TOKEN)
    },
  )

  it.each([
    { locale: "nl", width: 390, heading: "Deze link is al gebruikt", logIn: "Inloggen" },
    { locale: "en", width: 1_280, heading: "This link has already been used", logIn: "Log in" },
  ] as const)(
    "that was used says so before anything is typed, in $locale [ERR-14]",
    async ({ locale, width, heading, logIn }) => {
      const page = await pages.open(
        {
          events: [started(locale)],
          answers: ({ _tag }) =>
            _tag === "CheckResetLink"
              ? [{ _tag: "ResetLinkRefused", label: "linkUsed" }]
              : undefined,
        },
        {
          width,
          path: `${locale === "en" ? "/en" : "/"}?action=resetpassword&token=${LINK_TOKEN}`,
        },
      )
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("heading", { name: heading }).waitFor()
      expect(await dialog.locator("input").count()).toBe(0)
      await pages.expectSound(page)
      await dialog.getByRole("button", { name: logIn }).click()
      await page.getByRole("dialog", { name: logIn }).locator("input").first().waitFor()
      expect(pages.gateway.commands).toEqual([{ _tag: "CheckResetLink", token: LINK_TOKEN }])
      await expectNowhere(pages, page, LINK_TOKEN)
    },
  )

  it("that was used leads a logged-in member, too, to where another is asked for [ERR-14]", async () => {
    const page = await pages.open(
      {
        events: [started(), loggedInFact(true), memberLoadedFact({ email: "noor@example.com" })],
        answers: ({ _tag }) =>
          _tag === "CheckResetLink" ? [{ _tag: "ResetLinkRefused", label: "linkUsed" }] : undefined,
      },
      {
        width: 390,
        path: RESET,
        // A draft that a guest left in this tab before a member logged in.
        prepare: (fresh) =>
          fresh.addInitScript(() => {
            for (const [form, field] of Object.entries({
              account: "email",
              "forgot-password": "identity",
            })) {
              sessionStorage.setItem(
                `draft:${form}`,
                JSON.stringify({ [field]: "guest@example.com" }),
              )
            }
          }),
      },
    )
    await page.getByRole("button", { name: "Nieuwe link aanvragen" }).click()
    const dialog = page.getByRole("dialog", { name: "Wachtwoord vergeten?" })
    const identity = dialog.getByLabel("E-mailadres of gebruikersnaam")
    await expect.poll(() => identity.inputValue()).toBe("noor@example.com")
    expect(await dialog.getByRole("button", { name: "Terug naar inloggen" }).count()).toBe(0)
    await pages.expectSound(page)
  })

  it.each(["action=resetpassword", "action=resetpassword&token="])(
    "without a token leads a guest home after a second: %s [AUTH-50, ROUTE-51]",
    async (query) => {
      // Timers of a second run when the test releases them; longer timers never run.
      const holdSeconds = (fresh: Page) =>
        fresh.addInitScript(() => {
          const setTimeout = window.setTimeout.bind(window)
          const seconds: Array<() => void> = []
          Object.assign(globalThis, { seconds })
          window.setTimeout = ((run: () => void, ms = 0) => {
            if (ms < 1_000) return setTimeout(run, ms)
            return ms === 1_000 ? seconds.push(run) : 0
          }) as typeof window.setTimeout
        })
      const page = await pages.open(
        { events: [started()] },
        { path: `/privacy?${query}`, prepare: holdSeconds },
      )
      await page.getByText(/Deze pagina werkt alleen met een link uit een mail/u).waitFor()
      await expect.poll(() => page.evaluate("seconds.length")).toBe(1)
      expect(new URL(page.url()).pathname).toBe("/privacy")
      await page.evaluate("for (const pass of seconds) pass()")
      await page.waitForURL(`${pages.gateway.origin}/`)
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    },
  )
})

describe("a page for members that a guest asked for", () => {
  const logIn = async (page: Page, email = "noor@example.com") => {
    const dialog = page.getByRole("dialog", { name: "Inloggen" })
    await dialog.getByLabel("E-mailadres").fill(email)
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await dialog.getByRole("button", { name: "Inloggen" }).click()
    await page.getByRole("button", { name: "Menu van noor" }).waitFor()
  }
  const guest = {
    events: [started()],
    queries: () => ({ body: { sessions: [] } }),
    answers: ({ _tag }: { readonly _tag: string }) =>
      _tag === "LogIn" || _tag === "Register" ? [loggedInFact(true)] : undefined,
  }

  it("is opened after a registration, under its welcome", async () => {
    const page = await pages.open(guest, { path: "/?next=settings" })
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "Gratis aanmelden" }).click()
    await dialog.getByLabel("E-mailadres").fill("noor@example.test")
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await dialog.getByRole("button", { name: "Account aanmaken" }).click()
    await page.waitForURL(`${pages.gateway.origin}/settings`)
    await page.getByRole("dialog", { name: "Je e-mailadres is bevestigd" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("heading", { level: 1, name: "Instellingen" }).waitFor()
  })

  it("is opened after the log-in, and its name is taken out of the address before that", async () => {
    const page = await pages.open(guest, { width: 390, path: "/?p=a1&next=settings" })
    await page.getByRole("dialog", { name: "Inloggen" }).waitFor()
    expect(new URL(page.url()).search).toBe("?p=a1")
    await logIn(page)
    await page.waitForURL(`${pages.gateway.origin}/settings?p=a1`)
    await page.getByRole("heading", { level: 1, name: "Instellingen" }).waitFor()
    await pages.expectSound(page)
  })

  it("is forgotten where the window was closed, and is refused unless it is on the list", async () => {
    const page = await pages.open(guest, { path: "/?next=settings" })
    await page.getByRole("dialog", { name: "Inloggen" }).waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    await logIn(page)
    // A navigation caused by the log-in has begun by the time this is answered.
    await page.evaluate(() => fetch("/api/sessions").then((answer) => answer.text()))
    expect(new URL(page.url()).pathname).toBe("/")

    pages.gateway.play(guest)
    await page.goto(`${pages.gateway.origin}/?next=//evil.test`)
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).waitFor()
    await pages.gateway.fact("Navigated")
    expect([page.url(), await page.getByRole("dialog").count()]).toEqual([
      `${pages.gateway.origin}/`,
      0,
    ])
  })
})
