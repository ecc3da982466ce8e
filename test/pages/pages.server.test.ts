/**
 * Pages as a crawler, curl and a browser get them: status, Location, language, headers, through a whole gateway.
 * The content is checked on the renderer's input: the site's bundle has tests of its own.
 */
import { request as httpRequest } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { RendererInput } from "@foldcast/gateway/pages/renderer"
import { performersByIdPath } from "@foldcast/rules/grid/resources"
import { startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

let upstream: ScriptedUpstream
let gateway: TestGateway
/** The renderer's last input. */
let given: RendererInput
let failing = false

beforeAll(async () => {
  upstream = await ScriptedUpstream.start()
  upstream.addMember({ id: "m-1", email: "anna@example.test", password: "geheim1", credits: 10 })
  gateway = await startGateway({
    upstream: upstream.url,
    render: (input) => {
      if (failing) throw new Error("the bundle is broken")
      given = input
      return Promise.resolve(Response.json(input.page))
    },
  })
})
afterAll(async () => {
  await gateway.close()
  await upstream.close()
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** The path is sent as written; `fetch` would normalise it, and it sets Host itself. */
const ask = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url)
    const asking = httpRequest({ hostname, port, path, headers, method }, (response) => {
      let body = ""
      response.setEncoding("utf8")
      response.on("data", (text: string) => (body += text))
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      )
    })
    asking.on("error", reject)
    asking.end()
  })

/** `200`, `404` or `301 /path`. */
const told = async (path: string, headers?: Readonly<Record<string, string>>): Promise<string> => {
  const { status, headers: answered } = await ask(path, headers)
  const { location } = answered
  return location === undefined ? String(status) : `${status} ${String(location)}`
}

const table = async (
  rows: Readonly<Record<string, string>>,
  headers?: Readonly<Record<string, string>>,
) => {
  const found: Record<string, string> = {}
  for (const path of Object.keys(rows)) found[path] = await told(path, headers)
  expect(found).toEqual(rows)
}

const logIn = async (): Promise<TestBrowser> => {
  const browser = new TestBrowser(gateway.url)
  const { visit } = await browser.page()
  const { status } = await browser.command(visit, {
    _tag: "LogIn",
    email: "anna@example.test",
    password: "geheim1",
  })
  expect(status).toBe(202)
  return browser
}

describe("pages and redirects", () => {
  it("answer in three forms, the unprefixed one in the default language [ROUTE-01, ROUTE-02]", async () => {
    for (const path of ["/", "/cookies", "/privacy", "/terms-conditions", "/profile/anna"]) {
      for (const [prefix, locale] of [
        ["", "nl"],
        ["/nl", "nl"],
        ["/en", "en"],
      ] as const) {
        const target = prefix === "" || path !== "/" ? prefix + path : prefix
        expect((await ask(target)).status, target).toBe(200)
        expect(given.locale).toBe(locale)
        expect(new URL(given.request.url).pathname).toBe(target)
      }
    }
  })

  it("are in the prefix's language, then the cookie's, then the browser's, then Dutch, and a stored cookie is kept [SHELL-03, SHELL-04, SHELL-05, STORE-07, CONST-02]", async () => {
    const french = "fr-FR"
    const english = "fr, en;q=0.7, nl;q=0.2"
    for (const [path, stored, wanted, locale, stores] of [
      ["/en", "nl", "nl", "en", false],
      ["/privacy", "en", "nl", "en", false],
      ["/privacy", null, english, "en", false],
      ["/privacy", null, "en-US, nl;q=0.9", "en", false],
      ["/privacy", null, "nl-NL, en;q=0.9", "nl", false],
      ["/privacy", "de", french, "nl", false],
      ["/privacy", null, null, "nl", false],
      ["/en/privacy", null, "nl", "en", true],
    ] as const) {
      const { headers } = await ask(path, {
        ...(stored !== null && { Cookie: `language=${stored}` }),
        ...(wanted !== null && { "Accept-Language": wanted }),
      })
      const cookies = [headers["set-cookie"]].flat().join()
      expect([
        path,
        stored,
        wanted,
        given.locale,
        /\blanguage=en; Path=\/;/u.test(cookies),
      ]).toEqual([path, stored, wanted, locale, stores])
      expect(cookies.includes("language=")).toBe(stores)
    }
  })

  it("are permanent for slashes, former paths, profiles and searches [ROUTE-15, ROUTE-25, ROUTE-26, ROUTE-27, ROUTE-28, ROUTE-29, ROUTE-30, ROUTE-31, ROUTE-32, ROUTE-33]", async () => {
    await table({
      "/privacy/?a=1": "301 /privacy?a=1",
      "/en/": "301 /en",
      "/splash3": "301 /",
      "/chat?p=abc&x=1": "301 /?p=abc",
      "/algemenevoorwaarden": "301 /terms-conditions",
      "/splash6": "301 /?splash6=true",
      "/nl/profiel/anna": "301 /profile/anna",
      "/en/profiel/anna/?x=1": "301 /en/profile/anna",
      "/?sect=profile&m=anna": "301 /profile/anna",
      "/en/search/anna": "301 /",
    })
  })

  it("are categories where a slug is known, and 404 otherwise, also for an administrator or a performer [AUTH-01, ROUTE-16, ROUTE-17, ROUTE-23, ROUTE-35]", async () => {
    await table({
      "/toy-shows": "200",
      "/en/new-cams": "200",
      "/teen-18+": "301 /18-24",
      "/unheard-of": "404",
      "/en/unheard-of": "404",
      "/a/b/c": "404",
      "/404": "404",
      "/nl/404": "404",
      "/de": "404",
      "/admin": "404",
      "/performer": "404",
      "/studio": "404",
    })
  })

  it("are rewritten, then led by their parameters, to profiles, to categories, and lose filters that cannot be read [ROUTE-22]", async () => {
    await table({
      "/search/x?sect=profile&m=anna": "301 /",
      "/profile?sect=profile&m=anna": "301 /profile/anna",
      "/nl/profiel/x/?sect=profile&m=anna": "301 /profile/x",
      "/en/settings/": "302 /en?next=settings",
      "/en/teen/": "301 /en/18-24",
      "/toy-shows?filter=toys&p=x": "200",
    })
    expect(new URL(given.request.url).search).toBe("?p=x")
    await ask("/privacy?filter=toys")
    expect(new URL(given.request.url).search).toBe("?filter=toys")
  })

  it("send guests of members' pages home, and let members in [ROUTE-07, ROUTE-12, ROUTE-14, ROUTE-19, ROUTE-20]", async () => {
    await table({
      "/settings": "302 /?next=settings",
      "/nl/settings": "302 /?next=settings",
      "/en/favourites?p=ab": "302 /en?p=ab&next=favourites",
      "/en/settings/credits": "302 /en?next=settings-credits",
      "/messenger/anna": "302 /?next=messenger",
      "/profile": "302 /404",
    })
    expect(await told("/settings", { Cookie: "language=en" })).toBe("302 /en?next=settings")
    const { cookie } = await logIn()
    await table(
      { "/settings": "200", "/settings/credits": "200", "/en/favourites": "200" },
      { Cookie: cookie ?? "" },
    )
  })

  it("send a member home whom the upstream has just logged out, and end the session [ROUTE-19]", async () => {
    const browser = await logIn()
    upstream.script("GET /basic-info", { status: 403, body: { label: "forbidden" } })
    const { status, headers } = await ask("/en/settings", { Cookie: browser.cookie ?? "" })
    expect([status, headers["location"]]).toEqual([302, "/en?next=settings"])
    expect(String(headers["set-cookie"])).toMatch(/auth=/u)
  })

  it("create no visit for a redirect, and keep it out of caches", async () => {
    const { headers, body } = await ask("/nl/chat/")
    expect(headers["cache-control"]).toBe("no-store")
    expect(headers["set-cookie"]?.toString()).toContain("language=nl")
    expect(body).toBe("")
  })

  it("answer HEAD as GET, without a body", async () => {
    for (const path of ["/", "/en/chat", "/unheard-of", "/settings", "/robots.txt"]) {
      const [head, get] = [await ask(path, {}, "HEAD"), await ask(path)]
      expect([head.status, head.headers["location"]]).toEqual([get.status, get.headers["location"]])
      expect(head.body).toBe("")
    }
  })

  it("never lead to another site, whatever is asked for", async () => {
    for (const path of [
      "//evil.test/",
      "//evil.test/%2e%2e/",
      "/\\evil.test/",
      "/%5cevil.test/",
      "/%2f%2fevil.test/",
      "/nl//evil.test/profiel/x",
      "/.//evil.test/",
      "/%0d%0aSet-Cookie:%20a=b/",
      "/settings/?p=%0d%0aSet-Cookie:a=b",
      "/?sect=profile&m=%0d%0aSet-Cookie:a=b",
      "/?sect=profile&m=%2f%2fevil.test",
    ]) {
      const { status, headers } = await ask(path)
      expect([200, 301, 302, 400, 404], path).toContain(status)
      expect(new URL(given.request.url).hostname, path).not.toContain("evil")
      expect(String(headers["location"] ?? "/"), path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/u)
      expect(String(headers["set-cookie"]), path).not.toContain("a=b")
    }
  })
})

describe("the request of a page", () => {
  it("loses its action before the page is made, and the action is not carried out", async () => {
    const before = upstream.calls.length
    for (const action of ["login", "resetpassword", "validate", "register"]) {
      const path = `/en?p=ab&action=${action}&token=aaa.canary.ccc&password=canary`
      const { headers, body } = await ask(path)
      expect(given.request.url).toMatch(/\/en\?p=ab$/u)
      expect(headers["referrer-policy"]).toBe("no-referrer")
      expect(body + JSON.stringify(headers)).not.toContain("canary")
    }
    // A page's own data may be requested again: an answer is fresh for some seconds only.
    const ofPages = ["GET /user/find", "GET /featured/categories"]
    expect(upstream.calls.slice(before).filter((call) => !ofPages.includes(call))).toEqual([])
    expect((await ask("/")).headers["referrer-policy"]).toBe("same-origin")
    expect((await ask("/metrics")).body).not.toMatch(/canary|resetpassword/u)
  })

  it("names a member's favourites as their cookie does, and nobody's to a guest [FIND-10]", async () => {
    const favourites = "favourites=p_anna.p_bo"
    const { cookie } = await logIn()
    await ask("/", { Cookie: `${String(cookie)}; ${favourites}` })
    expect(given.known).toEqual({ favourites: ["p_anna", "p_bo"], recent: [] })
    const ofThem = performersByIdPath(["p_anna", "p_bo"], "nl")
    expect(Object.keys(given.page.pageAnswers)).toContain(ofThem)
    await ask("/", { Cookie: `${String(cookie)}; consent=accepted; recent=p_bo` })
    expect(given.known).toEqual({ favourites: [], recent: ["p_bo"] })
    await ask("/", { Cookie: favourites })
    expect(given.known).toEqual({ favourites: [], recent: [] })
  })

  it("lets a link act by itself in its member's own browser alone, which only the session knows [LINK-02]", async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const token = (payload: object) => `${part({ alg: "HS256" })}.${part(payload)}.canary`
    const link = async (
      payload: object,
      headers: Readonly<Record<string, string>> = {},
      action = "validate",
    ) => {
      await ask(`/en?action=${action}&token=${token(payload)}`, headers)
      return given.mailedLink
    }
    const own = { id: "m-1", exp: 1 }
    const cookie = (await logIn()).cookie ?? ""
    for (const action of ["validate", "login", "resetpassword"]) {
      expect(await link(own, { Cookie: cookie }, action)).toBe("goesOn")
    }
    // From any site on which the link was clicked.
    expect(
      await link(own, {
        Cookie: cookie,
        "Sec-Fetch-Site": "cross-site",
        Referer: "https://a.test/",
      }),
    ).toBe("goesOn")

    // Without a session, with a forged one, with a link of another member or of none, and on a prefetch or
    // prerender.
    expect(await link(own)).toBe("asks")
    expect(await link(own, { Cookie: "auth=forged" })).toBe("asks")
    for (const other of [{ id: "somebody-else" }, {}, { id: null }, { id: "" }, { id: ["a"] }]) {
      expect(await link(other, { Cookie: cookie })).toBe("asks")
    }
    for (const purpose of ["prefetch", "prefetch;prerender", "prerender"]) {
      expect(await link(own, { Cookie: cookie, "Sec-Purpose": purpose })).toBe("asks")
    }
    await ask("/en?action=validate&token=x.y", { Cookie: cookie })
    expect(given.mailedLink).toBe("asks")
    for (const path of ["/en", "/en?action=register&token=a", `/en?token=${token(own)}`]) {
      await ask(path, { Cookie: cookie })
      expect(given.mailedLink).toBe("none")
    }
  })

  it("reaches the renderer without what proves who asks", async () => {
    const { cookie } = await logIn()
    await ask("/", { Cookie: cookie ?? "", Authorization: "Bearer canary" })
    expect([...given.request.headers.keys()]).not.toContain("cookie")
    expect([...given.request.headers.keys()]).not.toContain("authorization")
  })

  it("tells the renderer the consent that was given, and nothing else of it", async () => {
    for (const [cookie, consent] of [
      ["consent=accepted", "accepted"],
      ["a=b; consent=refused", "refused"],
      ["consent=maybe", null],
      ["", null],
    ] as const) {
      await ask("/", { Cookie: cookie })
      expect(given.consent).toBe(consent)
    }
  })

  it("has the site's own origin, not one from a forged header", async () => {
    const own = new URL(gateway.url)
    await ask("/", { Host: own.host, "X-Forwarded-Host": "evil.test", "X-Forwarded-Proto": "ftp" })
    expect(given.origin).toBe(own.origin)
    expect((await ask("/", { Host: "evil.test/x?" })).status).toBe(400)
  })

  it("gets cookies that no script reads and no other site sends [STORE-08]", async () => {
    const [session] = [(await ask("/")).headers["set-cookie"]].flat()
    expect(session).toMatch(/^auth=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/u)
  })
})

describe("a forged address in a header", () => {
  it("resets no limit", async () => {
    const limited = await startGateway({
      upstream: upstream.url,
      environment: { RATE_COMMANDS_PER_ADDRESS: "2/1h" },
    })
    const statuses: Array<number> = []
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const response = await fetch(new URL("/api/commands", limited.url), {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-Foldcast": "1",
          Origin: limited.url,
          "X-Forwarded-For": `203.0.113.${attempt}`,
          Forwarded: `for=203.0.113.${attempt}`,
        },
        body: "{}",
      })
      statuses.push(response.status)
    }
    expect(statuses).toEqual([401, 401, 429, 429])
    await limited.close()
  })
})

describe("a page that cannot be made", () => {
  it("is plain English with a link home, without script [SHELL-29]", async () => {
    failing = true
    const { status, headers, body } = await ask("/en")
    failing = false
    expect(status).toBe(500)
    expect(headers["content-type"]).toBe("text/html; charset=utf-8")
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<a href="/">')
    expect(body).not.toMatch(/<script|bundle is broken/u)
    expect(headers["content-security-policy"]).not.toContain("script-src")
  })

  it("is plain English also where the configuration names a step that does not exist [ERR-17]", async () => {
    const misled = await startGateway({
      upstream: upstream.url,
      environment: { REDIRECT_STEPS: "trailing-slash,make-coffee" },
    })
    const response = await fetch(misled.url)
    expect(response.status).toBe(500)
    expect(await response.text()).toContain("Go to the home page")
    await misled.close()
  })
})

describe("documents about the site", () => {
  it("let crawlers into public pages and name the sitemap", async () => {
    const { headers, body } = await ask("/robots.txt")
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8")
    const lines = body.split("\n")
    for (const path of ["/api/", "/settings", "/en/messenger", "/nl/favourites"]) {
      expect(lines).toContain(`Disallow: ${path}`)
    }
    expect(lines).toContain(`Sitemap: ${gateway.url}/sitemap.xml`)
  })

  it("list every public page in both languages with its alternates", async () => {
    const { body } = await ask("/sitemap.xml")
    const addresses = [...body.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, address = ""]) => address)
    for (const path of ["/", "/en", "/privacy", "/en/cookies", "/18-24", "/en/toy-shows"]) {
      expect(addresses).toContain(gateway.url + path)
    }
    for (const address of addresses) {
      expect(new URL(address).pathname).not.toMatch(/settings|favourites|messenger|404|profile/u)
      expect((await ask(new URL(address).pathname)).status, address).toBe(200)
    }
    expect(body).toContain(
      `<xhtml:link rel="alternate" hreflang="en" href="${gateway.url}/en/privacy"/>`,
    )
    expect(body).toContain(`hreflang="x-default" href="${gateway.url}/privacy"`)
  })

  it("say where a weakness is reported, under the origin that was asked", async () => {
    const { status, headers, body } = await ask("/.well-known/security.txt")
    expect(status).toBe(200)
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8")
    const expires = Date.parse(/^Expires: (.+)$/mu.exec(body)?.[1] ?? "")
    expect(expires).toBeGreaterThan(Date.now())
    expect(body).toContain(`Canonical: ${gateway.url}/.well-known/security.txt\n`)
    expect(body).toMatch(/^Contact: mailto:[^\s]+@[^\s]+$/mu)
  })

  it("lead password managers to the page where a password is changed, in the browser's language", async () => {
    const at = (headers: Record<string, string> = {}) =>
      ask("/.well-known/change-password", headers)
    expect(await at()).toMatchObject({ status: 302, headers: { location: "/settings" } })
    const english = await at({ "Accept-Language": "en" })
    expect(english).toMatchObject({ status: 302, headers: { location: "/en/settings" } })
    // A guest logs in first, and then goes to the page.
    const guest = await ask("/settings")
    expect(guest).toMatchObject({ status: 302, headers: { location: "/?next=settings" } })
  })

  it("answer 404 for whatever else is looked for there, so that the status can be relied on", async () => {
    for (const path of [
      "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200",
      "/.well-known/",
      "/.well-known/change-password/",
      "/.well-known/openid-configuration",
      "/.well-known/security.txt/x",
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    }
  })

  it("name the site on a home screen without saying what it is", async () => {
    const { headers, body } = await ask("/manifest.webmanifest")
    expect(headers["content-type"]).toBe("application/manifest+json")
    const manifest = JSON.parse(body) as Readonly<Record<string, unknown>>
    expect(manifest).toMatchObject({ name: "Foldcast", short_name: "Start", start_url: "/" })
    expect(manifest["theme_color"]).toMatch(/^#[0-9a-f]{6}$/u)
    expect(body).not.toMatch(/cam|adult|18\+/iu)
  })
})
