/**
 * Tests the frame of every page in a browser: pages change without a new document, errors lead to the home page,
 * consent comes first, and nothing is covered, overflows or logs an error.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Locale } from "@foldcast/contracts/units"
import { HOUSE_BRAND, PARTNER_BRAND } from "../../screens/brands.fixture.ts"
import {
  conversationAnswers,
  item,
  message,
  writtenTo,
} from "../../screens/conversations.fixture.ts"
import { entryHas } from "../../screens/layers.fixture.ts"
import { answersWith, profile } from "../../screens/profile-pages.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const WITH_ROBIN = {
  item: item("cv1", writtenTo("p1", "robin"), message(2, "performer", "p1")),
  messages: [message(1, "member", "p1"), message(2, "performer", "p1")],
}

const path = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const hasFocus = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)
/** Marks the document, so that a test can tell whether it is still the same one. */
const mark = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute("data-mark", ""))
const isMarked = (page: Page) =>
  page.evaluate(() => document.documentElement.hasAttribute("data-mark"))
/** As a link inside the document does. */
const navigate = (page: Page, to: string) =>
  page.evaluate((address) => {
    history.pushState({}, "", address)
    dispatchEvent(new PopStateEvent("popstate"))
  }, to)

/** Stops the error page's countdown; it is the only timer of one second on a page. */
const withoutSeconds = (page: Page) =>
  page.addInitScript(() => {
    const setInterval = window.setInterval.bind(window)
    window.setInterval = ((run: () => void, ms: number) =>
      ms === 1_000 ? 0 : setInterval(run, ms)) as typeof window.setInterval
  })

interface Shown {
  readonly at: string
  readonly locale?: Locale
  readonly width: number
  readonly scheme: "dark" | "light"
  readonly brand?: PublicBrand
  readonly isMember?: boolean
}

describe("every page", () => {
  it.each<Shown>([
    { at: "/", width: 320, scheme: "dark", brand: PARTNER_BRAND },
    { at: "/", width: 768, scheme: "light", isMember: true },
    { at: "/en/cookies", locale: "en", width: 390, scheme: "light", brand: PARTNER_BRAND },
    { at: "/privacy", width: 1_280, scheme: "dark" },
    { at: "/en/help", locale: "en", width: 320, scheme: "light" },
    { at: "/terms-conditions", width: 390, scheme: "dark", brand: PARTNER_BRAND },
    { at: "/favourites", width: 320, scheme: "light", isMember: true },
    { at: "/messenger", width: 1_280, scheme: "light", isMember: true, brand: PARTNER_BRAND },
    { at: "/messenger/new-conversation", width: 390, scheme: "dark", isMember: true },
    { at: "/en/messenger/robin", locale: "en", width: 390, scheme: "light", isMember: true },
    { at: "/profile/Mila", width: 390, scheme: "dark", brand: PARTNER_BRAND },
    { at: "/en/toy-shows", locale: "en", width: 1_920, scheme: "light" },
    { at: "/18-24", width: 320, scheme: "dark" },
    { at: "/404", width: 390, scheme: "light", brand: PARTNER_BRAND },
  ])("is sound: $at at $width in $scheme", async ({ at, locale, isMember, brand, ...screen }) => {
    const events = isMember === true ? member(locale) : guest(locale)
    const page = await pages.open(
      {
        events,
        ...(brand !== undefined && { brand }),
        ...(at === "/profile/Mila" && { queries: answersWith(() => ({ body: profile() })) }),
        ...(at.endsWith("/robin") && { queries: conversationAnswers(() => [WITH_ROBIN]) }),
      },
      {
        ...screen,
        path: at,
        ...(at === "/404" && { prepare: withoutSeconds }),
      },
    )
    await pages.expectSound(page, at === "/404" ? [/status of 404/u] : [])
  })
})

describe("going from page to page", () => {
  it("keeps the document, moves the focus, sets the title, tells the log and keeps the page that was left [ROUTE-03, ROUTE-37, ROUTE-44, STORE-05]", async () => {
    const page = await pages.open({ events: guest("en") }, { path: "/en?p=a1&x=1" })
    await mark(page)
    await page.getByRole("navigation", { name: "Performers" }).getByText("Toy shows").click()
    await page.getByRole("heading", { level: 1, name: "Toy shows" }).waitFor()
    expect(await isMarked(page)).toBe(true)
    expect(path(page)).toBe("/en/toy-shows?p=a1")
    await expect.poll(() => hasFocus(page, "h1")).toBe(true)
    expect(await page.title()).toBe("Toy shows · Foldcast")
    expect(await pages.gateway.told({ path: "/en/toy-shows" })).toEqual({
      _tag: "Navigated",
      path: "/en/toy-shows",
      routeName: "category-en",
      params: { slug: "toy-shows" },
    })
    expect(await page.evaluate(() => localStorage.getItem("previousRoute"))).toBe("/en")
    await page.getByRole("contentinfo").getByText("Privacy statement").click()
    await page.getByRole("heading", { level: 1, name: "Privacy statement" }).waitFor()
    await pages.gateway.told({ path: "/en/privacy" })
    expect(await page.evaluate(() => localStorage.getItem("previousRoute"))).toBe("/en/toy-shows")
  })

  it("restores the scroll position with the page", async () => {
    const page = await pages.open({ events: guest() }, { width: 390, height: 600 })
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    // The page makes room for the to-top button.
    await page.getByRole("button", { name: "Naar boven" }).waitFor()
    // Clicked by script: a pointer click would scroll.
    const before = await page
      .getByRole("contentinfo")
      .getByRole("link", { name: "Privacyverklaring" })
      .evaluate((link: HTMLElement) => {
        const place = scrollY
        link.click()
        return place
      })
    expect(before).toBeGreaterThan(400)
    await page.getByRole("heading", { level: 1, name: "Privacyverklaring" }).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await page.getByRole("heading", { name: "Chat live. Betaal per minuut." }).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  })

  it("leaves an open window behind where another address is typed", async () => {
    const page = await pages.open({ events: guest() }, { width: 390 })
    await page.getByRole("banner").getByRole("button", { name: "Inloggen" }).click()
    await page.getByRole("dialog", { name: "Inloggen" }).waitFor()
    pages.gateway.facts.length = 0
    await page.goto(`${pages.gateway.origin}/toy-shows`)
    await pages.gateway.told({ path: "/toy-shows" })
    expect(pages.gateway.facts.map(({ _tag }) => _tag)).not.toContain("TabRestored")
  })

  it("closes a window by going back, and only then changes the page; going forward opens it again", async () => {
    const page = await pages.open({ events: guest() }, { width: 390 })
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacyverklaring" }).click()
    await page.getByRole("heading", { level: 1, name: "Privacyverklaring" }).waitFor()
    const opener = page.getByRole("banner").getByRole("button", { name: "Inloggen" })
    const logIn = page.getByRole("dialog", { name: "Inloggen" })
    const openLogIn = async () => {
      await opener.click()
      await logIn.getByLabel("E-mailadres").fill("noor@example.com")
      await entryHas(page, ["logIn"])
    }
    await openLogIn()
    await page.goBack()
    await logIn.waitFor({ state: "detached" })
    await expect.poll(() => path(page)).toBe("/privacy")
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.getByRole("heading", { level: 1, name: "Privacyverklaring" }).waitFor()

    await page.goBack()
    await page.getByRole("heading", { name: "Chat live. Betaal per minuut." }).waitFor()
    // The typed text is kept for the next opening.
    await opener.click()
    await expect.poll(() => logIn.getByLabel("E-mailadres").inputValue()).toBe("noor@example.com")
    await entryHas(page, ["logIn"])
    await page.goBack()
    await logIn.waitFor({ state: "detached" })
    await expect.poll(() => path(page)).toBe("/")
    await page.goForward()
    await expect.poll(() => logIn.getByLabel("E-mailadres").inputValue()).toBe("noor@example.com")
    expect(pages.complaints).toEqual([])
  })

  it("remembers the page that led to a new document [ROUTE-37, STORE-05]", async () => {
    const page = await pages.open({ events: guest() }, { path: "/toy-shows?p=a1" })
    pages.gateway.facts.length = 0
    await page.getByRole("contentinfo").getByText("English").click()
    await pages.gateway.told({ path: "/en/toy-shows" })
    expect(path(page)).toBe("/en/toy-shows?p=a1")
    expect(await page.evaluate(() => localStorage.getItem("previousRoute"))).toBe("/toy-shows")
    await page.reload()
    await pages.gateway.fact("Navigated")
    expect(await page.evaluate(() => localStorage.getItem("previousRoute"))).toBe("/toy-shows")
  })

  it("sends a guest home from every page for members, in their language [ROUTE-19, ROUTE-20]", async () => {
    const page = await pages.open({ events: guest("en") }, { path: "/en/privacy?p=a1" })
    await mark(page)
    for (const protectedPage of ["/settings", "/favourites", "/messenger/robin"]) {
      await navigate(page, `/en${protectedPage}?p=a1`)
      await page.getByRole("dialog", { name: "Log in" }).waitFor()
      await page.keyboard.press("Escape")
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
      await page.getByRole("heading", { level: 1, name: /^Chat live/u }).waitFor()
      expect([path(page), await isMarked(page)]).toEqual(["/en?p=a1", true])
      await navigate(page, "/en/privacy?p=a1")
      await page.getByRole("heading", { level: 1, name: "Privacy statement" }).waitFor()
    }
  })

  it("tells the log as much of a long address as it keeps, and the stream goes on", async () => {
    const page = await pages.visit({ events: guest() }, { path: `/${"a".repeat(3_000)}` })
    expect(await pages.gateway.fact("Navigated")).toMatchObject({ path: `/${"a".repeat(2_047)}` })
    await page.getByRole("heading", { level: 1 }).waitFor()
  })

  it("sends everybody home from a page that the brand switched off [ROUTE-21]", async () => {
    const brand = { ...HOUSE_BRAND, disabledRoutes: ["favourites"] }
    const page = await pages.open({ events: member(), brand }, { path: "/privacy" })
    await navigate(page, "/favourites")
    await page.getByRole("heading", { level: 1, name: "Fijn dat je er bent" }).waitFor()
    expect(path(page)).toBe("/")
  })

  it("offers to log in again on a member page whose session ended", async () => {
    const page = await pages.open(
      { events: [...member(), { _tag: "FavouritesListed", performerIds: [] }] },
      { path: "/favourites" },
    )
    await page.getByText("Je hebt nog geen favorieten").waitFor()
    pages.gateway.emit({ _tag: "LoggedOut", reason: "expired" })
    await page.getByText("Je sessie is afgelopen. Log in om hier verder te gaan.").waitFor()
    await page.getByRole("main").getByRole("button", { name: "Inloggen" }).click()
    await page.getByRole("dialog", { name: "Inloggen" }).waitFor()
  })
})

describe("a page that does not exist", () => {
  const open404 = (scheme: "dark" | "light" = "dark") =>
    pages.open({ events: guest() }, { path: "/nergens?p=a1", scheme, clock: "stands" })

  it("goes home by itself after three seconds [SHELL-26, SHELL-27, SHELL-28]", async () => {
    const page = await open404()
    await page.getByText("Fout 404").waitFor()
    await page.getByText("Je gaat over 3 seconden naar de startpagina.").last().waitFor()
    await page.clock.runFor(1_000)
    await page.getByText("Je gaat over 2 seconden naar de startpagina.").waitFor()
    await page.clock.runFor(1_000)
    await page.getByText("Je gaat over 1 seconde naar de startpagina.").waitFor()
    expect(path(page)).toBe("/nergens?p=a1")
    await page.clock.runFor(1_000)
    await page.getByRole("heading", { name: "Chat live. Betaal per minuut." }).waitFor()
    expect(path(page)).toBe("/?p=a1")
  })

  it("stays for a visitor who wants to read it [SHELL-28]", async () => {
    const page = await open404("light")
    await page.getByRole("button", { name: "Op deze pagina blijven" }).click()
    await page.clock.runFor(10_000)
    await expect.poll(() => page.getByText("Je gaat over").count()).toBe(0)
    expect(path(page)).toBe("/nergens?p=a1")
    await page.getByRole("link", { name: "Naar de startpagina", exact: true }).click()
    await page.getByRole("heading", { name: "Chat live. Betaal per minuut." }).waitFor()
  })

  it("takes nobody home who has gone elsewhere meanwhile [SHELL-28]", async () => {
    const page = await open404()
    await page.getByRole("contentinfo").getByText("Privacyverklaring").click()
    await page.getByRole("heading", { level: 1, name: "Privacyverklaring" }).waitFor()
    await page.clock.runFor(10_000)
    expect(path(page)).toBe("/privacy?p=a1")
  })
})

describe("a page whose script cannot be loaded", () => {
  const goToPrivacy = (page: Page) =>
    page.getByRole("contentinfo").getByRole("link", { name: "Privacyverklaring" }).click()

  it("reloads the document, once; then it says so [ROUTE-36, SHELL-27]", async () => {
    let refused = 0
    const page = await pages.open(
      { events: guest() },
      {
        prepare: (fresh) =>
          fresh.route("**/assets/privacy-page-*.js", (route) => {
            refused += 1
            return route.abort()
          }),
      },
    )
    await mark(page)
    const reloaded = page.waitForEvent("load")
    await goToPrivacy(page)
    await reloaded
    await page.getByRole("heading", { level: 1, name: "Er ging iets mis" }).waitFor()
    expect(path(page)).toBe("/privacy")
    expect(await isMarked(page)).toBe(false)
    const documents = pages.gateway.heard.filter(({ url }) => url.endsWith("/privacy"))
    expect(documents).toHaveLength(1)
    expect(refused).toBeGreaterThan(1)
    await page.getByRole("link", { name: "Naar de startpagina", exact: true }).waitFor()
    // The visitor is not redirected away from the intended page.
    await page.getByRole("button", { name: "Pagina herladen" }).waitFor()
    expect(await page.getByRole("button", { name: "Hier blijven" }).count()).toBe(0)
  })

  it("is shown at once when the reload loads it", async () => {
    let isGone = true
    const page = await pages.open(
      { events: guest() },
      {
        // A service worker's requests would bypass the routes below.
        prepare: (fresh) =>
          fresh.route("**/assets/privacy-page-*.js", (route) =>
            isGone ? route.abort() : route.continue(),
          ),
      },
    )
    const reloaded = page.waitForEvent("load")
    await page.route("**/privacy", (route) => {
      isGone = false
      return route.continue()
    })
    await goToPrivacy(page)
    await reloaded
    await page.getByRole("heading", { level: 1, name: "Privacyverklaring" }).waitFor()
  })
})

describe("an error page that fails itself", () => {
  it("leaves an English sentence and a link home [SHELL-29]", async () => {
    const page = await pages.open(
      { events: guest() },
      {
        path: "/nergens",
        prepare: (fresh) =>
          fresh.addInitScript(() => {
            const setInterval = window.setInterval.bind(window)
            // The countdown's timer is the only one of one second on the page.
            window.setInterval = ((run: () => void, ms: number) => {
              if (ms === 1_000) throw new Error("no timers today")
              return setInterval(run, ms)
            }) as typeof window.setInterval
          }),
      },
    )
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor()
    const link = page.getByRole("link", { name: "Go to the home page" })
    expect(await link.getAttribute("href")).toBe("/")
    expect(await link.evaluate((element) => element.closest("[lang]")?.getAttribute("lang"))).toBe(
      "en",
    )
  })
})
