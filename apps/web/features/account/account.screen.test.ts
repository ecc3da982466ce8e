/** Tests log-in, registration and the forgotten password in a browser with a scripted gateway. */
import { describe, expect, it } from "vitest"
import type { Page } from "playwright-core"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"
import { HOUSE_BRAND } from "../../screens/brands.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import {
  loggedInFact,
  memberLoadedFact,
  registered,
  started,
} from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const openLogIn = async (page: Page) => {
  await page.getByRole("button", { name: "Inloggen" }).first().click()
  const dialog = page.getByRole("dialog", { name: "Inloggen" })
  await dialog.waitFor()
  return dialog
}
const openRegister = async (page: Page) => {
  await page.getByRole("button", { name: "Gratis aanmelden" }).first().click()
  const dialog = page.getByRole("dialog", { name: "Gratis aanmelden" })
  await dialog.waitFor()
  return dialog
}
const FULLER = { ...HOUSE_BRAND, features: { ...DEFAULT_FEATURES, fullRegistration: true } }

describe("the log-in card", () => {
  it("leads to a new password and to signing up, and has its own language switch on a phone [AUTH-10]", async () => {
    const page = await pages.open({ events: [started()] }, { width: 390, path: "/?action=login" })
    const dialog = page.getByRole("dialog", { name: "Inloggen" })
    await dialog.waitFor()
    await dialog.getByRole("button", { name: "Wachtwoord vergeten?" }).waitFor()
    await dialog.getByRole("button", { name: "Gratis aanmelden" }).waitFor()
    await dialog.getByRole("button", { name: "Taal: Nederlands" }).waitFor()
    await pages.expectSound(page)
    await page.setViewportSize({ width: 1_280, height: 844 })
    await expect
      .poll(() => dialog.getByRole("button", { name: "Taal: Nederlands" }).count())
      .toBe(0)
  })

  it("cuts no password, however long it is, and refuses one longer than any can be [TEXT-06]", async () => {
    const page = await pages.open({ events: [started()] })
    const dialog = await openLogIn(page)
    await dialog.getByLabel("E-mailadres").fill("noor@example.com")
    const password = dialog.getByLabel("Wachtwoord", { exact: true })
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), "a1".repeat(600))
    await password.press("ControlOrMeta+V")
    await expect.poll(() => password.inputValue()).toBe("a1".repeat(600))
    await page.keyboard.press("Enter")
    await dialog.getByText(/^Je wachtwoord mag hoogstens 1\.?000 tekens hebben/u).waitFor()
    expect(await dialog.getByText("Wat je plakte, is te lang", { exact: false }).count()).toBe(0)
    expect(pages.gateway.commands).toEqual([])
  })

  it("takes only what looks like an e-mail address, and a password, trimmed [AUTH-11, AUTH-12, AUTH-13]", async () => {
    const page = await pages.open({ events: [started()] })
    const dialog = await openLogIn(page)
    const summary = dialog.getByRole("alert", { name: "Controleer wat je hebt ingevuld" })
    const faults = () => summary.getByRole("button").allTextContents()
    await dialog.getByRole("button", { name: "Inloggen" }).click()
    await expect.poll(faults).toEqual(["Vul je e-mailadres in.", "Vul je wachtwoord in."])
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    for (const wrong of ["noor", "no or@example.com"]) {
      await dialog.getByLabel("E-mailadres").fill("noor@example.com")
      await expect.poll(() => dialog.getByText(/^Vul /u).count()).toBe(0)
      await dialog.getByLabel("E-mailadres").fill(wrong)
      await page.keyboard.press("Enter")
      await dialog.getByText("Vul een e-mailadres in, zoals naam@voorbeeld.nl.").waitFor()
    }
    expect(pages.gateway.commands).toEqual([])
    await dialog.getByLabel("E-mailadres").fill(" noor@example.com ")
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill(" geheim1 ")
    await page.keyboard.press("Enter")
    expect(await pages.gateway.command("LogIn")).toEqual({
      _tag: "LogIn",
      email: "noor@example.com",
      password: "geheim1",
    })
  })

  it("says each refusal in words [ERR-01, ERR-02, ERR-03, ERR-04]", async () => {
    let label = ""
    const page = await pages.open(
      { events: [started("en")], answers: () => [{ _tag: "LogInRefused", label }] },
      { path: "/en?action=login" },
    )
    const dialog = page.getByRole("dialog", { name: "Log in" })
    await dialog.getByLabel("Email address").fill("noor@example.com")
    const password = dialog.getByLabel("Password", { exact: true })
    for (const [refusal, text] of [
      ["notExists", "We couldn't find your account!"],
      ["deleted", "This account has been deleted."],
      ["incorrectPassword", "That password isn’t right."],
      ["invalidLogin", "Incorrect credentials. Please try again."],
      ["tooManyAttempts", "Too many tries. Wait 15 minutes and try again"],
    ] as const) {
      label = refusal
      await password.fill("geheim1")
      await password.press("Enter")
      await dialog.getByRole("alert").filter({ hasText: text }).waitFor()
    }
  })

  it("keeps the address over a reload and never the password", async () => {
    const page = await pages.open({ events: [started()] })
    const dialog = await openLogIn(page)
    await dialog.getByLabel("E-mailadres").pressSequentially("noor@ex")
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    const stored = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
    await expect.poll(stored).toContain("noor@ex")
    expect(await stored()).not.toContain("geheim1")
    await page.reload()
    await expect.poll(() => dialog.getByLabel("E-mailadres").inputValue()).toBe("noor@ex")
    expect(await dialog.getByLabel("Wachtwoord", { exact: true }).inputValue()).toBe("")
  })
})

describe("registration", () => {
  it("advertises the credits that are granted, and none where none are, beside an address and a password [AUTH-23, AUTH-25]", async () => {
    const page = await pages.open({ events: [started()] }, { width: 390 })
    const dialog = await openRegister(page)
    await dialog
      .getByText("Bevestig je e-mailadres en ontvang 120 credits: 2 minuten chatten.")
      .waitFor()
    expect(
      await dialog.getByRole("link", { name: "algemene voorwaarden" }).getAttribute("href"),
    ).toBe("/terms-conditions")
    expect(await dialog.getByRole("link", { name: "privacyverklaring" }).getAttribute("href")).toBe(
      "/privacy",
    )
    expect(
      await dialog
        .locator("input")
        .evaluateAll((all) => all.map((input) => input.getAttribute("type"))),
    ).toEqual(["email", "password"])
    await pages.expectSound(page)
    await dialog.getByRole("button", { name: "Inloggen" }).click()
    await page.getByRole("dialog", { name: "Inloggen" }).waitFor()
    await pages.close()
    const without = await pages.open({
      events: [started()],
      brand: { ...HOUSE_BRAND, welcomeCredits: 0 },
    })
    const plain = await openRegister(without)
    await plain.getByLabel("E-mailadres").waitFor()
    expect(await plain.getByText("chatten").count()).toBe(0)
  })

  it("shows no window about credits where none are to be had [AUTH-39]", async () => {
    const page = await pages.open({
      events: [started()],
      brand: { ...HOUSE_BRAND, welcomeCredits: 0 },
      answers: () => [registered, loggedInFact(), memberLoadedFact()],
    })
    const dialog = await openRegister(page)
    await dialog.getByLabel("E-mailadres").fill("noor@example.com")
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Menu van noor" }).waitFor()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    expect(pages.gateway.facts).not.toContainEqual({
      _tag: "DialogOpened",
      dialog: "registrationConfirmation",
    })
  })

  it("says what is wrong with the password [AUTH-28, AUTH-29, AUTH-30, AUTH-31, AUTH-32]", async () => {
    const page = await pages.open({ events: [started()] })
    const dialog = await openRegister(page)
    const field = dialog.getByLabel("Wachtwoord", { exact: true })
    await field.fill("a1")
    await dialog.getByLabel("E-mailadres").focus()
    for (const [typed, text] of [
      ["a1", "Je wachtwoord moet minstens 6 tekens hebben."],
      ["a1".repeat(17), "Je wachtwoord mag hoogstens 32 tekens hebben."],
      ["geheim", "Je wachtwoord moet minstens één cijfer bevatten."],
      ["123456", "Je wachtwoord moet minstens één letter bevatten."],
      ["ge heim1", "Je wachtwoord mag geen spaties bevatten."],
    ] as const) {
      await field.fill(typed)
      await dialog.getByText(text).waitFor()
    }
    await field.fill("geheim1")
    await expect.poll(() => dialog.getByText(/^Het wachtwoord/u).count()).toBe(0)
  })

  it.each(["nl", "en"] as const)(
    "asks for every field where the brand wants them, in %s [AUTH-24, AUTH-34, AUTH-35, AUTH-36, AUTH-37]",
    async (locale) => {
      const page = await pages.open(
        { events: [started(locale)], brand: FULLER },
        { width: 390, path: locale === "nl" ? "/?action=register" : "/en?action=register" },
      )
      const texts =
        locale === "nl"
          ? {
              dialog: "Gratis aanmelden",
              birthday: "Geboortedatum",
              submit: "Account aanmaken",
              terms: "Ga akkoord met de voorwaarden om je aan te melden.",
              young: "Je moet 18 jaar of ouder zijn om je aan te melden.",
              username: "Gebruikersnaam",
              noName: "Kies een gebruikersnaam.",
              names: {
                abc: "Je gebruikersnaam moet minstens 4 tekens hebben.",
                ["a".repeat(15)]: "Je gebruikersnaam mag hoogstens 14 tekens hebben.",
                "no.or": "Gebruik alleen letters, cijfers, - en _.",
                mySupport: "In deze gebruikersnaam staat een woord dat niet mag.",
              },
              email: "E-mailadres",
              password: "Wachtwoord",
            }
          : {
              dialog: "Sign up free",
              birthday: "Date of birth",
              submit: "Create account",
              terms: "Agree to the terms to sign up.",
              young: "You must be 18 or older to sign up.",
              username: "Username",
              noName: "Choose a username.",
              names: {
                abc: "Your username needs at least 4 characters.",
                ["a".repeat(15)]: "Your username can’t be longer than 14 characters.",
                "no.or": "Use only letters, numbers, - and _.",
                mySupport: "This username contains a word that isn’t allowed.",
              },
              email: "Email address",
              password: "Password",
            }
      const dialog = page.getByRole("dialog", { name: texts.dialog })
      const birthday = dialog.getByRole("group", { name: texts.birthday })
      await birthday.waitFor()
      await pages.expectSound(page)
      await dialog.getByLabel(texts.email).fill("noor@example.com")
      await dialog.getByLabel(texts.password, { exact: true }).fill("geheim1")
      await birthday.getByRole("spinbutton").first().click()
      await page.keyboard.type(locale === "nl" ? "31122020" : "12312020")
      await dialog.getByRole("button", { name: texts.submit }).click()
      await dialog.getByRole("alert").getByText(texts.noName).waitFor()
      await dialog.getByRole("alert").getByText(texts.young).waitFor()
      await dialog.getByRole("alert").getByText(texts.terms).waitFor()
      await pages.expectSound(page)
      for (const [name, fault] of Object.entries(texts.names)) {
        await dialog.getByLabel(texts.username).fill(name)
        await dialog.getByRole("alert").getByText(fault).waitFor()
      }
      expect(pages.gateway.commands).toEqual([])
      await dialog.getByLabel(texts.username).fill("noor_1")
      await dialog.getByRole("alert").getByText(texts.young).click()
      await page.keyboard.type(locale === "nl" ? "31122000" : "12312000")
      await dialog.getByRole("checkbox").focus()
      await page.keyboard.press("Space")
      await dialog.getByRole("button", { name: texts.submit }).click()
      expect(await pages.gateway.command("Register")).toEqual({
        _tag: "Register",
        email: "noor@example.com",
        password: "geheim1",
        username: "noor_1",
        birthday: "2000-12-31",
        termsAccepted: true,
      })
    },
  )

  it("shows a taken address at its field, and a taken name at its own [ERR-05, ERR-06]", async () => {
    const page = await pages.open({
      events: [started()],
      brand: FULLER,
      answers: () => [
        {
          _tag: "RegistrationRefused",
          label: "badRequest.registration",
          fields: [
            { field: "email", label: "emailExists" },
            { field: "username", label: "usernameExists" },
          ],
        },
      ],
    })
    const dialog = await openRegister(page)
    await dialog.getByLabel("E-mailadres").fill("noor@example.com")
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
    await dialog.getByLabel("Gebruikersnaam").fill("noor")
    await dialog.getByRole("spinbutton").first().click()
    await page.keyboard.type("31122000")
    await dialog.getByRole("checkbox").focus()
    await page.keyboard.press("Space")
    await dialog.getByRole("button", { name: "Account aanmaken" }).click()
    const summary = dialog.getByRole("alert", { name: "Controleer wat je hebt ingevuld" })
    await summary.getByText("Er is al een account met dit e-mailadres.").waitFor()
    await summary.getByText("Deze gebruikersnaam is al bezet.").waitFor()
    await dialog.getByLabel("E-mailadres").fill("anders@example.com")
    await expect
      .poll(() => dialog.getByText("Er is al een account met dit e-mailadres.").count())
      .toBe(0)
  })

  it.each([
    { width: 390, locale: "nl", hint: "8 tot 64 tekens", fault: "minstens 8 tekens" },
    { width: 1_280, locale: "en", hint: "8 to 64 characters", fault: "at least 8 characters" },
  ] as const)(
    "shows and checks the lengths that the brand wants, at $width in $locale",
    async ({ width, locale, hint, fault }) => {
      const brand = { ...HOUSE_BRAND, features: { ...DEFAULT_FEATURES, longPasswords: true } }
      const page = await pages.open(
        { events: [started(locale)], brand },
        { width, path: locale === "en" ? "/en?action=register" : "/?action=register" },
      )
      const dialog = page.getByRole("dialog")
      await dialog.getByText(hint).waitFor()
      await dialog.locator("input[name=email]").fill("noor@example.com")
      const password = dialog.locator("input[name=password]")
      await password.fill("geheim1")
      await page.keyboard.press("Enter")
      await dialog.getByText(fault).first().waitFor()
      expect(pages.gateway.commands).toEqual([])
      await pages.expectSound(page)
      const longest = `geheim-1${"x".repeat(56)}`
      await password.fill(longest)
      await page.keyboard.press("Enter")
      expect(await pages.gateway.command("Register")).toMatchObject({ password: longest })
    },
  )

  it.each([
    { width: 390, locale: "nl", text: "Veel mensen gebruiken dit wachtwoord" },
    { width: 1_280, locale: "en", text: "A lot of people use this password" },
  ] as const)(
    "says at the password that it is one of the most common, at $width in $locale",
    async ({ width, locale, text }) => {
      const page = await pages.open(
        {
          events: [started(locale)],
          answers: () => [
            {
              _tag: "RegistrationRefused",
              label: "commonPassword",
              fields: [{ field: "password", label: "commonPassword" }],
            },
          ],
        },
        { width, path: locale === "en" ? "/en?action=register" : "/?action=register" },
      )
      const dialog = page.getByRole("dialog")
      await dialog.locator("input[name=email]").fill("noor@example.com")
      const password = dialog.locator("input[name=password]")
      await password.fill("welkom01")
      await page.keyboard.press("Enter")
      await dialog.getByText(text).waitFor()
      expect(await password.getAttribute("aria-invalid")).toBe("true")
      await pages.expectSound(page)
    },
  )

  it("says for each refusal what is known of it [ERR-07, ERR-08]", async () => {
    let label = ""
    const page = await pages.open({
      events: [started()],
      answers: () => [{ _tag: "RegistrationRefused", label, fields: [] }],
    })
    const dialog = await openRegister(page)
    await dialog.getByLabel("E-mailadres").fill("noor@example.com")
    const password = dialog.getByLabel("Wachtwoord", { exact: true })
    for (const [refusal, text] of [
      ["undefined", "Aanmelden lukte niet. Probeer het opnieuw."],
      [
        "badRequest.registration",
        "Aanmelden lukte niet. Controleer je gegevens en probeer het opnieuw.",
      ],
    ] as const) {
      label = refusal
      await password.fill("geheim1")
      await password.press("Enter")
      await dialog.getByRole("alert").filter({ hasText: text }).waitFor()
    }
  })

  it.each([
    ["nl", "Account aanmaken", /^Naar zo’n adres kunnen we geen mail sturen/u],
    ["en", "Create account", /^We can’t send email to an address like this/u],
  ] as const)(
    "says why an address is refused that mail does not reach everywhere, and accepts an apostrophe, in %s [LINK-07, AUTH-26]",
    async (locale, submit, words) => {
      const page = await pages.open(
        { events: [started(locale)], answers: () => undefined },
        { width: 390, path: `${locale === "nl" ? "/" : "/en"}?action=register` },
      )
      const dialog = page.getByRole("dialog")
      const email = dialog.locator("input[type=email]")
      await dialog.locator("input[type=password]").fill("geheim1")
      for (const typed of ["röbin@example.org", '"anna vries"@example.org', "anna@[192.0.2.1]"]) {
        await email.fill(typed)
        await dialog.getByRole("button", { name: submit }).click()
        await dialog.getByText(words).waitFor()
        await email.fill("")
      }
      await pages.expectSound(page)
      expect(pages.gateway.commands).toEqual([])
      await email.fill("o'brien@example.org")
      await dialog.getByRole("button", { name: submit }).click()
      expect(await pages.gateway.command("Register")).toMatchObject({
        email: "o'brien@example.org",
      })
    },
  )

  it("ends with a window about what the mail brings, from which the mail can be sent again [AUTH-26, AUTH-33, AUTH-39]", async () => {
    const page = await pages.open(
      {
        events: [started()],
        answers: ({ _tag }) =>
          _tag === "Register" ? [registered, loggedInFact(), memberLoadedFact()] : undefined,
      },
      { width: 390 },
    )
    const dialog = await openRegister(page)
    await dialog.getByLabel("E-mailadres").fill(" noor@example.com ")
    await dialog.getByLabel("Wachtwoord", { exact: true }).fill(" geheim1 ")
    await page.keyboard.press("Enter")
    expect(await pages.gateway.command("Register")).toMatchObject({
      email: "noor@example.com",
      password: "geheim1",
    })
    const confirmation = page.getByRole("dialog", { name: "Welkom!" })
    await confirmation.getByText(/noor@example\.com/u).waitFor()
    await confirmation.getByText(/120\scredits/u).waitFor()
    await pages.expectSound(page)
    await confirmation.getByRole("button", { name: "Mail opnieuw sturen" }).click()
    await pages.gateway.command("ResendActivation")
    // The link is opened in another tab.
    pages.gateway.emit(loggedInFact(true))
    await page.getByRole("dialog", { name: "Je e-mailadres is bevestigd" }).waitFor()
    expect(await page.getByRole("button", { name: "Mail opnieuw sturen" }).count()).toBe(0)
  })

  it("sends the fingerprint of a visitor who consented to it, and of nobody else", async () => {
    const register = async (consent: "accepted" | "refused") => {
      const page = await pages.open(
        { events: [started()], consent },
        {
          prepare: (_page, context) =>
            context.addCookies([
              { name: "consent", value: consent, url: pages.gateway.origin },
              { name: "fingerprint", value: "fp_12345678", url: pages.gateway.origin },
            ]),
        },
      )
      const dialog = await openRegister(page)
      await dialog.getByLabel("E-mailadres").fill("noor@example.com")
      await dialog.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
      await page.keyboard.press("Enter")
      const command = await pages.gateway.command("Register")
      await pages.close()
      return command
    }
    expect(await register("accepted")).toMatchObject({ fingerprint: "fp_12345678" })
    expect(await register("refused")).not.toHaveProperty("fingerprint")
  })
})

describe("the forgotten password", () => {
  const openForgot = async (page: Page) => {
    const dialog = await openLogIn(page)
    await dialog.getByRole("button", { name: "Wachtwoord vergeten?" }).click()
    const card = page.getByRole("dialog", { name: "Wachtwoord vergeten?" })
    await card.waitFor()
    return card
  }

  it("needs at least 4 characters of an address or a name [AUTH-40, AUTH-41, AUTH-45]", async () => {
    const page = await pages.open({ events: [started()] }, { width: 390 })
    const card = await openForgot(page)
    await pages.expectSound(page)
    expect(await card.locator("input").count()).toBe(1)
    await card.getByRole("button", { name: "Link sturen" }).click()
    await card.getByText("Vul je e-mailadres of gebruikersnaam in.", { exact: true }).waitFor()
    await card.getByLabel("E-mailadres of gebruikersnaam").fill("abc")
    await card.getByText("Vul minstens 4 tekens in.").waitFor()
    expect(pages.gateway.commands).toEqual([])
    await card.getByRole("button", { name: "Terug naar inloggen" }).click()
    await page.getByRole("dialog", { name: "Inloggen" }).waitFor()
  })

  it("begins with the address that was typed at the log-in, and keeps what is typed instead", async () => {
    const page = await pages.open({ events: [started()] })
    await (await openLogIn(page)).getByLabel("E-mailadres").fill("noor@example.com")
    await page.getByRole("button", { name: "Wachtwoord vergeten?" }).click()
    const identity = page.getByLabel("E-mailadres of gebruikersnaam")
    await expect.poll(() => identity.inputValue()).toBe("noor@example.com")
    await identity.fill("anna")
    await page.getByRole("button", { name: "Terug naar inloggen" }).click()
    await page.getByRole("button", { name: "Wachtwoord vergeten?" }).click()
    await expect.poll(() => identity.inputValue()).toBe("anna")
  })

  it("always shows the same answer, tells people to look at their mail, and goes back [AUTH-43, AUTH-44, AUTH-46]", async () => {
    const page = await pages.open(
      {
        events: [started()],
        answers: ({ _tag }) =>
          _tag === "RequestPasswordReset" ? [{ _tag: "PasswordResetMailRequested" }] : undefined,
      },
      { width: 390, scheme: "light" },
    )
    const card = await openForgot(page)
    await card.getByLabel("E-mailadres of gebruikersnaam").fill(" noor ")
    await page.keyboard.press("Enter")
    expect(await pages.gateway.command("RequestPasswordReset")).toMatchObject({ identity: "noor" })
    await card.getByRole("heading", { name: "Check je mail" }).waitFor()
    for (const [name, href] of [
      ["Gmail openen", "https://mail.google.com/"],
      ["Outlook openen", "https://outlook.live.com/mail/"],
    ] as const) {
      const link = card.getByRole("link", { name })
      expect(await link.getAttribute("href")).toBe(href)
      expect(await link.getAttribute("rel")).toContain("noopener")
    }
    await pages.expectSound(page)
    await card.getByRole("button", { name: "Andere gegevens invullen" }).click()
    expect(await card.getByLabel("E-mailadres of gebruikersnaam").inputValue()).toBe(" noor ")
  })

  it("shows the same answer where the gateway refuses [AUTH-43]", async () => {
    const page = await pages.open(
      { events: [started()] },
      {
        clock: "runs",
        prepare: (fresh) =>
          fresh.route("**/api/commands", (route) =>
            route.fulfill({
              status: 429,
              contentType: "application/problem+json",
              body: JSON.stringify({
                type: "about:blank",
                title: "Too many",
                status: 429,
                label: "request.tooMany",
                reference: "r",
              }),
            }),
          ),
      },
    )
    const card = await openForgot(page)
    await card.getByLabel("E-mailadres of gebruikersnaam").fill("noor")
    await page.keyboard.press("Enter")
    // The page retries with growing pauses, which the test skips.
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_000)
        return card.getByRole("heading", { name: "Check je mail" }).isVisible()
      })
      .toBe(true)
  })
})
