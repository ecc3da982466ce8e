/** Tests the server's HTML of every page: in three variants, with its head, layout and brand. */
import { beforeAll, describe, expect, it } from "vitest"
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Locale } from "@foldcast/contracts/units"
import { VAT_PERCENT } from "@foldcast/rules/money"
import { SITE_TERMS } from "@foldcast/rules/site-terms"
import { HOUSE_BRAND, PARTNER_BRAND } from "./screens/brands.fixture.ts"
import type { Consent } from "./page-frame.ts"
import { builtRender, pageInput } from "./screens/scripted-gateway.fixture.ts"
import { guest, member } from "./screens/visit-facts.fixture.ts"

interface Asked {
  readonly locale?: Locale
  readonly isMember?: boolean
  readonly brand?: PublicBrand
  readonly consent?: Consent
}

const footerOf = (text: string) => /<footer class="site-footer".*<\/footer>/su.exec(text)?.[0] ?? ""

describe("the site's pages", () => {
  let page: (
    path: string,
    asked?: Asked,
  ) => Promise<{ status: number; text: string; to: string | null }>
  beforeAll(async () => {
    const render = await builtRender()
    page = async (path, { locale = "nl", isMember = false, brand, consent } = {}) => {
      const events = isMember ? member(locale) : guest(locale)
      const url = `http://127.0.0.1${path}`
      const response = await render(pageInput(url, locale, events, brand, consent))
      return {
        status: response.status,
        text: await response.text(),
        to: response.headers.get("location"),
      }
    }
  })

  it.each([
    ["", "Foldcast: live chatten, betalen per minuut", "Foldcast: chat live, pay by the minute"],
    ["/help", "Help · Foldcast", "Help · Foldcast"],
    ["/cookies", "Cookieverklaring · Foldcast", "Cookie statement · Foldcast"],
    ["/privacy", "Privacyverklaring · Foldcast", "Privacy statement · Foldcast"],
    ["/terms-conditions", "Algemene voorwaarden · Foldcast", "Terms and conditions · Foldcast"],
    ["/settings", "Instellingen · Foldcast", "Settings · Foldcast"],
    ["/favourites", "Favorieten · Foldcast", "Favorites · Foldcast"],
    ["/messenger", "Berichten · Foldcast", "Messages · Foldcast"],
    ["/messenger/new-conversation", "Nieuw gesprek · Foldcast", "New conversation · Foldcast"],
    ["/messenger/robin", "Gesprek · Foldcast", "Conversation · Foldcast"],
    ["/profile/robin-1", "robin-1 op Foldcast", "robin-1 on Foldcast"],
    ["/toy-shows", "Toyshows · Foldcast", "Toy shows · Foldcast"],
    ["/18-24", "18–24 jaar · Foldcast", "18–24 · Foldcast"],
  ])(
    "%s answer unprefixed, under /nl and under /en, titled in the page's language [ROUTE-01, ROUTE-02, ROUTE-13, ROUTE-16, SHELL-54]",
    async (rest, dutch, english) => {
      const variants = [
        { path: rest === "" ? "/" : rest, locale: "nl", title: dutch },
        { path: `/nl${rest}`, locale: "nl", title: dutch },
        { path: `/en${rest}`, locale: "en", title: english },
      ] as const
      for (const { path, locale, title } of variants) {
        const { status, text } = await page(path, { locale, isMember: true })
        expect([path, status]).toEqual([path, 200])
        expect(text).toContain(`<html lang="${locale}"`)
        expect(text).toContain(`<title>${title}</title>`)
        expect(text).toMatch(/<meta name="description" content="[^"]{20,160}"/u)
        expect(text).toContain(`hrefLang="en" href="https://foldcast.test/en${rest}"`)
        expect(text.match(/<h1\b/gu)).toHaveLength(1)
      }
    },
  )

  it.each(["/cookies", "/privacy", "/terms-conditions"])(
    "%s is a statement: its sections are in the page that is sent [ROUTE-05]",
    async (path) => {
      for (const [prefix, locale] of [
        ["", "nl"],
        ["/nl", "nl"],
        ["/en", "en"],
      ] as const) {
        const { text } = await page(prefix + path, { locale })
        const [, main = ""] = /<main\b[^>]*>(.*)<\/main>/su.exec(text) ?? []
        expect(main.match(/<h2\b/gu)?.length).toBeGreaterThanOrEqual(3)
        expect(main.replace(/<[^>]*>/gu, " ").match(/\p{L}+/gu)?.length).toBeGreaterThan(100)
      }
    },
  )

  it("/terms-conditions, /privacy and /help tell the figures that the site goes by [ROUTE-05, ROUTE-52]", async () => {
    const { visitDays, idleSessionDays, sessionDays, ...ofRooms } = SITE_TERMS
    const { chat, vip } = CREDITS_PER_MINUTE
    const { guestMinutes, prepaidSeconds, vipJoinSeconds } = ofRooms
    const told: ReadonlyArray<readonly [path: string, texts: ReadonlyArray<string>]> = [
      [
        "/terms-conditions",
        [
          `${chat} credits`,
          `${vip}`,
          `${guestMinutes} minut`,
          `${prepaidSeconds} second`,
          `${vipJoinSeconds} second`,
          `${VAT_PERCENT}% `,
        ],
      ],
      ["/privacy", [`${visitDays} d`, `${idleSessionDays} d`, `${sessionDays} d`]],
      ["/help", [`${chat} credits`, `${vip} credits`, `${guestMinutes} minut`, `${VAT_PERCENT}% `]],
    ]
    for (const [path, texts] of told) {
      for (const locale of ["nl", "en"] as const) {
        const { text } = await page(locale === "nl" ? path : `/en${path}`, { locale })
        const shown = text.replaceAll(/<[^>]*>/gu, "").replaceAll("seconde", "second")
        for (const figure of texts)
          expect([path, shown]).toEqual([path, expect.stringContaining(figure)])
      }
    }
  })

  it("/help has every answer in the page that is sent, folded, and tells search engines the same [ROUTE-52]", async () => {
    for (const [path, locale] of [
      ["/help", "nl"],
      ["/en/help", "en"],
    ] as const) {
      const { text } = await page(path, { locale })
      const [, main = ""] = /<main\b[^>]*>(.*)<\/main>/su.exec(text) ?? []
      const plain = (html: string) => html.replaceAll(/<[^>]*>/gu, "")
      const shown = [
        ...main.matchAll(
          /<details id="[a-z]+" class="[^"]+"><summary><h3[^>]*>(?<question>.*?)<\/h3><\/summary><p>(?<answer>.*?)<\/p>/gu,
        ),
      ].map(({ groups }) => [plain(groups?.["question"] ?? ""), plain(groups?.["answer"] ?? "")])
      expect(shown.length).toBeGreaterThan(10)
      const [, data = "{}"] =
        /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/su.exec(main) ?? []
      const { mainEntity, ...rest } = JSON.parse(data) as {
        mainEntity: ReadonlyArray<{ name: string; acceptedAnswer: { text: string } }>
      }
      expect(rest).toEqual({ "@context": "https://schema.org", "@type": "FAQPage" })
      expect(mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(
        shown,
      )
    }
  })

  it.each([
    "/nergens",
    "/en/nowhere/at/all",
    "/de",
    "/be/cookies",
    "/profile",
    "/404",
    "/en/404",
    "/profile/%3Cb%3E",
  ])(
    "%s is no page: status 404 and the sentence for it [ROUTE-14, ROUTE-17, ROUTE-35, SHELL-02, SHELL-26, SHELL-27]",
    async (path) => {
      const { status, text } = await page(path, { locale: "en" })
      expect(status).toBe(404)
      expect(text).toContain("This page could not be found")
      expect(text).toContain("Error 404")
      expect(text).toContain('<meta name="robots" content="noindex"')
      expect(text).toMatch(/<a [^>]*href="\/en"[^>]*>Go to the home page/u)
    },
  )

  it.each(["/settings", "/favourites", "/messenger", "/messenger/robin"])(
    "%s is for members: a guest's page leads home, in its language [ROUTE-19, ROUTE-20]",
    async (path) => {
      expect((await page(path)).to).toBe("/")
      expect((await page(`/en${path}?p=a1`, { locale: "en" })).to).toBe("/en?p=a1")
    },
  )

  it("lead home from a page that the brand switched off [ROUTE-21]", async () => {
    const brand = { ...HOUSE_BRAND, disabledRoutes: ["privacy", "category"] }
    expect((await page("/privacy", { brand })).to).toBe("/")
    const { text } = await page("/", { brand })
    expect(text).not.toContain('href="/privacy"')
    expect(text).not.toContain('href="/toy-shows"')
    expect(text).toContain('href="/terms-conditions"')
  })

  it("lead home from a page that the brand switched off in one language, and link to it in the other alone [ROUTE-21]", async () => {
    const brand = { ...HOUSE_BRAND, disabledRoutes: ["cookies-en", "category-en"] }
    expect((await page("/en/cookies", { locale: "en", brand })).to).toBe("/en")
    expect((await page("/cookies", { brand })).status).toBe(200)
    const [dutch, english] = [
      (await page("/", { brand })).text,
      (await page("/en", { locale: "en", brand })).text,
    ]
    for (const path of ["/cookies", "/toy-shows"]) {
      expect(dutch).toContain(`href="${path}"`)
      expect(english).not.toContain(`href="/en${path}"`)
    }
  })

  it("have each their layout [SHELL-11, SHELL-12, SHELL-21, SHELL-42, SHELL-43]", async () => {
    const home = (await page("/")).text
    expect(home).toContain('data-layout="whitelabel"')
    expect(home).toMatch(/<a [^>]*aria-current="page"[^>]*>Home<\/a>/u)
    expect(home).toContain('<header class="site-header"')
    expect(home).toContain('<nav aria-label="Categorieën" class="category-bar"')
    expect(home).toContain("Over Foldcast")
    expect(home).toContain('<footer class="site-footer"')
    expect(home).not.toMatch(/>(?:Media|Events)</u)
    // Exactly one link is marked as current, in every variant of the address.
    for (const path of ["/", "/nl"]) {
      const [, navigation = ""] = /main-navigation(.*?)<main/su.exec((await page(path)).text) ?? []
      expect(navigation.match(/aria-current/gu)).toHaveLength(1)
    }
    const favourites = (await page("/favourites", { isMember: true })).text
    expect(favourites).toMatch(/<a [^>]*aria-current="true"[^>]*>Home<\/a>/u)
    const category = (await page("/toy-shows?p=a1")).text
    expect(category).toMatch(/aria-current="page"[^>]*>Toyshows<\/a>/u)
    expect(category).not.toMatch(/aria-current="page"[^>]*>Home<\/a>/u)
    const messenger = (await page("/messenger", { isMember: true })).text
    expect(messenger).toContain('data-layout="messenger"')
    expect(messenger).not.toContain("<footer")
    const profile = (await page("/profile/robin")).text
    expect(profile).toContain('data-layout="profile"')
    expect(profile).toContain("<footer")
    const plain = (await page("/", { brand: { ...HOUSE_BRAND, layout: "default" } })).text
    expect(plain).toContain('data-layout="default"')
    expect(plain).not.toContain("Toyshows")
    expect(plain).toContain("<footer")
  })

  it("link to all performers, new cams and toys beside home, to favourites for members, and not to free chat [SHELL-44, SHELL-45]", async () => {
    const entries = async (isMember: boolean, brand = HOUSE_BRAND) => {
      const { text } = await page("/en", { locale: "en", isMember, brand })
      const models = /<nav aria-label="Performers"[^>]*>(?<links>.*?)<\/nav>/u.exec(text)
      return [
        ...(models?.groups?.["links"] ?? "").matchAll(
          /href="(?<href>[^"]+)"[^>]*>(?<name>[^<]+)</gu,
        ),
      ].map(({ groups }) => [groups?.["name"], groups?.["href"]])
    }
    const everybody = [
      ["All performers", "/en"],
      ["New cams", "/en/new-cams"],
      ["Toy shows", "/en/toy-shows"],
    ]
    expect(await entries(false)).toEqual(everybody)
    expect(await entries(true)).toEqual([...everybody, ["Favorites", "/en/favourites"]])
    const without = { ...HOUSE_BRAND, disabledRoutes: ["category", "favourites"] }
    expect(await entries(true, without)).toEqual([["All performers", "/en"]])
  })

  it("carry the tracking parameters in every internal link, and nothing else of the query [ROUTE-44, ROUTE-45, ROUTE-46]", async () => {
    const { status, text } = await page(
      "/en?p=a1&pi=b-2&click_id=c%20d&offer_id=9&splash6=true&m=x",
    )
    expect(status).toBe(200)
    const query = "p=a1&amp;pi=b-2&amp;click_id=c+d&amp;offer_id=9&amp;splash6=true"
    for (const path of ["/en", "/en/toy-shows", "/en/privacy", "/en/terms-conditions"]) {
      expect(text).toContain(`href="${path}?${query}"`)
    }
    const links = [...text.matchAll(/<a [^>]*href="(?<href>[^"#]+)"/gu)]
      .map(({ groups }) => groups?.["href"] ?? "")
      .filter((href) => href.startsWith("/") || href.startsWith("http://"))
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((href) => !href.includes(`?${query}`))).toEqual([])
  })

  it.each([
    ["p=abcXYZ019", true],
    ["p=a-1", false],
    ["p=a_1", false],
    ["p=%3Cb%3E", false],
    ["p=%C3%A9", false],
    ["pi=aB3-x", true],
    [`pi=${"a-".repeat(32)}`, true],
    [`pi=${"a".repeat(65)}`, false],
    ["pi=a_b", false],
    ["pi=a%20b", false],
    ["offer_id=", false],
  ])(
    "carry %s or ignore it, never a part of it: %s [ROUTE-45, ROUTE-46]",
    async (query, isTaken) => {
      const { text } = await page(`/?${query}`)
      expect(text).toContain(`href="/privacy${isTaken ? `?${query}` : ""}"`)
    },
  )

  it.each(["?splash6=true&m=x&p=a1", "?x=%20y+z&x=2&p=%3C", "?p=1&p=2&=&a", "?x=1.0&y=true&z={}"])(
    "name their own canonical address, whatever the query is like: %s",
    async (query) => {
      expect(await page(`/privacy${query}`)).toMatchObject({ status: 200, to: null })
    },
  )

  it("show their brand: name, logo, colours, shapes, company [SHELL-06, SHELL-07, SHELL-08, SHELL-13, SHELL-25]", async () => {
    const { text } = await page("/privacy", { brand: PARTNER_BRAND })
    expect(text).toContain('data-brand="harbour"')
    expect(text).toContain("--brand-light:oklch(0.5 0.09 200);--brand-dark:oklch(0.74 0.13 200)")
    expect(text).toContain("--radius-control:14px")
    expect(text).toMatch(/<img [^>]*src="\/brand\/logo\.svg"/u)
    expect(text).toContain("Harbour Media is het bedrijf achter Harbour.")
    expect(text).toContain("Hulp nodig? Harbour Media is bereikbaar via ")
    expect(text).not.toContain("Foldcast")
    const house = footerOf((await page("/privacy")).text)
    expect(house).toContain("Hulp nodig? Foldcast B.V. is bereikbaar via ")
    expect(house).toContain('<a href="mailto:help@foldcast.example">help@foldcast.example</a>')
    expect(house).toContain(" of +31 20 000 00 00.")
  })

  it("link in their footer to what exists, and leave out what does not [SHELL-22, SHELL-23, SHELL-24]", async () => {
    const outside = (address: string) =>
      new RegExp(`<a href="${address}" target="_blank" rel="nofollow noopener noreferrer">`, "u")
    const text = footerOf((await page("/")).text)
    for (const path of ["help", "terms-conditions", "privacy", "cookies"]) {
      expect(text).toContain(`href="/${path}"`)
    }
    const { links } = HOUSE_BRAND
    const all = [links.company, links.affiliate, links.performerSignUp, ...links.contentFilters]
    for (const address of all) expect(text).toMatch(outside(address ?? "missing"))
    expect(links.contentFilters).toHaveLength(2)
    expect(text).toContain("Gebruik een filter")
    const partner = footerOf((await page("/", { brand: PARTNER_BRAND })).text)
    expect(partner).toMatch(outside(links.performerSignUp ?? "missing"))
    expect(partner).not.toContain("Over ons")
    expect(partner).not.toContain("Partner worden")
    const none = { ...PARTNER_BRAND, links: { ...PARTNER_BRAND.links, contentFilters: [] } }
    expect((await page("/", { brand: none })).text).not.toContain("Gebruik een filter")
  })

  it("say for whom they are [SHELL-01]", async () => {
    for (const path of ["/", "/cookies", "/404"]) {
      const { text } = await page(path)
      expect(text).toContain(">18+<")
      expect(text).toContain("Foldcast is alleen voor mensen van 18 jaar en ouder.")
      expect(text).toContain("RTA-5042-1996-1400-1577-RTA")
    }
  })

  it("ask for consent until it was given or refused", async () => {
    expect((await page("/", { consent: null })).text).toContain("Jouw cookiekeuze")
    expect((await page("/", { consent: "refused" })).text).not.toContain("Jouw cookiekeuze")
  })

  it("have the Christmas theme where the brand says so, whatever the visitor stored", async () => {
    const brand = { ...HOUSE_BRAND, features: { ...HOUSE_BRAND.features, christmasMode: true } }
    expect((await page("/", { brand })).text).toMatch(/<html [^>]*data-theme="christmas"/u)
    expect((await page("/")).text).not.toMatch(/<html [^>]*data-theme=/u)
  })

  it("offer two languages, whatever else is configured [SHELL-02, SHELL-39]", async () => {
    const { text } = await page("/cookies?p=a1&x=y")
    const hrefs = [...text.matchAll(/<a href="([^"]+)" hrefLang="/gu)].map(([, href]) => href)
    expect(hrefs).toEqual(["/nl/cookies?p=a1&amp;x=y", "/en/cookies?p=a1&amp;x=y"])
  })
})
