/**
 * Tests the settings in a browser with a scripted gateway: in every state axe finds nothing, nothing overflows, the
 * result is shown, and typed text is kept.
 */
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"
import { HOUSE_BRAND } from "../../screens/brands.fixture.ts"
import {
  card,
  DELETE_CARD,
  EMAIL,
  EMAIL_CARD,
  fillEmail,
  fillPassword,
  focused,
  HERE,
  listing,
  openForm,
  openSettings,
  PASSWORD_CARD,
  PATIENTLY,
  SESSIONS_CARD,
  typePassword,
  USERNAME_CARD,
} from "../../screens/settings-pages.fixture.ts"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"
import {
  creditsFact,
  loggedInFact,
  memberLoadedFact,
  started,
} from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

describe("the settings", () => {
  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [
        { width: 320, scheme: "light", locale: "nl" },
        { width: 390, scheme: "light", locale: "en" },
        { width: 1_280, scheme: "dark", locale: "en" },
        { width: 1_280, scheme: "light", locale: "nl" },
      ],
    ),
  )(
    "are a row each, with its value, and the open sessions, at $width in $scheme, $locale [ROUTE-06]",
    async (screen) => {
      const page = await openSettings(pages, screen)
      const names =
        screen.locale === "nl"
          ? [
              EMAIL_CARD,
              PASSWORD_CARD,
              USERNAME_CARD,
              SESSIONS_CARD,
              "Seintjes",
              "Credits",
              "Limieten en pauzes",
              DELETE_CARD,
            ]
          : [
              "Email address",
              "Password",
              "Username",
              "Open sessions",
              "Alerts",
              "Credits",
              "Limits and breaks",
              "Delete account",
            ]
      expect(await page.locator("main h2").allTextContents()).toEqual(names)
      await page.getByText(EMAIL, { exact: true }).waitFor()
      await page.getByText(screen.locale === "nl" ? "Deze sessie" : "This session").waitFor()
      await pages.expectSound(page)
    },
  )

  it("wait for the member's data and let a guest log in [AUTH-21]", async () => {
    const page = await openSettings(pages, { events: [started("nl"), loggedInFact(true)] })
    await card(page, EMAIL_CARD).getByText("Je gegevens worden geladen…").waitFor()
    pages.gateway.emit(memberLoadedFact({ verified: true }))
    await card(page, EMAIL_CARD).getByText(EMAIL, { exact: true }).waitFor()
    pages.gateway.emit({ _tag: "LoggedOut", reason: "expired" })
    await page.getByRole("main").getByRole("button", { name: "Inloggen" }).waitFor()
    expect(await page.locator("main h2").count()).toBe(0)
  })

  it("keep what was typed over a reload, and never a password", async () => {
    const page = await openSettings(pages, { width: 390 })
    await fillEmail(page)
    await fillPassword(page)
    const username = await openForm(page, USERNAME_CARD)
    await username.getByLabel("Nieuwe gebruikersnaam").fill("noortje")
    await page.reload()
    await expect
      .poll(() => card(page, EMAIL_CARD).getByLabel("Nieuw e-mailadres").inputValue(), PATIENTLY)
      .toBe("nieuw@example.test")
    expect(await card(page, EMAIL_CARD).getByLabel("Herhaal").inputValue()).toBe(
      "nieuw@example.test",
    )
    expect(await card(page, USERNAME_CARD).getByLabel("Nieuwe").inputValue()).toBe("noortje")
    expect(await card(page, PASSWORD_CARD).locator("input").count()).toBe(0)
    await openForm(page, PASSWORD_CARD)
    expect(await card(page, PASSWORD_CARD).getByLabel("Huidig wachtwoord").inputValue()).toBe("")
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
    expect(kept).not.toContain("geheim1")
    expect(kept).not.toContain("nieuw22")
    expect(pages.complaints).toEqual([])
  })

  it("keep nothing of a form that was given up, and give the focus back to its button", async () => {
    const page = await openSettings(pages, { width: 390 })
    const form = await fillEmail(page)
    await form.getByRole("button", { name: "Annuleren" }).click()
    await expect.poll(() => form.locator("input").count(), PATIENTLY).toBe(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel), PATIENTLY)
      .toBe("E-mailadres wijzigen")
    await openForm(page, EMAIL_CARD)
    expect(await form.getByLabel("Nieuw e-mailadres").inputValue()).toBe("")
    await page.reload()
    await card(page, EMAIL_CARD).getByText(EMAIL, { exact: true }).waitFor()
    await page.getByText("Deze sessie").waitFor()
    expect(await card(page, EMAIL_CARD).locator("input").count()).toBe(0)
    expect(pages.gateway.commands).toEqual([])
  })

  const isKept = async (form: Locator) => {
    for (const field of await form.locator("input").all()) {
      expect(await field.inputValue()).not.toBe("")
    }
  }

  it("send nothing while offline and keep what was typed in each form", async () => {
    const page = await openSettings(pages)
    const username = await openForm(page, USERNAME_CARD)
    await username.getByLabel("Nieuwe gebruikersnaam").fill("noortje")
    const forms = [await fillEmail(page), await fillPassword(page), username]
    await pages.context.setOffline(true)
    await page.getByText("Je bent offline. Wat je ziet").waitFor()
    for (const form of forms) {
      await form.getByRole("button", { name: /opslaan$/u }).click()
      await form.getByRole("alert").filter({ hasText: "Er is niets verstuurd" }).waitFor()
      await isKept(form)
    }
    expect(pages.gateway.commands).toEqual([])
  })

  it("say in each form when the connection was lost before the answer", async () => {
    const page = await openSettings(pages, { answers: () => undefined })
    const forms = [await fillEmail(page), await fillPassword(page)]
    for (const form of forms) {
      await form.getByRole("button", { name: /opslaan$/u }).click()
      await form.getByText("Bezig met opslaan…").waitFor()
    }
    pages.gateway.cut()
    for (const form of forms) {
      await form.getByRole("status").filter({ hasText: "Nog geen antwoord" }).waitFor()
      await isKept(form)
    }
  })

  it("can be used with the keyboard alone [ROUTE-06]", async () => {
    const page = await openSettings(pages, {
      answers: (command) =>
        command._tag === "ChangeEmail" ? [{ _tag: "EmailChangeRequested" }] : [],
    })
    await card(page, SESSIONS_CARD).getByText("Deze sessie").waitFor()
    const nameOfFocused = () =>
      page.evaluate(() => {
        const active = document.activeElement
        return active?.getAttribute("name") ?? active?.ariaLabel ?? active?.textContent ?? ""
      })
    const reached: Array<string> = []
    const tabTo = async (name: string) => {
      const start = reached.length
      while (reached.at(-1) !== name && reached.length < start + 15) {
        await page.keyboard.press("Tab")
        reached.push(await nameOfFocused())
      }
      expect(reached.at(-1)).toBe(name)
    }
    const openByKey = async (field: string) => {
      await page.keyboard.press("Enter")
      await expect.poll(() => focused(page), PATIENTLY).toBe(field)
    }
    await page.getByRole("button", { name: "E-mailadres wijzigen" }).focus()
    await openByKey("email")
    await page.keyboard.type("nieuw@example.test")
    await tabTo("repeatEmail")
    await page.keyboard.type("nieuw@example.test")
    await tabTo("password")
    await page.keyboard.type("geheim1")
    await tabTo("E-mailadres opslaan")
    await page.keyboard.press("Enter")
    expect(await pages.gateway.command("ChangeEmail")).toMatchObject({
      email: "nieuw@example.test",
    })
    await card(page, EMAIL_CARD)
      .getByText("We hebben een link gestuurd naar nieuw@example.test")
      .waitFor()
    await expect.poll(nameOfFocused, PATIENTLY).toBe("E-mailadres wijzigen")
    await tabTo("Wachtwoord wijzigen")
    await openByKey("password")
    await tabTo("Annuleren")
    await page.keyboard.press("Enter")
    await expect.poll(nameOfFocused, PATIENTLY).toBe("Wachtwoord wijzigen")
    await openByKey("password")
    await tabTo("Gebruikersnaam wijzigen")
    await openByKey("username")
    await tabTo("Verwijder account…")
    for (const name of [
      "newPassword",
      "repeatNewPassword",
      "Wachtwoord opslaan",
      "Gebruikersnaam opslaan",
      "Sessie beëindigen: Firefox op Linux",
    ]) {
      expect(reached).toContain(name)
    }
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Verwijder account" }).waitFor()
    await expect.poll(() => focused(page), PATIENTLY).toBe("password")
    await page.keyboard.press("Escape")
    await expect.poll(() => page.getByRole("dialog").count(), PATIENTLY).toBe(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENTLY)
      .toBe("Verwijder account…")
  })
})

describe("the change of an e-mail address", () => {
  it("names each error at its field and in a summary [AUTH-58]", async () => {
    const page = await openSettings(pages, { width: 390, scheme: "light" })
    const form = await openForm(page, EMAIL_CARD)
    await form.getByRole("button", { name: "E-mailadres opslaan" }).click()
    const summary = form.getByRole("alert", { name: "Controleer wat je hebt ingevuld" })
    await summary.getByText("Vul je nieuwe e-mailadres in.").waitFor()
    await pages.expectSound(page)
    await summary.getByRole("button", { name: "Herhaal je nieuwe e-mailadres." }).click()
    await expect.poll(() => focused(page), PATIENTLY).toBe("repeatEmail")
    await form.getByLabel("Nieuw e-mailadres").fill(EMAIL)
    await form.getByText("Dit is al je e-mailadres.").first().waitFor()
    expect(pages.gateway.commands).toEqual([])
  })

  it.each([
    { width: 390, scheme: "light", locale: "nl" },
    { width: 1_280, scheme: "dark", locale: "en" },
  ] as const)(
    "waits for the new address, after a reload too, and can be cancelled at $width [AUTH-58, ROUTE-06]",
    async ({ locale, ...screen }) => {
      const next = "nieuw@example.test"
      const waiting = memberLoadedFact({ verified: true, pendingEmail: next })
      const page = await openSettings(pages, {
        ...screen,
        answers: () => [{ _tag: "EmailChangeRequested" }, waiting],
      })
      const form = await fillEmail(page)
      await form.getByRole("button", { name: "E-mailadres opslaan" }).click()
      expect(await pages.gateway.command("ChangeEmail")).toEqual({
        _tag: "ChangeEmail",
        email: next,
        repeatEmail: next,
        password: "geheim1",
      })
      await form.getByText(`We hebben een link gestuurd naar ${next}.`).waitFor()
      await form.getByRole("heading", { name: `${next} is nog niet bevestigd` }).waitFor()
      await form.locator("dd", { hasText: EMAIL }).waitFor()
      expect(await form.locator("input").count()).toBe(0)
      await pages.expectSound(page)
      await openForm(page, EMAIL_CARD)
      for (const label of ["Nieuw e-mailadres", "Je wachtwoord"]) {
        expect(await form.getByLabel(label).inputValue()).toBe("")
      }

      const path = locale === "en" ? "/en/settings" : "/settings"
      const english = locale === "en"
      pages.gateway.play({
        events: [started(locale), loggedInFact(true), waiting],
        queries: listing([HERE]),
        answers: (command) =>
          command._tag === "CancelEmailChange"
            ? [{ _tag: "EmailChangeCancelled" }, memberLoadedFact({ verified: true })]
            : [{ _tag: "ActivationMailSent" }],
      })
      await page.goto(`${pages.gateway.origin}${path}`)
      const again = card(page, english ? "Email address" : EMAIL_CARD)
      await again.getByRole("heading", { name: next }).waitFor()
      await again
        .getByRole("button", { name: english ? "Resend email" : "Mail opnieuw sturen" })
        .click()
      await pages.gateway.command("ResendActivation")
      await pages.expectSound(page)
      await again
        .getByRole("button", { name: english ? "Cancel change" : "Wijziging annuleren" })
        .click()
      await pages.gateway.command("CancelEmailChange")
      await again
        .getByText(english ? "The change was canceled." : "De wijziging is geannuleerd.")
        .waitFor()
      expect(await again.getByRole("heading", { name: next }).count()).toBe(0)
      await pages.expectSound(page)
    },
  )

  it("says what each refusal means and keeps what was typed [ERR-10]", async () => {
    let label = ""
    const page = await openSettings(pages, {
      answers: () => [{ _tag: "EmailChangeRefused", label }],
      width: 390,
    })
    const form = await fillEmail(page)
    for (const [refusal, text] of [
      ["emailExists", "Dit e-mailadres is al in gebruik."],
      ["incorrectPassword", "Je huidige wachtwoord klopt niet."],
      ["undefined", "Er ging iets mis bij het opslaan. Probeer het opnieuw."],
      ["outcomeUnknown", "We kregen geen antwoord, dus we weten niet of dit is gelukt."],
    ] as const) {
      label = refusal
      await form.getByRole("button", { name: "E-mailadres opslaan" }).click()
      await form.getByText(text).waitFor()
      expect(await form.getByLabel("Nieuw e-mailadres").inputValue()).toBe("nieuw@example.test")
      await pages.expectSound(page)
    }
  })
})

describe("the change of a password", () => {
  it("is sent once it is valid, then confirmed, and the form is emptied [AUTH-51, AUTH-52, AUTH-53, AUTH-57]", async () => {
    const page = await openSettings(pages, { answers: () => [{ _tag: "PasswordChanged" }] })
    const form = await fillPassword(page, "zonder")
    await form.getByRole("button", { name: "Wachtwoord opslaan" }).click()
    await form.getByText("Je wachtwoord moet minstens één cijfer bevatten.").first().waitFor()
    expect(pages.gateway.commands).toEqual([])
    await typePassword(page)
    await form.getByRole("button", { name: "Wachtwoord tonen" }).first().click()
    expect(await form.getByLabel("Huidig wachtwoord").getAttribute("type")).toBe("text")
    await form.getByRole("button", { name: "Wachtwoord opslaan" }).click()
    expect(await pages.gateway.command("ChangePassword")).toEqual({
      _tag: "ChangePassword",
      password: "geheim1",
      newPassword: "nieuw22",
      repeatNewPassword: "nieuw22",
    })
    await form.getByRole("status").filter({ hasText: "Je wachtwoord is gewijzigd." }).waitFor()
    expect(await form.locator("input").count()).toBe(0)
    await pages.gateway.query("/api/sessions", 2)
    await pages.expectSound(page)
    await openForm(page, PASSWORD_CARD)
    for (const field of await form.locator("input").all()) expect(await field.inputValue()).toBe("")
  })

  it("says at the old password that it is not correct [ERR-11]", async () => {
    const page = await openSettings(pages, {
      answers: () => [{ _tag: "PasswordChangeRefused", label: "incorrectPassword" }],
      scheme: "light",
    })
    const form = await fillPassword(page)
    await form.getByRole("button", { name: "Wachtwoord opslaan" }).click()
    await form.getByText("Je huidige wachtwoord klopt niet.").waitFor()
    await expect.poll(() => focused(page), PATIENTLY).toBe("password")
    expect(await form.getByLabel("Huidig wachtwoord").getAttribute("aria-invalid")).toBe("true")
    expect(await form.getByLabel("Huidig wachtwoord").inputValue()).toBe("geheim1")
    await pages.expectSound(page)
  })

  it.each([
    ["nl", 390, "8 tot 64 tekens", "minstens 8 tekens", "Veel mensen gebruiken dit wachtwoord"],
    [
      "en",
      1_280,
      "8 to 64 characters",
      "at least 8 characters",
      "A lot of people use this password",
    ],
  ] as const)(
    "shows and checks the brand's lengths, and says at the new one when it is one of the most common, in %s at %i",
    async (locale, width, hint, fault, common) => {
      const brand = { ...HOUSE_BRAND, features: { ...DEFAULT_FEATURES, longPasswords: true } }
      const answers = () => [{ _tag: "PasswordChangeRefused", label: "commonPassword" }] as const
      const page = await openSettings(pages, { answers, brand, locale, width })
      const form = await openForm(page, locale === "nl" ? PASSWORD_CARD : "Password")
      await form.getByText(hint).waitFor()
      const type = async (newPassword: string) => {
        await form.locator("input[name=password]").fill("geheim1")
        await form.locator("input[name=newPassword]").fill(newPassword)
        await form.locator("input[name=repeatNewPassword]").fill(newPassword)
        await page.keyboard.press("Enter")
      }
      await type("geheim2")
      await form.getByText(fault).first().waitFor()
      expect(pages.gateway.commands).toEqual([])
      await type("password1")
      await form.getByText(common).waitFor()
      await expect.poll(() => focused(page), PATIENTLY).toBe("newPassword")
      await pages.expectSound(page)
    },
  )

  it("shows for an error without a label the text of an undefined error [ERR-13]", async () => {
    const page = await openSettings(pages, {
      answers: () => [{ _tag: "PasswordChangeRefused", label: "undefined" }],
      locale: "en",
    })
    const form = await openForm(page, "Password")
    await form.getByLabel("Current password").fill("geheim1")
    await form.getByLabel("New password", { exact: true }).fill("nieuw22")
    await form.getByLabel("Repeat your new password").fill("nieuw22")
    await form.getByRole("button", { name: "Save password" }).click()
    await form.getByRole("alert").filter({ hasText: "Something unexpected went wrong." }).waitFor()
  })
})

describe("deleting the account", () => {
  it("says what it means, asks for the password and ends at home with a notice [ROUTE-06]", async () => {
    const page = await openSettings(pages, {
      width: 390,
      answers: (command) =>
        command._tag === "DeleteAccount"
          ? [{ _tag: "AccountDeleted" }, { _tag: "LoggedOut", reason: "deleted" }]
          : undefined,
    })
    await card(page, DELETE_CARD).getByRole("button", { name: "Verwijder account…" }).click()
    const dialog = page.getByRole("dialog", { name: "Verwijder account" })
    await dialog.getByText("Je tegoed van 1.234 credits vervalt.").waitFor()
    await dialog.getByText("De boekhouding van je aankopen").waitFor()
    await pages.expectSound(page)
    pages.gateway.emit(creditsFact(0))
    await dialog.getByText("Je credits", { exact: true }).waitFor({ state: "detached" })
    const confirm = dialog.getByRole("button", { name: "Verwijder account" })
    await dialog.getByText("Je verwijdert het account van noor.").waitFor()
    await confirm.click()
    await dialog.getByText("Vul je huidige wachtwoord in.").first().waitFor()
    expect(pages.gateway.commands).toEqual([])
    await dialog.getByLabel("Bevestig met je wachtwoord").fill(" geheim1 ")
    pages.gateway.play({
      events: [started("nl")],
      answers: () => [{ _tag: "AccountDeleted" }, { _tag: "LoggedOut", reason: "deleted" }],
    })
    await confirm.click()
    expect(await pages.gateway.command("DeleteAccount")).toEqual({
      _tag: "DeleteAccount",
      username: "noor",
      password: "geheim1",
    })
    await page.waitForURL(`${pages.gateway.origin}/`)
    await page.getByText("Dit account is verwijderd.").waitFor()
  })

  it("keeps the account and says so where it was refused", async () => {
    let label = "incorrectPassword"
    const page = await openSettings(pages, {
      answers: () => [{ _tag: "AccountDeletionRefused", label }],
      scheme: "light",
    })
    await card(page, DELETE_CARD).getByRole("button", { name: "Verwijder account…" }).click()
    const dialog = page.getByRole("dialog", { name: "Verwijder account" })
    await dialog.getByLabel("Bevestig met je wachtwoord").fill("verkeerd1")
    await dialog.getByRole("button", { name: "Verwijder account" }).click()
    await dialog.getByText("Je huidige wachtwoord klopt niet.").first().waitFor()
    label = "undefined"
    await dialog.getByLabel("Bevestig met je wachtwoord").fill("geheim1")
    await dialog.getByRole("button", { name: "Verwijder account" }).click()
    await dialog.getByRole("alert").filter({ hasText: "Je account is niet verwijderd." }).waitFor()
    await pages.expectSound(page)
    await dialog.getByRole("button", { name: "Account houden" }).click()
    await expect.poll(() => page.getByRole("dialog").count(), PATIENTLY).toBe(0)
  })
})
