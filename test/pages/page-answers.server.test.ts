/**
 * The data of pages: the answers that a page carries in its HTML, and pages when the performer service has no
 * performers or does not answer. Through a whole gateway; checked on the renderer's input.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Schema } from "effect"
import { CategoriesList } from "@foldcast/contracts/queries/performers"
import type { RendererInput } from "@foldcast/gateway/pages/renderer"
import { MAX_RECENT } from "@foldcast/rules/grid/list"
import type { GridOrder } from "@foldcast/rules/grid/orders"
import {
  CATEGORIES_PATH,
  performersByIdPath,
  performersPath,
  profilePath,
} from "@foldcast/rules/grid/resources"
import { similarPath } from "@foldcast/rules/grid/similar"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import {
  scriptedCategory,
  scriptedPerformer,
  ScriptedPerformers,
} from "../support/scripted-performers.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

let upstream: ScriptedUpstream
let service: ScriptedPerformers
let gateway: TestGateway

beforeAll(async () => {
  upstream = await ScriptedUpstream.start()
})
afterAll(() => upstream.close())
beforeEach(async () => {
  upstream.clear()
  service = new ScriptedPerformers()
  service.categories = [scriptedCategory("nederlands"), scriptedCategory("18-24", { position: 2 })]
  service.performers = [scriptedPerformer("anna"), scriptedPerformer("bo")]
  upstream.performerService = service
  gateway = await startGateway({
    upstream: upstream.url,
    // Longer than any test: a page that waits for a silent service fails.
    environment: { PERFORMER_SERVICE_TIMEOUT_MS: "120000" },
  })
})
afterEach(() => gateway.close())

const page = async (path: string, cookie = "") => {
  const response = await fetch(gateway.url + path, {
    redirect: "manual",
    headers: { Cookie: cookie },
  })
  const { pageAnswers } = (await response.json()) as RendererInput["page"]
  return { status: response.status, pageAnswers }
}

const answered = async (path: string): Promise<unknown> => (await fetch(gateway.url + path)).json()

const grid = (category: string | null, locale: "nl" | "en" = "nl", filter = {}) =>
  performersPath({ category, filter, locale, page: 1, limit: 30 })

describe("the answers in a page", () => {
  it("are those of its resources: the categories and the first performers", async () => {
    const { status, pageAnswers } = await page("/")
    expect(status).toBe(200)
    expect(Object.keys(pageAnswers)).toEqual([CATEGORIES_PATH, grid(null)])
    for (const [path, body] of Object.entries(pageAnswers)) {
      // Only the time of the answer differs.
      const asked = (await answered(path)) as object
      expect(body).toEqual("at" in asked ? { ...asked, at: expect.any(Number) } : asked)
    }
    expect(pageAnswers[grid(null)]).toMatchObject({
      performers: [{ username: "anna" }, { username: "bo" }],
    })
  })

  it("are filtered as the address says, where it can be read [ROUTE-24]", async () => {
    const filtered = grid(null, "en", { age: ["18-24"] })
    expect(Object.keys((await page("/en?filter=age_18-24")).pageAnswers)).toContain(filtered)
    expect(Object.keys((await page("/en?filter=toys")).pageAnswers)).toContain(grid(null, "en"))
  })

  it("are in the order that the address says, where it is known, also the category's [FIND-08]", async () => {
    const ordered = (category: string | null, order: GridOrder) =>
      performersPath({ category, filter: {}, order, locale: "en", page: 1, limit: 30 })
    expect(Object.keys((await page("/en?order=newest")).pageAnswers)).toContain(
      ordered(null, "newest"),
    )
    expect(Object.keys((await page("/en/nederlands?order=name")).pageAnswers)).toContain(
      ordered("nederlands", "name"),
    )
    expect(Object.keys((await page("/en?order=oldest")).pageAnswers)).toContain(grid(null, "en"))
  })

  it("are the category's, with its texts, where the service lists it [ROUTE-16, ROUTE-17, ROUTE-18]", async () => {
    const { status, pageAnswers } = await page("/en/nederlands")
    expect(status).toBe(200)
    expect(Object.keys(pageAnswers)).toEqual([CATEGORIES_PATH, grid("nederlands", "en")])
    expect(pageAnswers[CATEGORIES_PATH]).toMatchObject({
      categories: [
        { slug: "nederlands", meta: { en: { main: { title: "nederlands en" } } } },
        { slug: "18-24" },
      ],
    })
    const unknown = await page("/toy-shows")
    expect(unknown.status).toBe(404)
    expect(Object.keys(unknown.pageAnswers)).toEqual([CATEGORIES_PATH])
    const former = await fetch(`${gateway.url}/teen`, { redirect: "manual" })
    expect([former.status, former.headers.get("location")]).toEqual([301, "/18-24"])
  })

  it("are the performer's, and a page says so where none has that name [ROUTE-14]", async () => {
    const known = await page("/en/profile/anna")
    expect(known.status).toBe(200)
    expect(known.pageAnswers[profilePath("anna", "en")]).toMatchObject({ performerId: "p_anna" })
    const nobody = await page("/profile/nobody")
    expect(nobody.status).toBe(404)
    expect(nobody.pageAnswers[profilePath("nobody", "nl")]).toBeNull()
  })

  it("are on a profile also of who is like her, where she is there [FIND-04]", async () => {
    const { pageAnswers } = await page("/profile/anna")
    const like = similarPath({ languages: ["nl"], gender: null }, "nl")
    expect(Object.keys(pageAnswers)).toEqual([CATEGORIES_PATH, profilePath("anna", "nl"), like])
    expect(pageAnswers[like]).toMatchObject({
      performers: [{ username: "anna" }, { username: "bo" }],
    })
    expect(Object.keys((await page("/profile/nobody")).pageAnswers)).toHaveLength(2)
  })

  it("are at home also of whom a browser remembers after consent, and of nobody else [FIND-09, COOKIE-05]", async () => {
    const recent = "recent=p_bo.p_anna"
    const remembered = performersByIdPath(["p_bo", "p_anna"], "nl")
    const { pageAnswers } = await page("/", `consent=accepted; ${recent}`)
    expect(Object.keys(pageAnswers)).toContain(remembered)
    for (const [path, cookie] of [
      ["/", recent],
      ["/", `consent=refused; ${recent}`],
      ["/", "consent=accepted"],
      ["/", "consent=accepted; recent=..%2f.a b.%00"],
      // A guest has no favourites.
      ["/", "consent=accepted; favourites=p_bo.p_anna"],
      ["/nederlands", `consent=accepted; ${recent}`],
    ] as const) {
      const asked = Object.keys((await page(path, cookie)).pageAnswers)
      expect(asked.filter((one) => one.includes("ids="))).toEqual([])
    }
    const many = Array.from({ length: 50 }, (_, index) => `p_${index}`)
    const bounded = await page("/", `consent=accepted; recent=${many.join(".")}`)
    expect(Object.keys(bounded.pageAnswers)).toContain(
      performersByIdPath(many.slice(0, MAX_RECENT), "nl"),
    )
  })

  it("are absent where the service refuses, and the page is there all the same [ROUTE-14]", async () => {
    upstream.script("GET /profile/{id}", { status: 401, body: { label: "unauthorized" } })
    const { status, pageAnswers } = await page("/profile/anna")
    expect(status).toBe(200)
    expect(pageAnswers).not.toHaveProperty([profilePath("anna", "nl")])
  })

  it("are not waited for longer than a page can wait, and the categories are those of the catalogue [GRID-09]", async () => {
    upstream.script("GET /featured/categories", "hang")
    upstream.script("GET /user/find", "hang")
    const { status, pageAnswers } = await page("/")
    expect(status).toBe(200)
    expect(Object.keys(pageAnswers)).toEqual([CATEGORIES_PATH])
    // The site's own names, because no service has sent any.
    const { categories } = Schema.decodeUnknownSync(CategoriesList)(pageAnswers[CATEGORIES_PATH])
    expect(categories.map(({ slug, meta }) => [slug, meta.nl.name, meta.en.name])).toEqual([
      ["toy-shows", "Toyshows", "Toy shows"],
      ["new-cams", "Nieuwe cams", "New cams"],
      ["free-cams", "Gratis cams", "Free cams"],
      ["18-24", "18–24 jaar", "18–24"],
    ])
    expect((await page("/toy-shows")).status).toBe(200)
  })

  it("count as queries of the page's address, and beyond their limit are absent with no harm to the page", async () => {
    const logged: Array<string> = []
    const limited = await startGateway({
      upstream: upstream.url,
      environment: { RATE_QUERIES_PER_ADDRESS: "4/1h", TRUSTED_PROXIES: "127.0.0.1" },
      logged,
    })
    const from = async (address: string, path: string) => {
      const response = await fetch(limited.url + path, { headers: { "X-Forwarded-For": address } })
      return { response, body: (await response.json()) as RendererInput["page"] }
    }
    try {
      // Two queries each; addresses of one network share the limit.
      for (const host of ["1", "2"]) {
        const { body } = await from(`2001:db8:0:1::${host}`, "/")
        expect(Object.keys(body.pageAnswers)).toEqual([CATEGORIES_PATH, grid(null)])
      }
      upstream.calls.length = 0
      for (const path of ["/", "/profile/anna", "/nederlands", "/profile/nobody"]) {
        const { response, body } = await from("2001:db8:0:1::3", path)
        expect(response.status).toBe(200)
        expect(body.pageAnswers).toEqual({})
        expect(body.events.length).toBeGreaterThan(0)
      }
      expect(upstream.calls).toEqual([])
      // The browser gets a 429 with the time to wait; other networks are not affected.
      const asked = await from("2001:db8:0:1::4", grid(null))
      expect(asked.response.status).toBe(429)
      expect(Number(asked.response.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(Object.keys((await from("192.0.2.1", "/")).body.pageAnswers)).toHaveLength(2)
      // Logged once, however many pages were requested, and without the address.
      expect(logged.filter((line) => line.includes("without answers"))).toHaveLength(1)
      expect(logged.join("")).not.toContain("2001:db8")
    } finally {
      await limited.close()
      await removeDirectory(limited.dataDir)
    }
  })

  it("are not asked for by a page that only redirects", async () => {
    await fetch(`${gateway.url}/profiel/anna`, { redirect: "manual" })
    expect(upstream.calls).not.toContain("GET /user/find")
  })
})

describe("the sitemap", () => {
  it("lists the present categories, in every language", async () => {
    const xml = await (await fetch(`${gateway.url}/sitemap.xml`)).text()
    const at = (path: string) => `<loc>${gateway.url}${path}</loc>`
    for (const path of ["/", "/nederlands", "/en/nederlands", "/18-24"]) {
      expect(xml).toContain(at(path))
    }
    expect(xml).not.toContain(at("/toy-shows"))
  })
})
