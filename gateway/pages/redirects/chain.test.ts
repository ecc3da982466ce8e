import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"
import { CATALOGUE_CATEGORIES } from "@foldcast/rules/categories"
import { resolveLocale } from "../../http/page-locale.ts"
import { runChain } from "./chain.ts"
import { REDIRECT_STEPS } from "../../settings/setting-values.ts"
import type { RedirectVisitor } from "./step.ts"

const GUEST: RedirectVisitor = {
  isMember: false,
  locale: "nl",
  brand: { disabledRoutes: [], features: DEFAULT_FEATURES },
  categories: new Set(CATALOGUE_CATEGORIES),
}
const MEMBER: RedirectVisitor = { ...GUEST, isMember: true }

const ask = (target: string, visitor: RedirectVisitor = GUEST, steps?: ReadonlyArray<string>) => {
  const url = new URL(target, "http://site.test")
  const { locale, prefix } = resolveLocale(url.pathname, undefined, undefined)
  const asking = prefix === null ? visitor : { ...visitor, locale }
  return runChain({ path: url.pathname, query: url.search.slice(1) }, asking, steps)
}

/** `301 /path`, `404`, or `page /path`. */
const told = (target: string, visitor?: RedirectVisitor): string => {
  const answer = ask(target, visitor)
  if (answer._tag === "Redirect") return `${answer.status} ${answer.location}`
  if (answer._tag === "Page") return `page ${answer.address.path}`
  return answer._tag === "Missing" ? "404" : "500"
}

const table = (rows: Readonly<Record<string, string>>, visitor?: RedirectVisitor) => {
  const found = Object.keys(rows).map((target) => [target, told(target, visitor)])
  expect(Object.fromEntries(found)).toEqual(rows)
}

const SEGMENTS: ReadonlyArray<string> = [
  ...["nl", "en", "de", "", "/", "\\", "%2f", "%0d%0a", "..", ".", "profiel", "profile"],
  ...["search", "splash6", "teen-18+", "settings", "messenger", "404", "evil.test", "chat"],
]

describe("the redirect chain", () => {
  it("leaves pages where they are, in their three forms [ROUTE-01, ROUTE-02]", () => {
    for (const path of ["", "/cookies", "/privacy", "/terms-conditions", "/toy-shows"]) {
      for (const prefix of ["", "/nl", "/en"]) {
        const target = prefix + path === "" ? "/" : prefix + path
        expect(told(target)).toBe(`page ${target}`)
      }
    }
  })

  it("strips trailing slashes with the whole query kept [ROUTE-28]", () => {
    table({
      "/": "page /",
      "/privacy/": "301 /privacy",
      "/en/": "301 /en",
      "/en//": "301 /en",
      "/privacy///?b=2&a=%20x&b=": "301 /privacy?b=2&a=%20x&b=",
      "/en/?action=validate&token=a.b.c": "301 /en?action=validate&token=a.b.c",
    })
  })

  it("redirects former paths home by their first segment [ROUTE-30, ROUTE-31]", () => {
    table({
      "/style": "301 /",
      "/en/archief/2009": "301 /",
      "/nl/respo": "301 /",
      "/islive_ein/": "301 /",
      "/filter/x": "301 /",
      "/categorie": "301 /",
      "/chat": "301 /",
      "/betalen?p=abc&x=1": "301 /?p=abc",
      "/18jr_65jr": "301 /",
      "/helpdesk": "301 /",
      "/no-cache": "301 /",
      "/splash": "301 /",
      "/splash12/x?pi=a-b": "301 /?pi=a-b",
      "/chatten": "404",
      "/x/chat": "404",
    })
  })

  it("redirects splash6 and the old terms to their new addresses [ROUTE-32, ROUTE-33]", () => {
    table({
      "/splash6": "301 /?splash6=true",
      "/en/splash6/x?p=abc&y=1": "301 /?p=abc&splash6=true",
      "/algemenevoorwaarden": "301 /terms-conditions",
      "/algemenevoorwaarden/?click_id=7&z=1": "301 /terms-conditions?click_id=7",
    })
  })

  it("renames /profiel/ and drops the default language's prefix [ROUTE-26, ROUTE-27]", () => {
    table({
      "/profiel/anna": "301 /profile/anna",
      "/nl/profiel/anna?p=x1&y=2": "301 /profile/anna?p=x1",
      "/en/profiel/anna/": "301 /en/profile/anna",
      "/profiel/profiel/anna": "301 /profile/profile/anna",
      "/profiel/": "302 /404",
      "/profiel": "404",
    })
  })

  it("redirects sect and m to a profile [ROUTE-29]", () => {
    table({
      "/?sect=profile&m=anna&p=x&y=1": "301 /profile/anna?p=x",
      "/en/privacy?sect=profile&m=an%20na": "301 /en/profile/an%20na",
      "/nl?m=anna&sect=profile": "301 /profile/anna",
      "/?sect=profile": "page /",
      "/?sect=profile&m=": "page /",
      "/?sect=profile&m=..": "page /",
      "/?sect=profile&m=%0d%0aX-Evil:1": "page /",
      "/?sect=other&m=anna": "page /",
      "/?sect=profile&m=//evil.test": "page /",
    })
  })

  it("redirects searches home, behind any two letters [ROUTE-15]", () => {
    table({
      "/search/anna": "301 /",
      "/en/search/a/b/": "301 /",
      "/de/search/a?offer_id=3&q=1": "301 /?offer_id=3",
      "/search": "301 /",
      "/deu/search/a": "404",
      "/searching": "404",
    })
  })

  it("knows the slugs of the present categories, and no others [ROUTE-16, ROUTE-17]", () => {
    const visitor = { ...GUEST, categories: new Set(["nederlands", "teen"]) }
    table(
      {
        "/nederlands": "page /nederlands",
        "/en/nederlands/": "301 /en/nederlands",
        // A present category is never a former name.
        "/teen": "page /teen",
        "/teen-18": "404",
        "/toy-shows": "404",
        "/nederlands/deeper": "404",
      },
      visitor,
    )
    const none = { ...GUEST, categories: new Set<string>() }
    table({ "/": "page /", "/privacy": "page /privacy", "/toy-shows": "404" }, none)
  })

  it("knows the catalogue's categories, redirects former ones, and no others [ROUTE-16, ROUTE-17]", () => {
    table({
      "/en/18-24": "page /en/18-24",
      "/teen-18+": "301 /18-24",
      "/en/teen?a=1": "301 /en/18-24?a=1",
      "/nl/teen-18": "301 /nl/18-24",
      "/constructor": "404",
      "/de": "404",
      "/toy-shows/deeper": "404",
      "/404": "404",
      "/nl/404": "404",
      "/nl//privacy": "404",
    })
  })

  it("redirects guests from members' pages home, in the page's language [ROUTE-19, ROUTE-20]", () => {
    table({
      "/settings": "302 /?next=settings",
      "/nl/favourites": "302 /?next=favourites",
      "/en/settings?p=ab&x=1&next=messenger": "302 /en?p=ab&next=settings",
      "/en/messenger/new-conversation": "302 /en?next=messenger",
      "/messenger/anna/": "302 /?next=messenger",
      "/settings?action=resetpassword&token=a.b.c&x=1": "302 /?action=resetpassword&token=a.b.c",
      "/profile": "302 /404",
      "/en/profile/": "302 /en/404",
    })
    expect(told("/settings", { ...GUEST, locale: "en" })).toBe("302 /en?next=settings")
    table({ "/settings": "page /settings", "/en/messenger/x": "page /en/messenger/x" }, MEMBER)
  })

  it("redirects visitors of switched-off pages home [ROUTE-21]", () => {
    const brand = { disabledRoutes: ["privacy", "cookies-en"], features: DEFAULT_FEATURES }
    table(
      {
        "/privacy": "302 /",
        "/en/privacy": "302 /en",
        "/cookies": "page /cookies",
        "/en/cookies": "302 /en",
      },
      { ...GUEST, brand },
    )
    const features = { ...DEFAULT_FEATURES, messenger: false }
    table(
      { "/messenger": "302 /", "/en/messenger/anna": "302 /en", "/settings": "page /settings" },
      { ...MEMBER, brand: { disabledRoutes: ["home", "not-found"], features } },
    )
  })

  it("redirects in one hop, with 302 if any part of it is temporary [ROUTE-23, ROUTE-25]", () => {
    table({
      "/en/settings/": "302 /en?next=settings",
      "/nl/profiel/x/?sect=profile&m=anna": "301 /profile/x",
      "/en/teen/": "301 /en/18-24",
      "/unknown/": "301 /unknown",
    })
  })

  it("runs rewrite, parameters, profiles, categories and filter reset in that order [ROUTE-22]", () => {
    expect(told("/search/x?sect=profile&m=anna")).toBe("301 /")
    expect(told("/profile?sect=profile&m=anna")).toBe("301 /profile/anna")
    expect(ask("/?filter=toys&p=x")).toEqual({ _tag: "Page", address: { path: "/", query: "p=x" } })
    expect(ask("/privacy?filter=toys")).toMatchObject({ address: { query: "filter=toys" } })
    expect(REDIRECT_STEPS.slice(-3)).toEqual(["profiles", "categories", "filter-reset"])
  })

  it("keeps only the visitor's own filter and order on home, none on favourites, and no other on a category [ROUTE-24] [FIND-08]", () => {
    const queryOf = (target: string) => {
      const answer = ask(target, MEMBER)
      return answer._tag === "Page" ? answer.address.query : answer._tag
    }
    expect(queryOf("/")).toBe("")
    for (const home of ["/", "/en", "/toy-shows", "/en/toy-shows"]) {
      expect(queryOf(`${home}?filter=toys&p=x`)).toBe("p=x")
      expect(queryOf(`${home}?filter=age_17-20`)).toBe("")
      expect(queryOf(`${home}?order=rating&p=x`)).toBe("order=rating&p=x")
      for (const unknown of ["", "recommended", "Rating", "toString"]) {
        expect(queryOf(`${home}?order=${unknown}&p=x`)).toBe("p=x")
      }
      expect(queryOf(`${home}?filter=age_18-24.languages_nl&p=x`)).toBe(
        "filter=age_18-24.languages_nl&p=x",
      )
    }
    for (const favourites of ["/favourites", "/en/favourites"]) {
      expect(queryOf(`${favourites}?filter=toys&p=x`)).toBe("p=x")
      expect(queryOf(`${favourites}?filter=age_18-24&order=name&p=x`)).toBe("p=x")
    }
  })

  it("fails on a step that does not exist [ERR-17]", () => {
    const steps = ["trailing-slash", "constructor"]
    expect(ask("/", GUEST, steps)).toEqual({ _tag: "UnknownStep", name: "constructor" })
    expect(ask("/settings", GUEST, ["trailing-slash"])._tag).toBe("Page")
  })

  it("takes for missing what is no path of this site", () => {
    for (const path of [
      "//evil.test",
      "//evil.test/",
      "/\\evil.test/",
      "/%2f%2fevil.test/",
      "/%0d%0aSet-Cookie:a=b/",
      "/%zz/",
      "/nl//evil.test/profiel/x",
      "/nl//evil.test/",
    ]) {
      const answer = runChain({ path, query: "" }, GUEST)
      const location = answer._tag === "Redirect" ? answer.location : "/"
      expect(location, path).toMatch(/^\/(?![/\\])/u)
      expect(location).not.toMatch(/[\r\n]/u)
    }
  })

  it("always ends at an address of this site that redirects nowhere", async () => {
    const segment = Schema.Union([Schema.String, Schema.Literals(SEGMENTS)])
    const query = Schema.Union([
      Schema.String,
      Schema.Literals(["", "sect=profile&m=//x", "sect=profile&m=..", "splash6=true", "p=%0d%0a"]),
    ])
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(
        Arbitrary.all([
          Arbitrary.array(Arbitrary.schema(segment)),
          Arbitrary.schema(query),
          Arbitrary.schema(Schema.Boolean),
        ]),
        ([segments, search, isMember]) =>
          Effect.sync(() => {
            const url = URL.parse(`http://site.test/${segments.join("/")}?${search}`.toWellFormed())
            if (url === null) return true
            const visitor = { ...GUEST, isMember }
            const asked = { path: url.pathname, query: url.search.slice(1) }
            const answer = runChain(asked, visitor)
            if (answer._tag !== "Redirect") return answer._tag !== "UnknownStep"
            if (!/^\/(?![/\\])[\x21-\x7e]*$/u.test(answer.location)) return false
            const next = new URL(answer.location, "http://site.test")
            if (next.origin !== "http://site.test") return false
            const again = { path: next.pathname, query: next.search.slice(1) }
            return runChain(again, visitor)._tag !== "Redirect"
          }),
      ),
    )
    expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
  })
})
