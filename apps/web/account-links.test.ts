/** What links bring into the account, in a browser: log-in, verification, reset; and that no token leaks. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Page } from "playwright-core"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Event } from "@foldcast/contracts/stream/event"
import { HOUSE_BRAND } from "./brands.fixtures.ts"
import { NOW } from "./scripted-gateway.fixture.ts"
import { SitePages } from "./site-pages.fixture.ts"
import { linkToken, loggedIn, memberLoaded, started } from "./visit-facts.fixture.ts"

const TOKEN = linkToken(NOW + 3_600_000)
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

let pages: SitePages
beforeAll(async () => {
  pages = await SitePages.start()
})
afterEach(() => pages.close())
afterAll(() => pages.stop())

/** Nothing that outlives the command holds the secret: no address, fact, store, markup or other request. */
const expectNowhere = async (page: Page, secret: string) => {
  expect(page.url()).not.toContain(secret)
  expect(JSON.stringify(pages.gateway.facts)).not.toContain(secret)
  // The first request is the link itself.
  const [, ...later] = pages.gateway.heard
  expect(JSON.stringify(later)).not.toContain(secret)
  const kept = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(sessionStorage),
      Object.entries(localStorage),
      document.cookie,
      history.state,
    ]),
  )
  expect(kept).not.toContain(secret)
  expect(await page.content()).not.toContain(secret)
  expect(await page.evaluate(() => window.__foldcastAction ?? null)).toBeNull()
}

describe("a log-in link", () => {
  it("is posted once, and leads to the start with what links carry along [ROUTE-38, ROUTE-39]", async () => {
    const page = await pages.open(
      {
        events: [started()],
        answers: ({ _tag }) => (_tag === "LogInWithToken" ? [loggedIn(true)] : undefined),
      },
      { path: `/?p=a1&x=1&action=login&token=${TOKEN}` },
    )
    expect(await pages.gateway.command("LogInWithToken")).toEqual({
      _tag: "LogInWithToken",
      token: TOKEN,
    })
    await page.getByRole("button", { name: "Menu van noor" }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe("?p=a1")
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    await expectNowhere(page, TOKEN)
    expect(pages.complaints).toEqual([])
  })

  it.each(["nl", "en"] as const)(
    "shows the brand's lander to who has not verified, in %s [ROUTE-40, SHELL-55]",
    async (locale) => {
      const page = await pages.open(
        {
          events: [started(locale)],
          brand: LANDER,
          answers: ({ _tag }) => (_tag === "LogInWithToken" ? [loggedIn()] : undefined),
        },
        { width: 390, path: `${locale === "nl" ? "/" : "/en"}?action=login&token=${TOKEN}` },
      )
      const lander = page.getByRole("dialog", {
        name: locale === "nl" ? "Welkom via ons" : "Welcome from us",
      })
      await lander.getByText("120 credits").waitFor()
      await pages.expectSound(page)
    },
  )

  it("that is of no use any more says so in the card, where a password does it [ROUTE-38]", async () => {
    const page = await pages.open(
      {
        events: [started()],
        answers: ({ _tag }) =>
          _tag === "LogInWithToken" ? [{ _tag: "LogInRefused", label: "linkUsed" }] : undefined,
      },
      { path: `/?action=login&token=${TOKEN}` },
    )
    const dialog = page.getByRole("dialog", { name: "Inloggen" })
    await dialog.getByText(/Deze inloglink is al gebruikt/u).waitFor()
    await dialog.getByLabel("E-mailadres").waitFor()
  })

  it("asks a member for nothing [ROUTE-38]", async () => {
    const page = await pages.open(
      { events: [started(), loggedIn(true)] },
      { path: `/?action=login&token=${TOKEN}` },
    )
    await page.getByRole("button", { name: "Menu van noor" }).click()
    await pages.gateway.fact("DialogOpened")
    expect(pages.gateway.facts).not.toContainEqual({ _tag: "DialogOpened", dialog: "logIn" })
    expect(pages.gateway.commands).toEqual([])
  })

  it("to registering opens it [ROUTE-42]", async () => {
    const page = await pages.open({ events: [started()] }, { path: "/?action=register" })
    await page.getByRole("dialog", { name: "Gratis aanmelden" }).waitFor()
  })
})

const activates =
  (event: Event, ...more: ReadonlyArray<Event>) =>
  ({ _tag }: { readonly _tag: string }) =>
    _tag === "Activate" ? [event, ...more] : undefined

describe("a verification link", () => {
  it("is checked, then says what was received, on the home page itself [AUTH-68, AUTH-69, AUTH-77, ROUTE-43]", async () => {
    const page = await pages.open(
      { events: [started()] },
      { width: 390, path: `/?action=validate&token=${TOKEN}` },
    )
    await page.getByRole("heading", { name: "Bevestig je e-mailadres", level: 1 }).waitFor()
    await page.getByText("Je link wordt gecontroleerd…").waitFor()
    expect(await pages.gateway.command("Activate")).toEqual({ _tag: "Activate", token: TOKEN })
    await pages.expectSound(page)
    pages.gateway.emit({ _tag: "ActivationSucceeded", credits: 120 }, pages.gateway.lastCommandId)
    pages.gateway.emit(loggedIn(true))
    await page.getByText("Je hebt 120 credits ontvangen. Dat is 2 minuten chatten.").waitFor()
    await pages.expectSound(page)
    await expectNowhere(page, TOKEN)
    await page.getByRole("button", { name: "Meer credits kopen" }).click()
    await pages.gateway.fact("WalletOpened")
    expect(pages.gateway.commands.filter(({ _tag }) => _tag === "Activate")).toHaveLength(1)
  })

  it("stands in a window over any other page [AUTH-77]", async () => {
    const page = await pages.open(
      {
        events: [started("en")],
        answers: activates({ _tag: "ActivationSucceeded", credits: 0 }, loggedIn(true)),
      },
      { path: `/en/privacy?action=validate&token=${TOKEN}` },
    )
    const dialog = page.getByRole("dialog", { name: "Confirm your email address" })
    await dialog.getByRole("heading", { name: "Your email address is confirmed" }).waitFor()
    await pages.expectSound(page)
    await dialog.getByRole("button", { name: "Go on" }).click()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe("/en/privacy")
  })

  it("still says so when it has ended the session of somebody else [AUTH-74]", async () => {
    const page = await pages.open(
      { events: [started(), loggedIn()], answers: () => undefined },
      { path: `/privacy?action=validate&token=${TOKEN}` },
    )
    await pages.gateway.command("Activate")
    pages.gateway.emitAll(
      [
        { _tag: "ActivationSucceeded", credits: 120 },
        { _tag: "LoggedOut", reason: "replaced" },
      ],
      pages.gateway.lastCommandId,
    )
    await page
      .getByRole("dialog", { name: "Bevestig je e-mailadres" })
      .getByText("Je hebt 120 credits ontvangen. Dat is 2 minuten chatten.")
      .waitFor()
  })

  it("leads back to the performer somebody registered from", async () => {
    const page = await pages.open(
      {
        events: [started()],
        answers: activates({ _tag: "ActivationSucceeded", credits: 120 }, loggedIn(true)),
      },
      {
        path: `/?action=validate&token=${TOKEN}`,
        prepare: (fresh) =>
          fresh.addInitScript(() => {
            localStorage.setItem("register:model", "lisa")
          }),
      },
    )
    const link = page.getByRole("link", { name: "Terug naar lisa" })
    expect(await link.getAttribute("href")).toBe("/profile/lisa")
  })

  it("that has expired is not even sent; a member can have another [AUTH-70, AUTH-72, AUTH-78]", async () => {
    const page = await pages.open(
      {
        events: [started(), loggedIn(), memberLoaded()],
        answers: ({ _tag }) =>
          _tag === "ResendActivation" ? [{ _tag: "ActivationMailSent" }] : undefined,
      },
      {
        path: `/?action=validate&token=${linkToken(NOW)}`,
        prepare: (fresh) => fresh.clock.install(),
      },
    )
    await page.getByRole("heading", { name: "Deze link is verlopen" }).waitFor()
    expect(pages.gateway.commands).toEqual([])
    await page.getByRole("button", { name: "Mail opnieuw sturen" }).click()
    await page.getByRole("button", { name: "Mail verstuurd" }).waitFor()
    await page.clock.fastForward(9_000)
    expect(await page.getByRole("button", { name: "Mail verstuurd" }).count()).toBe(1)
    await page.clock.fastForward(1_500)
    await page.getByRole("button", { name: "Mail opnieuw sturen" }).waitFor()
  })

  it("that was refused is expired; what goes wrong with another mail is only logged [AUTH-71, AUTH-79]", async () => {
    const page = await pages.open(
      {
        events: [started(), loggedIn()],
        answers: ({ _tag }) =>
          _tag === "Activate"
            ? [{ _tag: "ActivationRefused", label: "expired" }]
            : [{ _tag: "ActivationMailRefused", label: "unavailable" }],
      },
      { path: `/?action=validate&token=${TOKEN}` },
    )
    await page.getByRole("heading", { name: "Deze link is verlopen" }).waitFor()
    await page.getByRole("button", { name: "Mail opnieuw sturen" }).click()
    await expect.poll(() => pages.complaints).toEqual(["Unable to resend activation email."])
    await page.getByRole("button", { name: "Mail opnieuw sturen" }).waitFor()
  })

  it("of a verified address offers no other mail [AUTH-73]", async () => {
    const page = await pages.open(
      {
        events: [started()],
        answers: activates({ _tag: "ActivationRefused", label: "verified" }),
      },
      { path: `/?action=validate&token=${TOKEN}` },
    )
    await page.getByRole("heading", { name: "Al bevestigd" }).waitFor()
    expect(await page.getByRole("button", { name: "Mail opnieuw sturen" }).count()).toBe(0)
    await pages.expectSound(page)
    await page.getByRole("button", { name: "Ga verder" }).click()
    await page.getByRole("heading", { level: 1 }).waitFor()
    expect(await page.getByText("Al bevestigd").count()).toBe(0)
  })

  it.each(["/", "/privacy"])(
    "that has expired lets a guest on %s log in first, then sends the mail [AUTH-72]",
    async (path) => {
      const page = await pages.open(
        {
          events: [started()],
          answers: ({ _tag }) => {
            if (_tag === "LogIn") return [loggedIn()]
            return _tag === "ResendActivation" ? [{ _tag: "ActivationMailSent" }] : undefined
          },
        },
        { path: `${path}?action=validate&token=${linkToken(NOW)}` },
      )
      await page.getByRole("button", { name: "Mail opnieuw sturen" }).click()
      const logIn = page.getByRole("dialog", { name: "Inloggen" })
      await logIn.getByLabel("E-mailadres").fill("noor@example.com")
      await logIn.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
      await page.keyboard.press("Enter")
      await pages.gateway.command("ResendActivation")
      await page.getByRole("button", { name: "Mail verstuurd" }).waitFor()
    },
  )

  it("is sent once, although the network came back while the browser was being known", async () => {
    const { promise: fetched, resolve: fetchFingerprint } = Promise.withResolvers<void>()
    const page = await pages.open(
      { events: [started()], consent: "accepted", answers: () => undefined },
      {
        path: `/?action=validate&token=${TOKEN}`,
        // Its own requests would pass by the route below.
        browser: { serviceWorkers: "block" },
        prepare: async (fresh, context) => {
          await context.addCookies([
            { name: "consent", value: "accepted", url: pages.gateway.origin },
          ])
          await fresh.route("**/assets/thumbmark*.js", async (route) => {
            await fetched
            return route.continue()
          })
        },
      },
    )
    await page.getByText("Je link wordt gecontroleerd…").waitFor()
    await pages.context.setOffline(true)
    await page.getByText("Je bent offline.").first().waitFor()
    await pages.context.setOffline(false)
    await expect.poll(() => page.getByText("Je bent offline.").count()).toBe(0)
    fetchFingerprint()
    await pages.gateway.command("Activate")
    await pages.gateway.told({ _tag: "CommandAdmitted" })
    const sent = () => pages.gateway.facts.filter(({ _tag }) => _tag === "CommandSent")
    expect(sent()).toHaveLength(1)
  })

  it("that could not be checked can be tried again", async () => {
    const page = await pages.open(
      {
        events: [started()],
        answers: activates({ _tag: "ActivationRefused", label: "tooManyAttempts" }),
      },
      { path: `/?action=validate&token=${TOKEN}` },
    )
    await page.getByRole("button", { name: "Opnieuw proberen" }).click()
    await expect
      .poll(() => pages.gateway.commands.filter(({ _tag }) => _tag === "Activate").length)
      .toBe(2)
  })

  it("is counted where the visitor agreed to it, and nowhere else [AUTH-75]", async () => {
    const counted = async (consent: "accepted" | "refused") => {
      const page = await pages.open(
        {
          events: [started()],
          consent,
          answers: activates({ _tag: "ActivationSucceeded", credits: 120 }, loggedIn(true)),
        },
        {
          path: `/?action=validate&token=${TOKEN}`,
          prepare: (_page, context) =>
            context.addCookies([
              { name: "consent", value: consent, url: pages.gateway.origin },
              { name: "fingerprint", value: "fp_12345678", url: pages.gateway.origin },
            ]),
        },
      )
      await page.getByRole("heading", { name: "Je e-mailadres is bevestigd" }).waitFor()
      const events = await page.evaluate(() => window.dataLayer ?? [])
      await pages.close()
      return events
    }
    expect(await counted("accepted")).toContainEqual({
      event: "conversion",
      type: "email_verified",
    })
    expect(await counted("refused")).toEqual([])
  })
})

describe("a reset link", () => {
  const RESET = `/?action=resetpassword&token=${TOKEN}&password=once-only`
  const typed = async (page: Page, first: string, second: string) => {
    const dialog = page.getByRole("dialog", { name: "Kies een nieuw wachtwoord" })
    await dialog.getByLabel("Nieuw wachtwoord", { exact: true }).fill(first)
    await dialog.getByLabel("Herhaal nieuw wachtwoord").fill(second)
    await page.keyboard.press("Enter")
    return dialog
  }

  it("asks for the new password twice and for no old one [SHELL-55, AUTH-47, AUTH-54, AUTH-57, ROUTE-41]", async () => {
    const page = await pages.open({ events: [started()] }, { width: 390, path: RESET })
    const dialog = await typed(page, "geheim1", "geheim2")
    await dialog.getByText("De twee wachtwoorden zijn niet gelijk.").waitFor()
    await pages.expectSound(page)
    expect(pages.gateway.commands).toEqual([])
    expect(await dialog.locator("input").count()).toBe(2)
    await typed(page, "geheim1", "geheim1")
    expect(await pages.gateway.command("ResetPassword")).toEqual({
      _tag: "ResetPassword",
      token: TOKEN,
      password: "once-only",
      newPassword: "geheim1",
      repeatNewPassword: "geheim1",
    })
    await expectNowhere(page, TOKEN)
    await expectNowhere(page, "once-only")
  })

  it("ends in a view that offers the log-in, also for a member whose session it ended [AUTH-48, AUTH-51, AUTH-52]", async () => {
    const page = await pages.open(
      {
        events: [started(), loggedIn(true)],
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

  it.each([
    ["incorrectPassword", /Deze link is verlopen of al gebruikt/u, 1],
    ["linkExpired", /Deze link is verlopen of al gebruikt/u, 1],
    ["undefined", /Er ging iets mis en je wachtwoord is niet gewijzigd/u, 0],
  ])("says of the refusal %s what to do [ERR-12, ERR-13, ERR-14]", async (label, text, offers) => {
    const page = await pages.open(
      {
        events: [started()],
        answers: () => [{ _tag: "PasswordChangeRefused", label }],
      },
      { path: RESET },
    )
    const dialog = await typed(page, "geheim1", "geheim1")
    await dialog.getByRole("alert").filter({ hasText: text }).waitFor()
    expect(await dialog.getByRole("button", { name: "Nieuwe link aanvragen" }).count()).toBe(offers)
  })

  it("without a token leads a guest home after a second [AUTH-50, ROUTE-51]", async () => {
    const page = await pages.open(
      { events: [started()] },
      { path: "/privacy?action=resetpassword" },
    )
    await page.getByText(/Deze pagina werkt alleen met een link uit een mail/u).waitFor()
    await page.waitForURL(`${pages.gateway.origin}/`)
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
  })
})
