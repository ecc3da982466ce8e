/** Tests header, menus, drawers and footer in a browser: with script, without script, offline. */
import { describe, expect, it } from "vitest"
import { HOUSE_BRAND, PARTNER_BRAND } from "../../screens/brands.fixture.ts"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

describe("the language selector", () => {
  it("lists the languages as links to this page, closes on a press outside, and keeps what was typed [SHELL-39, SHELL-40, SHELL-02]", async () => {
    const page = await pages.open({ events: guest() }, { path: "/toy-shows?p=a1&x=1" })
    const open = () => page.getByRole("button", { name: "Taal: Nederlands" }).click()
    await open()
    const items = page.getByRole("menuitem")
    await items.first().waitFor()
    expect(
      await items.evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    ).toEqual(["/nl/toy-shows?p=a1&x=1", "/en/toy-shows?p=a1&x=1"])
    await page.mouse.click(200, 500)
    await expect.poll(() => items.count()).toBe(0)
    await page.getByRole("banner").getByRole("button", { name: "Gratis aanmelden" }).click()
    await page.getByLabel("E-mailadres").fill("noor@example.com")
    await page.keyboard.press("Escape")
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    await open()
    await page.getByRole("menuitem", { name: "English" }).click()
    await page.waitForURL("**/en/toy-shows?p=a1&x=1")
    const cookies = await pages.context.cookies()
    expect(cookies.find(({ name }) => name === "language")?.value).toBe("en")
    await page.getByRole("banner").getByRole("button", { name: "Sign up free" }).click()
    const address = page.getByLabel("Email address")
    await expect.poll(() => address.inputValue()).toBe("noor@example.com")
  })
})

describe("the header", () => {
  it.each([320, 390])(
    "stands in one row for a guest at %i, with the language in the drawer [SHELL-14, SHELL-41]",
    async (width) => {
      const page = await pages.open({ events: guest() }, { width })
      const header = page.getByRole("banner")
      expect((await header.boundingBox())?.height).toBeLessThan(70)
      await header.getByRole("button", { name: "Inloggen" }).waitFor()
      await header.getByRole("button", { name: "Menu" }).click()
      const drawer = page.getByRole("dialog")
      await drawer.getByRole("button", { name: "Gratis aanmelden" }).waitFor()
      await drawer.getByRole("button", { name: "Taal: Nederlands" }).waitFor()
      await pages.expectSound(page)
    },
  )

  it("opens the filters, and closes them again, in 200 ms each; from 1,024 pixels on they need no drawer [SHELL-11, SHELL-49, SHELL-58]", async () => {
    const page = await pages.open(
      { events: guest(), queries: catalogueQueries() },
      { width: 390, scheme: "light" },
    )
    await takenOver(page)
    await page.evaluate(() => {
      const moved: Array<unknown> = []
      Object.assign(globalThis, { moved })
      // By its style: on a slow machine the motion is over when the page hears that it began.
      for (const type of ["animation", "transition"]) {
        document.addEventListener(`${type}start`, ({ target }) => {
          const drawer = target as Element
          if (!drawer.matches(".ui-window--drawer")) return
          moved.push(getComputedStyle(drawer).getPropertyValue(`${type}-duration`))
        })
      }
    })
    const moves = () => page.evaluate<ReadonlyArray<unknown>>("moved")
    await page.getByRole("button", { name: "Filters" }).click()
    const drawer = page.getByRole("dialog", { name: "Filters" })
    await drawer.getByRole("group", { name: "Leeftijd" }).waitFor()
    await pages.expectSound(page)
    await expect.poll(moves).toEqual(["0.2s"])
    await page.keyboard.press("Escape")
    await expect.poll(() => drawer.count()).toBe(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Filters")
    await expect.poll(moves).toEqual(["0.2s", "0.2s"])
    const isDrawerOffered = () => page.getByRole("button", { name: "Filters" }).isVisible()
    await page.setViewportSize({ width: 1_023, height: 844 })
    expect(await isDrawerOffered()).toBe(true)
    await page.setViewportSize({ width: 1_024, height: 844 })
    await expect.poll(isDrawerOffered).toBe(false)
  })
})

describe("the member menu", () => {
  it("leads to the member's pages with the tracking parameters, and closes behind them [SHELL-34, SHELL-37, ROUTE-44, GRID-09]", async () => {
    const page = await pages.open({ events: member() }, { path: "/?p=a1", width: 390 })
    const open = async () => {
      await page.getByRole("button", { name: "Menu van noor" }).click()
      return page.getByRole("dialog", { name: "Menu van noor" })
    }
    const menu = await open()
    await menu.getByRole("link", { name: "Favorieten" }).waitFor()
    expect(
      await menu
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    ).toEqual(["/favourites?p=a1", "/settings/credits?p=a1", "/settings?p=a1"])
    await menu.getByRole("link", { name: "Favorieten" }).click()
    await page.getByRole("heading", { level: 1, name: "Favorieten" }).waitFor()
    await expect.poll(() => menu.count()).toBe(0)
    expect(page.url()).toBe(`${pages.gateway.origin}/favourites?p=a1`)
  })
})

describe("a brand", () => {
  it("has its own look in both themes [SHELL-06, SHELL-07]", async () => {
    const colours = async (brand: typeof HOUSE_BRAND, scheme: "dark" | "light") => {
      const page = await pages.open(
        { events: guest(), brand: { ...brand, logo: null } },
        { scheme },
      )
      const button = page.getByRole("banner").getByRole("button", { name: "Gratis aanmelden" })
      const found = await button.evaluate((element) => [
        getComputedStyle(element).backgroundColor,
        getComputedStyle(element).borderRadius,
        getComputedStyle(document.documentElement).backgroundColor,
      ])
      await pages.close()
      return found
    }
    const house = await colours(HOUSE_BRAND, "dark")
    expect(house).toEqual(["oklch(0.68 0.17 350)", "8px", "oklch(0.16 0.012 290)"])
    expect(await colours(PARTNER_BRAND, "dark")).toEqual([
      "oklch(0.74 0.13 200)",
      "14px",
      "oklch(0.16 0.012 220)",
    ])
    expect((await colours(PARTNER_BRAND, "light"))[0]).toBe("oklch(0.5 0.09 200)")
  })

  it("keeps its Christmas theme, whatever the visitor chose [STORE-06]", async () => {
    const brand = { ...HOUSE_BRAND, features: { ...HOUSE_BRAND.features, christmasMode: true } }
    const chose = (page: { addInitScript: (run: () => void) => Promise<unknown> }) =>
      page.addInitScript(() => localStorage.setItem("theme", "light"))
    const page = await pages.open({ events: guest(), brand }, { prepare: chose })
    expect(await page.getAttribute("html", "data-theme")).toBe("christmas")
    expect(await page.getByLabel("Weergave").count()).toBe(0)
    await pages.close()
    const plain = await pages.open({ events: guest() }, { prepare: chose })
    expect(await plain.getAttribute("html", "data-theme")).toBe("light")
    await pages.expectSound(plain)
  })
})

describe("a browser that forbids storage", () => {
  it("shows every page as if nothing were stored, and keeps a choice for as long as the page lasts [ERR-18]", async () => {
    const page = await pages.open(
      { events: [...member(), { _tag: "FavouritesListed", performerIds: ["p_1"] }] },
      {
        prepare: (fresh) =>
          fresh.addInitScript(() => {
            for (const name of ["localStorage", "sessionStorage"]) {
              Object.defineProperty(window, name, {
                get: () => {
                  throw new DOMException("forbidden", "SecurityError")
                },
              })
            }
          }),
      },
    )
    await page.getByLabel("Weergave").selectOption("Licht")
    await expect.poll(() => page.getAttribute("html", "data-theme")).toBe("light")
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacyverklaring" }).click()
    await page.getByRole("heading", { level: 1, name: "Privacyverklaring" }).waitFor()
    await pages.expectSound(page)
  })
})

describe("a page without script", () => {
  it("says by itself what to do, above the start page's own first words", async () => {
    const page = await pages.visit(
      { events: guest(), queries: catalogueQueries() },
      { browser: { javaScriptEnabled: false } },
    )
    const ends = await page.locator("main > .without-script").evaluate((hint) => {
      const range = document.createRange()
      range.selectNodeContents(hint)
      return [
        range.getBoundingClientRect().bottom,
        hint.nextElementSibling?.getBoundingClientRect().top,
      ]
    })
    expect((ends[1] ?? 0) - (ends[0] ?? 0)).toBeGreaterThanOrEqual(8)
  })

  it("reads well and offers nothing that would not work", async () => {
    const page = await pages.visit(
      { events: guest(), consent: null },
      { path: "/privacy?p=a1", browser: { javaScriptEnabled: false } },
    )
    await page.getByRole("heading", { level: 1, name: "Privacyverklaring" }).waitFor()
    // Where a visitor looks for the missing controls.
    const hint = page.locator("main > .without-script:first-child")
    expect(await hint.isVisible()).toBe(true)
    expect(await hint.textContent()).toMatch(
      /^Zet JavaScript aan, herlaad de pagina of gebruik een nieuwere browser/u,
    )
    for (const name of [
      "Inloggen",
      "Gratis aanmelden",
      "Taal: Nederlands",
      "Filters",
      "Weigeren",
    ]) {
      expect(await page.getByRole("button", { name }).count()).toBe(0)
    }
    await page.getByRole("navigation", { name: "Performers" }).getByText("Toyshows").click()
    await page.getByRole("heading", { level: 1, name: "Toyshows" }).waitFor()
    expect(page.url()).toContain("/toy-shows?p=a1")
    await page.getByRole("contentinfo").getByText("English").click()
    await page.waitForURL("**/en/toy-shows?p=a1")
  })
})

describe("the service worker", () => {
  it("is registered, caches no page, and has one for when there is no network [SHELL-47]", async () => {
    const page = await pages.open({ events: member() }, { isAlone: true })
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL),
    ).toBe(`${pages.gateway.origin}/sw.js`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.goto(`${pages.gateway.origin}/privacy`)
    await page.getByRole("heading", { level: 1, name: "Privacyverklaring" }).waitFor()
    const kept = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      )
      return all.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept).toEqual(["/offline.html"])
    await pages.context.setOffline(true)
    await page.goto(`${pages.gateway.origin}/toy-shows`)
    await page.getByRole("heading", { name: "Je bent offline" }).waitFor()
    await page.getByRole("heading", { name: "You’re offline" }).waitFor()
    expect(page.url()).toBe(`${pages.gateway.origin}/toy-shows`)
    expect(await page.getByRole("link", { name: "Opnieuw proberen" }).getAttribute("href")).toBe("")
    // The test presses nothing.
    await pages.context.setOffline(false)
    await page.getByRole("heading", { level: 1, name: "Toyshows" }).waitFor()
  })
})

describe("the global loader", () => {
  it("covers the page while a slow page loads, for 200 ms at least, and disappears with it [SHELL-46, CONST-03]", async () => {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const page = await pages.open(
      { events: guest() },
      {
        clock: "stands",
        prepare: (fresh) =>
          fresh.route("**/assets/privacy-page-*.js", async (route) => {
            ask()
            await arrived
            return route.continue()
          }),
      },
    )
    await page.getByRole("contentinfo").getByText("Privacyverklaring").click()
    // The request starts at once.
    await asked
    const loader = page.getByRole("status").filter({ hasText: "Bezig met laden…" })
    const shownLater = async () => {
      await page.clock.runFor(10)
      return loader.count()
    }
    await expect.poll(shownLater).toBe(1)
    const { width, height } = (await loader.boundingBox()) ?? { width: 0, height: 0 }
    expect([width, height]).toEqual([1_280, 844])
    arrive()
    await page.getByRole("heading", { level: 1, name: "Privacyverklaring" }).waitFor()
    // The loader may have been detected two steps after it appeared.
    await page.clock.runFor(170)
    expect(await loader.count()).toBe(1)
    await expect.poll(shownLater).toBe(0)
  })

  it("covers nothing while a page waits for the network, which is said, also where that notice was dismissed", async () => {
    const page = await pages.open({ events: guest() }, { clock: "runs" })
    const loader = page.getByRole("status").filter({ hasText: "Bezig met laden…" })
    await pages.context.setOffline(true)
    const offline = page.getByRole("status").filter({ hasText: "Je bent offline" })
    await offline.getByRole("button", { name: "Melding sluiten" }).click()
    await offline.waitFor({ state: "detached" })
    await page.getByRole("contentinfo").getByText("Privacyverklaring").click()
    await page.clock.runFor(300)
    await page.getByText("De pagina opent zodra je weer online bent.").waitFor()
    for (let seconds = 0; seconds < 5; seconds += 1) {
      await page.clock.fastForward(1_000)
      expect(await loader.count()).toBe(0)
    }
    await page.getByRole("contentinfo").getByText("Cookieverklaring").hover()
    await pages.context.setOffline(false)
    await page.getByRole("heading", { level: 1, name: "Privacyverklaring" }).waitFor()
  })
})

describe("the button back to the top", () => {
  it.each(["no-preference", "reduce"] as const)(
    "comes in 800 ms, and brings the page and the focus there, with motion: %s [CONST-04]",
    async (reducedMotion) => {
      const page = await pages.open(
        { events: guest() },
        { width: 390, height: 500, motion: reducedMotion },
      )
      const height = () => page.evaluate(() => document.documentElement.scrollHeight)
      const before = await height()
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
      const { name, duration } = await page
        .getByRole("button", { name: "Naar boven" })
        .evaluate((button) => {
          const { animationName, animationDuration } = getComputedStyle(button)
          return { name: animationName, duration: animationDuration }
        })
      expect([name, duration]).toEqual(["ui-fade-in", reducedMotion === "reduce" ? "0s" : "0.8s"])
      // The page's height and its footer are unchanged, and nothing is covered.
      expect(await height()).toBe(before)
      const { below, covered } = await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight)
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
        const controls = [...document.querySelectorAll(".site-footer :is(a, button, select)")]
        const button = box(".site-to-top button")
        if (button === undefined) throw new Error("the button is gone")
        const isCovered = ({ left, right, top, bottom }: DOMRect) =>
          left < button.right && right > button.left && top < button.bottom && bottom > button.top
        return {
          below: innerHeight - (box(".site-footer")?.bottom ?? 0),
          covered: controls.filter((one) => isCovered(one.getBoundingClientRect())).length,
        }
      })
      expect(Math.abs(below)).toBeLessThan(1)
      expect(covered).toBe(0)
      await page.getByRole("button", { name: "Naar boven" }).click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1")
      await expect.poll(() => page.getByRole("button", { name: "Naar boven" }).count()).toBe(0)
    },
  )

  it("takes 450 ms, slower towards the end [SHELL-59]", async () => {
    const page = await pages.open({ events: guest() }, { width: 390, height: 500, clock: "stands" })
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    await page.getByRole("button", { name: "Naar boven" }).waitFor()
    const place = () => page.evaluate(() => scrollY)
    const from = await place()
    await page
      .getByRole("button", { name: "Naar boven" })
      .evaluate((button: HTMLElement) => button.click())
    await page.clock.runFor(225)
    // At half the time an eighth of the way is left.
    expect(Math.abs((await place()) / from - 0.125)).toBeLessThan(0.05)
    await page.clock.runFor(250)
    expect(await place()).toBe(0)
  })
})

it.each([390, 1_280])(
  "a link leads from the top of the home page down to all performers, at %i",
  async (width) => {
    const page = await pages.open({ events: guest(), queries: catalogueQueries() }, { width })
    await takenOver(page)
    await page.getByRole("navigation", { name: "Performers" }).getByText("Alle performers").click()
    const fromHeader = async () => {
      const [header, list] = await Promise.all([
        page.getByRole("banner").boundingBox(),
        page.locator(".home-grid").boundingBox(),
      ])
      return Math.round(Math.abs((list?.y ?? 999) - (header?.height ?? 0)))
    }
    await expect.poll(fromHeader).toBeLessThan(4)
    expect(new URL(page.url()).pathname).toBe("/")
  },
)
