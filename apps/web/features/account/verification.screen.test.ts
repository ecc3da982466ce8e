/** Tests a verification link in a browser: every outcome, and that no token leaks. */
import { describe, expect, it } from "vitest"
import type { Page } from "playwright-core"
import type { Event } from "@foldcast/contracts/stream/event"
import {
  ONCE,
  EXPIRED_TOKEN,
  expectNowhere,
  MOVING_TOKEN,
  LINK_TOKEN,
} from "../../screens/links.fixture.ts"
import { answersWith, profile } from "../../screens/profile-pages.fixture.ts"
import { sitePages, stopTime } from "../../screens/site-pages.fixture.ts"
import { loggedInFact, memberLoadedFact, started } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const activates =
  (event: Event, ...more: ReadonlyArray<Event>) =>
  ({ _tag }: { readonly _tag: string }) =>
    _tag === "Activate" ? [event, ...more] : undefined

/** Presses the button, which only a person does (ADR 0048). */
const confirm = (page: Page) =>
  page.getByRole("button", { name: /^(?:E-mailadres bevestigen|Confirm email address)$/u }).click()

/** Waits for the page's own work: its streams are attached and its first facts have arrived. */
const idle = async (page: Page) => {
  await pages.gateway.fact("Navigated")
  await page.waitForLoadState("networkidle")
}

describe("a verification link in another browser", ONCE, () => {
  it.each([
    ["nl", "Bevestig je e-mailadres", "E-mailadres bevestigen"],
    ["en", "Confirm your email address", "Confirm email address"],
  ] as const)(
    "says what it would do and does nothing before it is pressed, in %s [LINK-01]",
    async (locale, heading, button) => {
      const page = await pages.open(
        {
          events: [started(locale)],
          answers: activates({ _tag: "ActivationSucceeded", credits: 120 }, loggedInFact(true)),
        },
        {
          width: 390,
          path: `${locale === "nl" ? "/" : "/en"}?action=validate&token=${LINK_TOKEN}`,
        },
      )
      await page.getByRole("heading", { name: heading, level: 2 }).waitFor()
      await idle(page)
      expect(pages.gateway.commands).toEqual([])
      await expectNowhere(pages, page, LINK_TOKEN)
      await pages.expectSound(page)
      await page.getByRole("button", { name: button }).click()
      expect(await pages.gateway.command("Activate")).toEqual({
        _tag: "Activate",
        token: LINK_TOKEN,
      })
    },
  )

  it("for another address says that it moves the account, in a window over any page [LINK-01, LINK-04]", async () => {
    const page = await pages.open(
      { events: [started("en")], answers: () => undefined },
      { path: `/en/privacy?action=validate&token=${MOVING_TOKEN}` },
    )
    const dialog = page.getByRole("dialog", { name: "Email confirmation" })
    await dialog.getByRole("heading", { name: "Use this email address for your account" }).waitFor()
    await idle(page)
    expect(pages.gateway.commands).toEqual([])
    await pages.expectSound(page)
    await dialog.getByRole("button", { name: "Use this address" }).click()
    expect(await pages.gateway.command("Activate")).toMatchObject({ token: MOVING_TOKEN })
    await dialog.getByText("Checking your link…").waitFor()
  })

  it("shows a member of another account which of both stays logged in [LINK-01]", async () => {
    const page = await pages.open(
      { events: [started(), loggedInFact(true), memberLoadedFact()] },
      { path: `/?action=validate&token=${LINK_TOKEN}` },
    )
    await page.getByText(/Je blijft ingelogd als noor/u).waitFor()
    expect(pages.gateway.commands).toEqual([])
  })

  it("that was not followed is forgotten by a reload, and nothing of it was used [LINK-05]", async () => {
    const page = await pages.open(
      { events: [started()] },
      { path: `/?action=validate&token=${LINK_TOKEN}` },
    )
    await page.getByRole("button", { name: "E-mailadres bevestigen" }).waitFor()
    await page.reload()
    await idle(page)
    expect(await page.getByRole("button", { name: "E-mailadres bevestigen" }).count()).toBe(0)
    expect(pages.gateway.commands).toEqual([])
  })

  it("waits for the network where it was pressed without one", async () => {
    const page = await pages.open(
      { events: [started()], answers: () => undefined },
      { path: `/?action=validate&token=${LINK_TOKEN}` },
    )
    await page.getByRole("button", { name: "E-mailadres bevestigen" }).waitFor()
    await pages.context.setOffline(true)
    await page.getByText("Je bent offline.").first().waitFor()
    await confirm(page)
    await page.getByText(/We controleren je link zodra/u).waitFor()
    await pages.context.setOffline(false)
    await pages.gateway.command("Activate")
  })

  it("says without script that it has done nothing [LINK-05]", async () => {
    const page = await pages.visit(
      { events: [started()] },
      {
        path: `/privacy?action=validate&token=${LINK_TOKEN}`,
        browser: { javaScriptEnabled: false },
      },
    )
    const hint = page.locator("main .without-script")
    expect(await hint.isVisible()).toBe(true)
    expect(await hint.textContent()).toMatch(/^De link uit je mail heeft nog niets gedaan/u)
    expect(await page.content()).not.toContain(LINK_TOKEN)
  })
})

describe("a verification link", ONCE, () => {
  it("is checked by itself in its member's own browser, then says what was received, on the home page itself [LINK-02, AUTH-68, AUTH-69, AUTH-74, AUTH-77, ROUTE-43]", async () => {
    const page = await pages.open(
      { events: [started()], isOwnBrowser: true },
      { width: 390, path: `/?action=validate&token=${LINK_TOKEN}` },
    )
    await page.getByRole("heading", { name: "E-mailadres bevestigen", level: 1 }).waitFor()
    await page.getByText("Je link wordt gecontroleerd…").waitFor()
    expect(await pages.gateway.command("Activate")).toEqual({ _tag: "Activate", token: LINK_TOKEN })
    await pages.expectSound(page)
    pages.gateway.emit({ _tag: "ActivationSucceeded", credits: 120 }, pages.gateway.lastCommandId)
    pages.gateway.emit(loggedInFact(true), pages.gateway.lastCommandId)
    await page.getByText("Je hebt 120 credits gekregen. Dat is 2 minuten chatten.").waitFor()
    await page.getByRole("banner").getByRole("button", { name: /noor/iu }).waitFor()
    await pages.expectSound(page)
    await expectNowhere(pages, page, LINK_TOKEN)
    await page.getByRole("button", { name: "Meer credits kopen" }).click()
    await pages.gateway.fact("WalletOpened")
    expect(pages.gateway.commands.filter(({ _tag }) => _tag === "Activate")).toHaveLength(1)
  })

  it("stands in a window over any other page [AUTH-77]", async () => {
    const page = await pages.open(
      {
        events: [started("en")],
        answers: activates({ _tag: "ActivationSucceeded", credits: 0 }, loggedInFact(true)),
      },
      { path: `/en/privacy?action=validate&token=${LINK_TOKEN}` },
    )
    await confirm(page)
    const dialog = page.getByRole("dialog", { name: "Email confirmation" })
    await dialog.getByRole("heading", { name: "Your email address is confirmed" }).waitFor()
    await pages.expectSound(page)
    await dialog.getByRole("button", { name: "Continue" }).click()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe("/en/privacy")
  })

  it("asks a guest whether they made the account, and takes a password of their own", async () => {
    const page = await pages.open(
      {
        events: [started("en")],
        answers: activates({ _tag: "ActivationSucceeded", credits: 0 }, loggedInFact(true)),
      },
      { width: 390, path: `/en/privacy?action=validate&token=${LINK_TOKEN}` },
    )
    await confirm(page)
    const window = page.getByRole("dialog", { name: "Email confirmation" })
    await window.getByRole("button", { name: "Wasn’t you? Set your own password" }).click()
    const form = page.getByRole("dialog", { name: "Choose a new password" })
    await form.getByLabel("New password", { exact: true }).fill("eigen-geheim-1")
    await form.getByLabel("Repeat your new password").fill("eigen-geheim-1")
    await pages.expectSound(page)
    await form.getByRole("button", { name: "Save password" }).click()
    expect(await pages.gateway.command("ResetPassword")).toEqual({
      _tag: "ResetPassword",
      token: LINK_TOKEN,
      newPassword: "eigen-geheim-1",
      repeatNewPassword: "eigen-geheim-1",
    })
    await expectNowhere(pages, page, LINK_TOKEN)
  })

  it("asks nothing of a member who registered in this browser", async () => {
    const page = await pages.open(
      {
        events: [started(), loggedInFact(), memberLoadedFact()],
        isOwnBrowser: true,
        answers: activates({ _tag: "ActivationSucceeded", credits: 120 }, loggedInFact(true)),
      },
      { path: `/privacy?action=validate&token=${LINK_TOKEN}` },
    )
    await page.getByRole("heading", { name: "Je e-mailadres is bevestigd" }).waitFor()
    expect(await page.getByRole("button", { name: /Was jij dit niet/u }).count()).toBe(0)
  })

  it("of another account says who is still logged in, and offers to log out for the other one [AUTH-74]", async () => {
    const page = await pages.open(
      {
        events: [started(), loggedInFact(true), memberLoadedFact()],
        answers: activates({ _tag: "ActivationSucceeded", credits: 120, ofAnother: true }),
      },
      { path: `/?action=validate&token=${LINK_TOKEN}` },
    )
    await confirm(page)
    await page.getByText("Dat adres hoort bij een ander account.", { exact: false }).waitFor()
    await pages.expectSound(page)
    expect(await page.getByText("120 credits ontvangen").count()).toBe(0)
    expect(pages.gateway.commands.map(({ _tag }) => _tag)).toEqual(["Activate"])
    const leave = { name: "Uitloggen en het andere account gebruiken" }
    await page.getByRole("button", leave).click()
    expect(await pages.gateway.command("LogOut")).toEqual({ _tag: "LogOut" })
  })

  const registeredFromMila = (onlineStatus: number) =>
    pages.open(
      {
        events: [started()],
        isOwnBrowser: true,
        answers: activates({ _tag: "ActivationSucceeded", credits: 120 }, loggedInFact(true)),
        queries: answersWith(() => ({ body: profile({ onlineStatus }) })),
      },
      {
        path: `/?action=validate&token=${LINK_TOKEN}`,
        prepare: (fresh) =>
          fresh.addInitScript(() => {
            if (location.pathname !== "/") return
            localStorage.setItem("register:model", "Mila")
            localStorage.setItem("register:for", "private")
          }),
      },
    )
  const registeredFrom = (page: Page) =>
    page.evaluate(() => ["register:model", "register:for"].map((key) => localStorage.getItem(key)))

  it("leads back to the performer where the member registered, unless she is offline, and says what they wanted there [AUTH-76]", async () => {
    const page = await registeredFromMila(3)
    await page.getByText("Je wilde privé gaan met Mila.").waitFor()
    const link = page.getByRole("link", { name: "Terug naar Mila" })
    expect(await link.getAttribute("href")).toBe("/profile/Mila")
    await link.click()
    await page.getByRole("heading", { name: "Mila", level: 1 }).waitFor()
    expect(await registeredFrom(page)).toEqual([null, null])
  })

  it("leaves a member where they are whose performer is offline [AUTH-76]", async () => {
    const page = await registeredFromMila(0)
    await page.getByRole("heading", { name: "Je e-mailadres is bevestigd" }).waitFor()
    await page.getByRole("button", { name: "Doorgaan" }).click()
    expect(await page.getByRole("link", { name: "Terug naar Mila" }).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe("/")
    expect(await registeredFrom(page)).toEqual([null, null])
  })

  it("that has expired is not sent to the gateway, and its member can ask for another [AUTH-70, AUTH-72, AUTH-78]", async () => {
    const page = await pages.open(
      {
        events: [started(), loggedInFact(), memberLoadedFact()],
        answers: ({ _tag }) =>
          _tag === "ResendActivation" ? [{ _tag: "ActivationMailSent" }] : undefined,
      },
      {
        path: `/?action=validate&token=${EXPIRED_TOKEN}`,
        clock: "runs",
      },
    )
    await page.getByRole("heading", { name: "Deze link is verlopen" }).waitFor()
    expect(pages.gateway.commands).toEqual([])
    await stopTime(page)
    await page.getByRole("button", { name: "Mail opnieuw sturen" }).click()
    await page.getByRole("button", { name: "Mail verstuurd" }).waitFor()
    await page.clock.fastForward(9_000)
    expect(await page.getByRole("button", { name: "Mail verstuurd" }).count()).toBe(1)
    await page.clock.fastForward(1_500)
    await page.getByRole("button", { name: "Mail opnieuw sturen" }).waitFor()
  })

  it("that was refused for any other reason is shown as expired, and a failure to mail another is only logged [AUTH-71, AUTH-79]", async () => {
    const page = await pages.open(
      {
        events: [started(), loggedInFact()],
        isOwnBrowser: true,
        answers: ({ _tag }) =>
          _tag === "Activate"
            ? [{ _tag: "ActivationRefused", label: "unavailable" }]
            : [{ _tag: "ActivationMailRefused", label: "unavailable" }],
      },
      { path: `/?action=validate&token=${LINK_TOKEN}` },
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
      { path: `/?action=validate&token=${LINK_TOKEN}` },
    )
    await confirm(page)
    await page.getByRole("heading", { name: "Al bevestigd" }).waitFor()
    expect(await page.getByRole("button", { name: "Mail opnieuw sturen" }).count()).toBe(0)
    await pages.expectSound(page)
    await page.getByRole("button", { name: "Doorgaan" }).click()
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
            if (_tag === "LogIn") return [loggedInFact()]
            return _tag === "ResendActivation" ? [{ _tag: "ActivationMailSent" }] : undefined
          },
        },
        { path: `${path}?action=validate&token=${EXPIRED_TOKEN}` },
      )
      await page.getByRole("button", { name: "Mail opnieuw sturen" }).click()
      const logIn = page.getByRole("dialog", { name: "Inloggen" })
      await logIn.getByLabel("E-mailadres").fill("noor@example.com")
      await logIn.getByLabel("Wachtwoord", { exact: true }).fill("geheim1")
      await page.keyboard.press("Enter")
      await pages.gateway.command("ResendActivation")
      await page.getByRole("button", { name: "Mail verstuurd" }).waitFor()
      await page.getByText("Laat een nieuwe sturen.").waitFor()
    },
  )

  it("is sent once, although the network came back while the browser was being identified", async () => {
    const { promise: fetched, resolve: fetchFingerprint } = Promise.withResolvers<void>()
    const page = await pages.open(
      { events: [started()], isOwnBrowser: true, consent: "accepted", answers: () => undefined },
      {
        path: `/?action=validate&token=${LINK_TOKEN}`,
        // A service worker's requests would bypass the route below.
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
      { path: `/?action=validate&token=${LINK_TOKEN}` },
    )
    await confirm(page)
    await page.getByRole("button", { name: "Opnieuw proberen" }).click()
    await expect
      .poll(() => pages.gateway.commands.filter(({ _tag }) => _tag === "Activate").length)
      .toBe(2)
  })

  it("is reported to analytics where the visitor consented, and nowhere else [AUTH-75]", async () => {
    const counted = async (consent: "accepted" | "refused") => {
      const page = await pages.open(
        {
          events: [started()],
          consent,
          isOwnBrowser: true,
          answers: activates({ _tag: "ActivationSucceeded", credits: 120 }, loggedInFact(true)),
        },
        {
          path: `/?action=validate&token=${LINK_TOKEN}`,
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
