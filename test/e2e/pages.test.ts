/** Every public page as people, search engines and browsers without script get it from the whole site. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { AT_ONCE } from "../support/browser.ts"
import { HELD_WORLD } from "../support/demo-world.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { PerformerListPage } from "./performer-list.ts"
import { testSite } from "./site.ts"
import { fetched } from "./traffic.ts"

const PUBLIC_PAGES = [
  "/",
  "/help",
  "/cookies",
  "/privacy",
  "/terms-conditions",
  "/toy-shows",
  "/new-cams",
  "/free-cams",
  "/18-24",
] as const

/** A page's metadata and main texts, from an open document or from its HTML. */
interface Meaning {
  readonly lang: string
  readonly title: string
  readonly description: string
  readonly canonical: string
  readonly alternates: ReadonlyArray<string>
  readonly headings: ReadonlyArray<string>
  readonly text: string
}

// Nothing of the page is changed: a part of it may still have to be taken over.
const MEANING_OF = `(page) => {
  const all = (selector) => [...page.querySelectorAll(selector)]
  const of = (selector, name) => all(selector).map((element) => element.getAttribute(name) ?? "").join()
  // What is only sent for a script to run is no text; how many performers there are is asked for after the page.
  const textOf = (node) =>
    node.nodeName === "#text"
      ? node.data
      : node.matches("script, .filter-count")
        ? ""
        : [...node.childNodes].filter(({ nodeName }) => nodeName !== "#comment").map(textOf).join("")
  const words = (element) => textOf(element).replace(/\\s+/g, " ").trim()
  return {
    lang: page.documentElement.lang,
    title: page.title,
    description: of("meta[name=description]", "content"),
    canonical: of("link[rel=canonical]", "href"),
    alternates: all("link[rel=alternate]").map(({ hreflang, href }) => hreflang + " " + href),
    headings: all("h1").map(words),
    text: all("main").map(words).join(),
  }
}`

const meaningOf = (page: Page): Promise<Meaning> =>
  page.evaluate<Meaning>(`(${MEANING_OF})(document)`)

/** Parsed in a blank page: the site's own policy lets no text become markup. */
const meaningSent = (blank: Page, html: string): Promise<Meaning> =>
  blank.evaluate<Meaning>(
    `(${MEANING_OF})(new DOMParser().parseFromString(${JSON.stringify(html)}, "text/html"))`,
  )

describe("a public page", () => {
  const site = testSite(HELD_WORLD)

  it.each([
    { locale: "nl", width: 390 },
    { locale: "en", width: 1_280 },
  ] as const)(
    "names itself to people and to machines alike: $locale [ROUTE-01, ROUTE-02, ROUTE-05, ROUTE-16, SHELL-54]",
    async ({ locale, width }) => {
      const visitor = await site.arrive({ locale, width, height: 844 })
      const tab = await visitor.emptyTab()
      const blank = await visitor.context.newPage()
      const { origin } = visitor
      const seen = new Set<string>()
      const addressIn = (language: Locale, path: string) =>
        `${origin}${language === "nl" ? path : `/en${path}`}`.replace(/(?<=en)\/$/u, "")
      for (const path of PUBLIC_PAGES) {
        const address = visitor.address(path)
        const answer = await tab.page.goto(address)
        await tab.hydrated()
        const meaning = await meaningOf(tab.page)
        expect([path, answer?.status(), meaning.lang]).toEqual([path, 200, locale])
        expect(meaning.headings).toHaveLength(1)
        expect(meaning.description).toMatch(/^.{20,160}$/u)
        expect(meaning.canonical).toBe(addressIn(locale, path))
        expect(meaning.alternates).toEqual([
          `nl ${addressIn("nl", path)}`,
          `en ${addressIn("en", path)}`,
          `x-default ${addressIn("nl", path)}`,
        ])
        expect(await meaningSent(blank, await fetched(address))).toEqual(meaning)
        seen.add(meaning.title).add(meaning.description)
      }
      // No two pages have the same title.
      expect(seen.size).toBe(2 * PUBLIC_PAGES.length)
      tab.isQuiet()
    },
  )

  it("is taken over as it was written, also where its address names a filter or an order that nobody can read [FIND-08]", async () => {
    const visitor = await site.arrive({ locale: "en", width: 1_280, height: 844 })
    const tab = await visitor.emptyTab()
    await tab.page.goto(visitor.address("/?filter=toys&order=oldest&p=a1"))
    await tab.hydrated()
    const sort = tab.page.locator(".order-select select")
    // React's own: the list has been taken over too.
    await sort.selectOption("name")
    await tab.page.waitForURL(/order=name/u)
    expect(new URL(tab.page.url()).searchParams.get("p")).toBe("a1")
    tab.isQuiet()
  })

  it.each(
    sampleOf([
      { locale: "nl", width: 1_280 },
      { locale: "en", width: 390 },
    ] as const),
  )("can be read and leads on without a script: $locale", async ({ locale, width }) => {
    const visitor = await site.arrive({ locale, width, height: 844, javaScriptEnabled: false })
    const { say } = visitor.words
    const page = await visitor.context.newPage()
    for (const path of PUBLIC_PAGES) {
      await page.goto(visitor.address(path))
      await page.getByRole("heading", { level: 1 }).waitFor()
      expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(40)
      // Controls that need script are absent: a button sends its form, which the server answers.
      const sends = page.locator("form[method=get]").getByRole("button")
      expect(await page.getByRole("button").count()).toBe(await sends.count())
    }
    await page.getByText(say(m.site_needs_script)).waitFor()
    const footer = page.getByRole("contentinfo")
    await footer.getByRole("link", { name: say(m.terms_title) }).click(AT_ONCE)
    await page.getByRole("heading", { level: 1, name: say(m.terms_title) }).waitFor()
    const [other, name] =
      locale === "nl" ? (["en", "English"] as const) : (["nl", "Nederlands"] as const)
    await footer.getByRole("link", { name }).click(AT_ONCE)
    const title = m.terms_title({}, { locale: other })
    await page.getByRole("heading", { level: 1, name: title }).waitFor()
    await page.getByRole("banner").getByRole("link").first().click(AT_ONCE)
    const home = m.home_heading({}, { locale: other })
    await page.getByRole("heading", { level: 1, name: home }).waitFor()
  })

  it("is another page: its title, the focus at its heading, and its scroll position kept for the way back [ROUTE-37, STORE-05]", async () => {
    const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
    const tab = await visitor.openTab()
    const { page } = tab
    const home = await page.title()
    const link = page
      .getByRole("contentinfo")
      .getByRole("link", { name: visitor.words.say(m.privacy_title) })
    await new PerformerListPage(tab).has(30)
    await link.scrollIntoViewIfNeeded()
    // The page leaves room for the button to its top.
    await tab.button(visitor.words.say(m.site_to_top)).waitFor()
    await link.scrollIntoViewIfNeeded()
    // Clicked by script, so that the growing list above does not move it away from the pointer.
    const place = await link.evaluate((element) => {
      ;(element as { click: () => void }).click()
      return (globalThis as unknown as { readonly scrollY: number }).scrollY
    })
    expect(place).toBeGreaterThan(2_000)
    // A scroll position may be a fraction of a pixel.
    const offPlace = async () => Math.abs((await page.evaluate<number>("scrollY")) - place)
    await page.locator("h1:focus", { hasText: visitor.words.say(m.privacy_title) }).waitFor()
    expect(await page.title()).not.toBe(home)
    expect(await page.evaluate<number>("scrollY")).toBe(0)
    await page.goBack()
    await tab.heading(m.home_heading).waitFor()
    await expect.poll(offPlace, { timeout: 15_000 }).toBeLessThanOrEqual(1)
    expect(await page.title()).toBe(home)
    expect(await tab.storage()).toContain('"previousRoute":"/en/privacy"')

    // The same after the other page was a document of its own.
    await page.goForward()
    await tab.heading(m.privacy_title).waitFor()
    await page.reload()
    await tab.hydrated()
    await page.goBack()
    await tab.heading(m.home_heading).waitFor()
    await expect.poll(offPlace, { timeout: 15_000 }).toBeLessThanOrEqual(1)
    tab.isQuiet()
  })

  it("that does not exist says so, leads home by itself, and stays for a visitor who reads it [ROUTE-17, ROUTE-35, SHELL-26, SHELL-28]", async () => {
    const visitor = await site.arrive({ locale: "nl" })
    const tab = await visitor.emptyTab()
    const goNowhere = async () => {
      const answer = await tab.page.goto(visitor.address("/nergens"))
      expect(answer?.status()).toBe(404)
      await tab.heading(m.error_page_404).waitFor()
    }
    await goNowhere()
    await tab.page.waitForURL(visitor.address("/"))
    await tab.heading(m.home_heading).waitFor()

    await tab.holdTime()
    await goNowhere()
    const stay = tab.button(visitor.words.say(m.error_page_stay))
    await stay.click()
    await stay.waitFor({ state: "detached" })
    await tab.heading(m.error_page_404).waitFor()
  })

  it("whose script is gone reloads once, then says that it failed [ROUTE-36]", async () => {
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openTab()
    const { page } = tab
    await page.route(/\/category-page[^/]*\.js/u, (route) => route.abort("failed"))
    let documents = 0
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    const models = page.getByRole("navigation", { name: m.nav_models({}, { locale: "en" }) })
    await models.getByRole("link", { name: "Toy shows" }).click()
    await tab.heading(m.error_page_other).waitFor()
    expect(documents).toBe(1)
    await page.unrouteAll()
    await tab.visit(visitor.address("/toy-shows"))
    await page.getByRole("heading", { level: 1, name: "Shows that respond to your tips" }).waitFor()
  })

  it("is replaced by the offline page when nobody answers, and comes back [SHELL-47]", async () => {
    const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
    const tab = await visitor.openTab()
    await tab.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    await site.without("gateway", async () => {
      await tab.page.goto(visitor.address("/privacy"))
      await tab.page.getByRole("heading", { name: "You’re offline" }).waitFor()
      await tab.page.getByRole("link", { name: "Try again" }).click()
      await tab.page.getByRole("heading", { name: "You’re offline" }).waitFor()
    })
    // The offline page retries by itself until the gateway answers.
    await tab.heading(m.privacy_title).waitFor()
  })
})
