/**
 * Tests a browser that refuses cookies and storage, and an insecure connection: the page says both and keeps
 * working.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import {
  answersWith,
  openProfile,
  profile,
  profileScript,
} from "../../screens/profile-pages.fixture.ts"
import { HOUSE_BRAND } from "../../screens/brands.fixture.ts"
import { LINK_TOKEN } from "../../screens/links.fixture.ts"
import { answeringPasskeys, keeping } from "../../screens/passkeys.fixture.ts"
import { foundAnswer, performer } from "../../screens/performers.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import {
  guest,
  loggedInFact,
  member,
  memberLoadedFact,
  started,
} from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/** As Chromium behaves when its visitor blocks all cookies: naming a storage already throws. */
const blockCookies = (page: Page) =>
  page.addInitScript(() => {
    const denied = () => new DOMException("Access is denied for this document.", "SecurityError")
    Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false })
    Object.defineProperty(Document.prototype, "cookie", {
      get: () => "",
      // Written values are not kept.
      set: Boolean,
    })
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw denied()
        },
      })
    }
    // Over plain http there are no locks.
    if (!("LockManager" in globalThis)) return
    LockManager.prototype.request = () => Promise.reject(denied())
    LockManager.prototype.query = () => Promise.reject(denied())
  })

/** The gateway's answer to a browser that does not return its cookie. */
const refuseCommands = (page: Page) =>
  page.route("**/api/commands", (route) =>
    route.fulfill({
      status: 401,
      contentType: "application/problem+json",
      body: JSON.stringify({ label: NO_COOKIE, reference: "7K3M-QX9F", status: 401 }),
    }),
  )
const OF_REFUSAL = [/status of 401/u]

const ASKS_AGE = { ...HOUSE_BRAND, features: { ...DEFAULT_FEATURES, ageCheckForAll: true } }

const REFUSED = "Je browser bewaart geen cookies van deze site."
const NEEDS_HTTPS = "Deze verbinding is niet beveiligd"

const notice = (page: Page, text: string) =>
  page.locator(".site-notices").getByRole("alert").filter({ hasText: text })

const openLogIn = async (page: Page, logIn: string) => {
  await page.getByRole("button", { name: logIn }).first().click()
  await page.getByRole("dialog", { name: logIn }).waitFor()
}
const sendLogIn = async (page: Page, logIn: string) => {
  const dialog = page.getByRole("dialog", { name: logIn })
  await dialog.getByLabel(/E-mailadres|Email address/u).fill("noor@example.com")
  await dialog.getByLabel(/^(?:Wachtwoord|Password)$/u).fill("geheim1")
  await page.keyboard.press("Enter")
  return dialog
}

describe("a browser that refuses cookies", () => {
  it.each([
    [
      "nl",
      "/",
      390,
      "Inloggen",
      "Je browser bewaart geen cookies van deze site.",
      "Pagina herladen",
    ],
    [
      "en",
      "/en",
      1_280,
      "Log in",
      "Your browser doesn’t keep cookies from this site.",
      "Reload page",
    ],
  ] as const)(
    "is reported where somebody logs in, once, and not as a log-out: %s [COOKIE-01]",
    async (locale, path, width, logIn, text, reload) => {
      const page = await pages.open(
        { events: guest(locale), queries: catalogueQueries() },
        {
          path,
          width,
          prepare: async (fresh) => {
            await blockCookies(fresh)
            await refuseCommands(fresh)
          },
        },
      )
      await takenOver(page)
      // Viewing the page needs no cookie.
      expect(await notice(page, text).count()).toBe(0)
      await openLogIn(page, logIn)
      await notice(page, text).waitFor()
      const dialog = await sendLogIn(page, logIn)
      // From then on the message is in the dialog itself, and no notice covers it.
      const told = dialog.getByRole("alert").filter({ hasText: text })
      await told.getByRole("button", { name: reload }).waitFor()
      expect(await page.getByRole("alert").count()).toBe(1)
      await page.keyboard.press("Enter")
      await told.waitFor()
      expect(await page.getByRole("alert").count()).toBe(1)
      expect(await page.getByText(/niet meer ingelogd|no longer logged in/u).count()).toBe(0)
      await pages.expectSound(page, OF_REFUSAL)
      await page.keyboard.press("Escape")
      await notice(page, text).waitFor()
      await openLogIn(page, logIn)
      await notice(page, text).waitFor()
    },
  )

  it("is reported where somebody registers, and in a room [COOKIE-01]", async () => {
    const screen = { prepare: blockCookies } as const
    const page = await pages.open({ events: guest(), queries: catalogueQueries() }, screen)
    await takenOver(page)
    expect(await notice(page, REFUSED).count()).toBe(0)
    await page.getByRole("button", { name: "Gratis aanmelden" }).first().click()
    await notice(page, REFUSED).waitFor()
    const profile = await openProfile(pages, profileScript(guest()), screen)
    await notice(profile, REFUSED).waitFor()
    await notice(profile, REFUSED).getByRole("button", { name: "Melding sluiten" }).click()
    expect(await notice(profile, REFUSED).count()).toBe(0)
  })

  it.each([
    ["nl", "/", 320, 256, "Inloggen", "Pagina herladen"],
    ["en", "/en", 1_280, 844, "Log in", "Reload page"],
  ] as const)(
    "is explained where a link was to log its visitor in, within view: %s [COOKIE-01]",
    async (locale, path, width, height, logIn, reload) => {
      const page = await pages.open(
        { events: [started(locale)] },
        {
          path: `${path}?action=login&token=${LINK_TOKEN}`,
          width,
          height,
          prepare: refuseCommands,
        },
      )
      const dialog = page.getByRole("dialog", { name: logIn })
      await dialog.getByRole("button", { name: logIn, exact: true }).click()
      const told = dialog.getByRole("alert")
      await told.getByRole("button", { name: reload }).waitFor()
      const top = async () => (await told.boundingBox())?.y
      await expect.poll(top).toBeLessThan(height / 2)
      expect(await top()).toBeGreaterThanOrEqual(0)
      expect(await page.getByRole("alert").count()).toBe(1)
      await pages.expectSound(page, OF_REFUSAL)
    },
  )

  it("is explained where a passkey was to log its visitor in [COOKIE-01]", async () => {
    const page = await pages.open(
      { events: guest(), queries: keeping(() => []) },
      {
        path: "/?action=login",
        prepare: async (fresh) => {
          await answeringPasskeys(fresh)
          await refuseCommands(fresh)
        },
      },
    )
    await page.getByRole("button", { name: "Inloggen met een passkey" }).click()
    await page.getByRole("alert").getByRole("button", { name: "Pagina herladen" }).waitFor()
  })

  it("is explained where its visitor's age is asked [COOKIE-01]", async () => {
    const page = await pages.open({ events: guest(), brand: ASKS_AGE }, { prepare: refuseCommands })
    await page.getByRole("button", { name: "Akkoord" }).click()
    const told = page.getByRole("alertdialog").getByRole("alert")
    await told.getByRole("button", { name: "Pagina herladen" }).waitFor()
  })

  it("is reported where the gateway's cookie does not come back, though the browser claims to keep cookies [COOKIE-01]", async () => {
    const page = await pages.open(
      { events: guest(), queries: catalogueQueries() },
      { prepare: refuseCommands },
    )
    await takenOver(page)
    expect(await notice(page, REFUSED).count()).toBe(0)
    await openLogIn(page, "Inloggen")
    const dialog = await sendLogIn(page, "Inloggen")
    await dialog.getByRole("alert").filter({ hasText: REFUSED }).waitFor()
    expect(await notice(page, REFUSED).count()).toBe(0)
    await page.keyboard.press("Escape")
    await notice(page, REFUSED).waitFor()
  })

  it.each([
    ["nl", "/profile/Mila", 390, "Je browser bewaart geen cookies van deze site."],
    ["en", "/en/profile/Mila", 1_280, "Your browser doesn’t keep cookies from this site."],
  ] as const)(
    "is reported in a room that cannot be entered without cookies, and not as a log-out: %s [COOKIE-01]",
    async (locale, path, width, text) => {
      const page = await openProfile(pages, profileScript(guest(locale)), {
        path,
        width,
        prepare: refuseCommands,
      })
      await notice(page, text).waitFor()
      await page
        .locator(".player")
        .getByText(/stuurt onze cookie niet mee|isn’t sending our cookie/u)
        .waitFor()
      expect(
        await page.getByText(/niet (?:meer )?ingelogd|not? (?:longer )?logged in/u).count(),
      ).toBe(0)
      await pages.expectSound(page, OF_REFUSAL)
    },
  )

  it("is reported where a member asks for something outside of every window and room, until it is dismissed [COOKIE-01]", async () => {
    const page = await pages.open(
      { events: member(), queries: catalogueQueries() },
      { prepare: refuseCommands },
    )
    await takenOver(page)
    await page
      .getByRole("button", { name: /als favoriet bewaren$/u })
      .first()
      .click()
    await notice(page, REFUSED).waitFor()
    await notice(page, REFUSED).getByRole("button", { name: "Melding sluiten" }).click()
    await notice(page, REFUSED).waitFor({ state: "detached" })
  })

  it("is asked once for consent and can be used, with language and theme kept for this page alone [COOKIE-02]", async () => {
    const page = await pages.open(
      { events: guest(), queries: catalogueQueries(), consent: null },
      { prepare: blockCookies },
    )
    await takenOver(page)
    const banner = page.locator(".consent-banner")
    await banner.getByRole("button", { name: "Weigeren" }).click()
    await banner.waitFor({ state: "detached" })
    await page.locator(".site-footer__theme select").selectOption("light")
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light")
    await page.getByRole("link", { name: "Privacy" }).first().click()
    await page.waitForURL("**/privacy")
    expect(await banner.count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light")
    await page.getByRole("banner").getByRole("button", { name: "Taal: Nederlands" }).click()
    await page.getByRole("menuitem", { name: "English" }).click()
    await page.waitForURL("**/en/privacy")
    await page.getByRole("heading", { level: 1, name: "Privacy" }).waitFor()
    expect(pages.complaints).toEqual([])
  })
})

describe("plain http by an address of the local network", () => {
  it("has no secure context, and the site still attaches, searches, logs in and opens a profile [COOKIE-03]", async () => {
    const page = await pages.open(
      profileScript(guest(), {
        queries: (url) =>
          url.pathname === "/api/performers/autocomplete"
            ? foundAnswer([performer(1, { performerId: "p_linen", username: "LinenNova" })])
            : answersWith(() => ({ body: profile() }))(url),
        answers: (command) =>
          command._tag === "LogIn"
            ? [loggedInFact(true), memberLoadedFact({ verified: true })]
            : [],
      }),
      { isInsecure: true },
    )
    await takenOver(page)
    expect(
      await page.evaluate(() => [isSecureContext, "randomUUID" in crypto, "locks" in navigator]),
    ).toEqual([false, false, false])
    await page.locator(".search-bar").getByRole("combobox").fill("linen")
    await page.locator(".search-bar").getByRole("option", { name: "LinenNova" }).waitFor()
    await openLogIn(page, "Inloggen")
    const dialog = await sendLogIn(page, "Inloggen")
    await dialog.waitFor({ state: "detached" })
    // Requests that the page makes by itself are read too.
    await page.getByRole("link", { name: /^Mila,/u }).click()
    await page.getByText("Eerst lachen, dan verder.").waitFor()
    expect(pages.complaints).toEqual([])
  })

  it.each([
    ["nl", "/", 1_280, "Inloggen", "Deze verbinding is niet beveiligd", "Openen via https"],
    ["en", "/en", 390, "Log in", "This connection isn’t secure", "Open over https"],
  ] as const)(
    "says that the site needs https where its cookie is sent over https alone: %s [COOKIE-03]",
    async (locale, path, width, logIn, text, link) => {
      const page = await pages.open(
        { events: [started(locale)], queries: catalogueQueries() },
        { path, width, isInsecure: true, prepare: refuseCommands },
      )
      await takenOver(page)
      await openLogIn(page, logIn)
      const dialog = await sendLogIn(page, logIn)
      const told = dialog.getByRole("alert").filter({ hasText: text })
      const href = await told.getByRole("link", { name: link }).getAttribute("href")
      expect(href).toMatch(/^https:\/\/foldcast\.example:\d+\//u)
      await pages.expectSound(page, OF_REFUSAL)
    },
  )

  it("is not named as the cause where the browser itself refuses cookies [COOKIE-01, COOKIE-03]", async () => {
    const page = await pages.open(
      { events: guest(), queries: catalogueQueries() },
      { isInsecure: true, prepare: blockCookies },
    )
    await takenOver(page)
    await page.getByRole("button", { name: "Gratis aanmelden" }).first().click()
    await notice(page, REFUSED).waitFor()
    expect(await notice(page, NEEDS_HTTPS).count()).toBe(0)
  })

  it.each([
    [
      "nl",
      "/settings",
      390,
      "Passkeys werken alleen via een beveiligde verbinding.",
      "Openen via https",
      "Passkey toevoegen",
    ],
    [
      "en",
      "/en/settings",
      1_280,
      "Passkeys only work over a secure connection.",
      "Open over https",
      "Add a passkey",
    ],
  ] as const)(
    "says in the settings that passkeys need https, and links there: %s [COOKIE-03]",
    async (locale, path, width, text, link, add) => {
      const page = await pages.open(
        {
          events: [...member(locale), memberLoadedFact({ verified: true })],
          queries: keeping(() => []),
        },
        { path, width, isInsecure: true },
      )
      const told = page.getByRole("status").filter({ hasText: text })
      const href = await told.getByRole("link", { name: link }).getAttribute("href")
      expect(href).toMatch(/^https:\/\/foldcast\.example:\d+(?:\/en)?\/settings$/u)
      expect(await page.getByRole("button", { name: add }).count()).toBe(0)
      // The script has no answer about a member's sessions here.
      await pages.expectSound(page, [/status of 404/u])
    },
  )
})
