/**
 * Queries about performers, over HTTP through a whole gateway: the requests to the performer service, the browser's
 * answers, and the effect of a silent, slow or wrong service.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Schema } from "effect"
import { Problem } from "@foldcast/contracts/commands/problem"
import {
  AlbumPhotos,
  AlbumsList,
  CategoriesList,
  PerformerCountAnswer,
  PerformerProfile,
  PerformersAnswer,
} from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import type { GridFilter } from "@foldcast/rules/grid/filters"
import { autocompletePath, performersPath } from "@foldcast/rules/grid/resources"
import { startGateway, type TestGateway } from "../support/gateway.ts"
import {
  scriptedCategory,
  scriptedPerformer,
  ScriptedPerformers,
} from "../support/scripted-performers.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

const KEY = "a-key-of-the-performer-service"

let upstream: ScriptedUpstream
let service: ScriptedPerformers

beforeAll(async () => {
  upstream = await ScriptedUpstream.start()
})
afterAll(() => upstream.close())
beforeEach(() => {
  upstream.clear()
  service = new ScriptedPerformers()
  upstream.performerService = service
})

/** Runs a test with a new gateway, which has an empty cache. */
const withGateway = async (
  run: (gateway: TestGateway) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
) => {
  const gateway = await startGateway({
    upstream: upstream.url,
    environment: {
      PERFORMER_SERVICE_URL: upstream.url,
      PERFORMER_SERVICE_KEY: KEY,
      PERFORMER_SERVICE_TIMEOUT_MS: "2000",
      ...environment,
    },
  })
  try {
    await run(gateway)
  } finally {
    await gateway.close()
  }
}

const get = async (gateway: TestGateway, path: string) => {
  const response = await fetch(gateway.url + path)
  return {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  }
}

/** The answer, which must match its schema and contain nothing else. */
const read = async <A>(gateway: TestGateway, path: string, schema: Schema.Codec<A, unknown>) => {
  const { status, headers, body } = await get(gateway, path)
  expect(status).toBe(200)
  expect(headers.get("content-type")).toBe("application/json")
  // An address that tells whom somebody likes stays in no cache.
  expect(headers.get("cache-control")).toMatch(
    /[?&]ids=/u.test(path) ? /^private, no-store$/u : /^public, max-age=\d+$/u,
  )
  expect(headers.get("set-cookie")).toBeNull()
  return Schema.decodeUnknownSync(schema)(body, { onExcessProperty: "error" })
}

const refusal = async (gateway: TestGateway, path: string) => {
  const { status, headers, body } = await get(gateway, path)
  expect(headers.get("content-type")).toBe("application/problem+json")
  expect(headers.get("cache-control")).toBe("no-store")
  const { label, fields } = Schema.decodeUnknownSync(Problem)(body)
  return { status, label, fields: fields?.map(({ field }) => field) }
}

/** The text fields of a profile, listed here so that a missing one is noticed. */
const TOLD_IN_WORDS = [
  ...["city", "decency", "description", "drinks", "ethnicity", "eyeColor", "food", "gender"],
  ...["hairColor", "hobbies", "lifeGoal", "luckyNumber", "manType", "motto", "music"],
  ...["nicestAboutMe", "nicestAboutMen", "orientation", "personality", "pets", "physique"],
  ...["piercings", "relationship", "sexLocation", "sexPosition", "sexualPreference", "shaved"],
  ...["showType", "smoking", "tattoo", "turnoff", "webcamming", "zodiac"],
]

const names = ({ performers }: { readonly performers: ReadonlyArray<{ username: string }> }) =>
  performers.map(({ username }) => username)

const crowd = (count: number) =>
  Array.from({ length: count }, (_, n) => scriptedPerformer(`model${String(n).padStart(3, "0")}`))

describe("a list of performers", () => {
  it("is asked for with the key, the filter, the ordering and the page, and sent as cards [API-030, API-035, API-047, GRID-10, GRID-16, GRID-49]", () =>
    withGateway(async (gateway) => {
      const { onlineStatus: _, ...statusless } = scriptedPerformer("bo")
      service.performers = [
        scriptedPerformer("anna", { onlineStatus: 5, onlineState: 1, rating: 91 }),
        statusless,
        { ...statusless, user: { id: 7, username: "cleo" }, onlineState: 3 },
      ]
      const path = performersPath({
        category: null,
        filter: { popular: ["free"], age: ["18-24"] },
        locale: "en",
        page: 1,
        limit: 30,
      })
      const { performers, ...rest } = await read(gateway, path, PerformersAnswer)
      expect(rest).toMatchObject({ page: 1, limit: 30, hasMorePages: false })
      expect(
        performers.map(({ performerId, username, rating, onlineStatus }) => [
          performerId,
          username,
          rating,
          onlineStatus,
        ]),
      ).toEqual([
        ["p_anna", "anna", 91, 5],
        ["p_bo", "bo", 80, 0],
        ["7", "cleo", 80, 3],
      ])
      const { headers, query } = upstream.last("GET /user/find")
      expect(headers["x-api-key"]).toBe(KEY)
      expect(headers["authorization"]).toBeUndefined()
      expect(query).toEqual({
        gender: "female",
        onlineStatus: "free",
        age: "18-24",
        ordering: "free,lastCamSession,language,rating",
        language: "en",
        page: "1",
        limit: "30",
        lang: "en",
      })
    }))

  it("is asked for by upstream's names: statuses, free and toys for the popular, a first session within seven days [GRID-23, GRID-24, GRID-25, GRID-39, GRID-46]", () =>
    withGateway(async (gateway) => {
      const asked = async (filter: GridFilter) => {
        const list = { category: null, filter, locale: "nl", page: 1, limit: 30 } as const
        await read(gateway, performersPath(list), PerformersAnswer)
        const { onlineStatus, cybertoy, firstCamSessionWithin } =
          upstream.last("GET /user/find").query
        return { onlineStatus, cybertoy, firstCamSessionWithin }
      }
      const all = ["online", "live", "vip", "free", "pause", "offline"]
      expect((await asked({ onlineStatus: all }))["onlineStatus"]?.split(",").toSorted()).toEqual(
        all.toSorted(),
      )
      expect(await asked({ popular: ["free"], onlineStatus: ["vip"] })).toEqual({
        onlineStatus: "free,vip",
      })
      expect(await asked({ popular: ["toy"] })).toEqual({ cybertoy: "3,5" })
      expect(await asked({ popular: ["toy"], cybertoy: ["1"] })).toEqual({ cybertoy: "3,5,1" })
      expect(await asked({ firstCamSession: ["week"] })).toEqual({
        firstCamSessionWithin: "604800000",
      })
      expect(upstream.last("GET /user/find").query["language"]).toBe("nl")
      await asked({ languages: ["fr", "it"] })
      expect(upstream.last("GET /user/find").query["language"]).toBe("fr,it")
    }))

  it("has more pages exactly when as many came as were asked for [GRID-32]", () =>
    withGateway(async (gateway) => {
      service.performers = crowd(75)
      const page = async (n: number, limit: number) => {
        const path = `/api/performers?page=${n}&limit=${limit}`
        const { performers, hasMorePages } = await read(gateway, path, PerformersAnswer)
        return [performers.length, hasMorePages]
      }
      expect([await page(1, 30), await page(2, 30), await page(3, 30)]).toEqual([
        [30, true],
        [30, true],
        [15, false],
      ])
      expect([await page(3, 25), await page(4, 25)]).toEqual([
        [25, true],
        [0, false],
      ])
    }))

  it("ends where the service has no further pages", () =>
    withGateway(async (gateway) => {
      const fields = [{ field: "page", label: "unknown" }]
      upstream.script("GET /user/find", {
        status: 400,
        body: { label: "badRequest.page", fields },
      })
      const answer = await read(gateway, "/api/performers?page=101", PerformersAnswer)
      expect(answer).toMatchObject({ page: 101, performers: [], hasMorePages: false })
    }))

  it("has all pages so far in one answer, in their order [GRID-31]", () =>
    withGateway(async (gateway) => {
      service.performers = crowd(260)
      const { performers } = await read(gateway, "/api/performers?limit=240", PerformersAnswer)
      expect(names({ performers })).toEqual(
        service.performers.slice(0, 240).map(({ user }) => user.username),
      )
      const pages = upstream.received
        .filter(({ call }) => call === "GET /user/find")
        .map(({ query }) => [query["page"], query["limit"]])
      expect(pages.toSorted(([one = ""], [other = ""]) => one.localeCompare(other))).toEqual([
        ["1", "100"],
        ["2", "100"],
        ["3", "100"],
      ])
    }))

  it("is not answered when a part of it cannot be had", () =>
    withGateway(async (gateway) => {
      service.performers = crowd(260)
      upstream.script("GET /user/find", { status: 422, body: {} })
      expect(await refusal(gateway, "/api/performers?limit=240")).toMatchObject({ status: 503 })
    }))

  it("has those who are asked for by id, without any filter", () =>
    withGateway(async (gateway) => {
      service.performers = crowd(5)
      const path = "/api/performers?ids=p_model003,p_model001,p_gone&limit=3&page=1"
      const answer = await read(gateway, path, PerformersAnswer)
      expect(names(answer)).toEqual(["model001", "model003"])
      expect(answer.hasMorePages).toBe(false)
      expect(upstream.last("GET /user/find").query).not.toHaveProperty("gender")
    }))

  it("costs the service one call, however many ask at once", () =>
    withGateway(async (gateway) => {
      service.performers = crowd(3)
      const { promise: after, resolve: answer } = Promise.withResolvers<void>()
      const body = { performers: service.performers }
      upstream.script("GET /user/find", { status: 200, body, after })
      const reading = Array.from({ length: 20 }, () =>
        read(gateway, "/api/performers", PerformersAnswer),
      )
      await upstream.until(() => upstream.calls.includes("GET /user/find"))
      // All of them have arrived by the time another request is answered.
      await read(gateway, "/api/categories", CategoriesList)
      answer()
      const answers = await Promise.all(reading)
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(upstream.calls.filter((call) => call === "GET /user/find")).toHaveLength(1)
    }))

  it("combines a category's filter with what was chosen upon it [GRID-34]", () =>
    withGateway(async (gateway) => {
      service.categories = [
        scriptedCategory("gentlemen", {
          filters: { gender: ["male"], age: ["30-50"], firstCamSessionWithin: ["604800000"] },
        }),
      ]
      await read(gateway, "/api/performers?category=gentlemen&filter=age_18-24", PerformersAnswer)
      expect(upstream.last("GET /user/find").query).toMatchObject({
        gender: "male",
        age: "18-24",
        firstCamSessionWithin: "604800000",
      })
      expect(await refusal(gateway, "/api/performers?category=toy-shows")).toMatchObject({
        status: 404,
      })
    }))

  it("is refused with the part that cannot be read, and the service is not asked", () =>
    withGateway(async (gateway) => {
      for (const [path, field] of [
        ["/api/performers?filter=toys", "filter"],
        ["/api/performers?order=ratings", "order"],
        ["/api/performers?limit=500&page=2", "limit"],
        ["/api/performers/count?filter=__proto__", "filter"],
        ["/api/performers/anna?lang=xx", "lang"],
        ["/api/albums/p_anna?lang=xx", "lang"],
      ] as const) {
        expect(await refusal(gateway, path)).toEqual({
          status: 400,
          label: "request.malformed",
          fields: [field],
        })
      }
      expect(upstream.calls).toEqual([])
    }))

  it("is answered so often to one address, and then later", () =>
    withGateway(
      async (gateway) => {
        await read(gateway, "/api/performers", PerformersAnswer)
        await read(gateway, "/api/categories", CategoriesList)
        const { status, headers } = await get(gateway, "/api/performers/count")
        expect(status).toBe(429)
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
      },
      { RATE_QUERIES_PER_ADDRESS: "2/1h" },
    ))
})

describe("a number of performers", () => {
  it("is that of the filter, and 1,000 stands for that many or more [API-034]", () =>
    withGateway(async (gateway) => {
      service.performers = crowd(12)
      const path = "/api/performers/count?filter=languages_nl"
      expect(await read(gateway, path, PerformerCountAnswer)).toEqual({ count: 12 })
      expect(upstream.last("GET /user/count").query).toEqual({
        gender: "female",
        languages: "nl",
        lang: "nl",
      })
      upstream.script("GET /user/count", { status: 200, body: { count: 4_321 } })
      const more = await read(gateway, "/api/performers/count", PerformerCountAnswer)
      expect(more).toEqual({ count: 1_000 })
    }))
})

describe("performers for a typed name", () => {
  const search = (typed: string, limit = 10) => autocompletePath({ typed, locale: "nl", limit })

  it("are asked for from three characters on, and sent as cards [GRID-10, GRID-43, API-033]", () =>
    withGateway(async (gateway) => {
      service.performers = crowd(20)
      for (const typed of ["", "mo", "  mo  ", "m".repeat(129), "mod\u0000el"]) {
        expect(await read(gateway, search(typed), PerformersAnswer)).toMatchObject({
          performers: [],
          hasMorePages: false,
        })
      }
      expect(upstream.calls).toEqual([])
      const { performers } = await read(gateway, search(" mod "), PerformersAnswer)
      expect(performers).toHaveLength(10)
      expect(performers[0]).toMatchObject({ performerId: "p_model000", username: "model000" })
      expect(upstream.last("GET /user/autocomplete").query).toEqual({
        username: "mod",
        lang: "nl",
      })
      expect(upstream.last("GET /user/find").query["ids"]?.split(",")).toHaveLength(10)
    }))

  it("come in our order, whatever the service's is: the better match first, then who is live [GRID-42]", () =>
    withGateway(async (gateway) => {
      const one = (username: string, onlineStatus: number) =>
        scriptedPerformer(username, { onlineStatus })
      service.performers = [
        one("LunaRay", 0),
        one("Lunda", 3),
        one("LunaZoe", 1),
        one("MissLuna", 3),
        one("Luna", 0),
      ]
      const users = service.performers.map(({ user }) => user)
      upstream.script("GET /user/autocomplete", { status: 200, body: { performers: users } })
      const { performers } = await read(gateway, search("luna", 60), PerformersAnswer)
      expect(performers.map(({ username }) => username)).toEqual([
        "Luna",
        "LunaZoe",
        "LunaRay",
        "MissLuna",
        "Lunda",
      ])
      expect(upstream.last("GET /user/autocomplete").query["limit"]).toBe("60")
    }))

  it("are refused by field where more are asked for than there may be", () =>
    withGateway(async (gateway) => {
      for (const [path, field] of [
        [search("luna", 61), "limit"],
        [`${search("luna")}&lang=xx`.replace("lang=nl&", ""), "lang"],
      ] as const) {
        const response = await get(gateway, path)
        expect(response).toMatchObject({ status: 400, body: { fields: [{ field }] } })
      }
    }))
})

describe("a performer's profile", () => {
  it("is looked up by name and then by id, and is a complete record [API-032, API-048, PROFILE-01, PROFILE-02, PROFILE-03]", () =>
    withGateway(async (gateway) => {
      service.performers = [scriptedPerformer("Anna", { onlineStatus: 3 })]
      service.profiles = {
        p_Anna: {
          breastSize: 10,
          motto: "Rustig aan.",
          city: null,
          hobbies: "  ",
          kinkyAttributes: ["", "dansen"],
          images: [
            { url: "/media/p_Anna/snapshots/1.jpg" },
            { url: "https://elsewhere.example/1.jpg" },
          ],
          coverVideo: "https://elsewhere.example/1.mp4",
        },
      }
      const profile = await read(gateway, "/api/performers/anna?lang=en", PerformerProfile)
      expect(upstream.received.map(({ call, query }) => [call, query])).toEqual([
        ["GET /user/find", { username: "anna", lang: "en" }],
        ["GET /profile/{id}", { lang: "en" }],
      ])
      expect(profile).toMatchObject({
        performerId: "p_Anna",
        username: "Anna",
        onlineStatus: 3,
        images: [{ url: "/media/p_Anna/snapshots/1.jpg", colour: null }],
        cover: null,
        coverVideo: null,
        details: {
          dateOfBirth: "1998-04-30",
          breastSize: 10,
          penisSize: null,
          motto: "Rustig aan.",
          city: null,
          hobbies: null,
          zodiac: null,
          languageBitflag: null,
          kinkyAttributes: ["dansen"],
        },
      })
      const years = new Date().getFullYear() - 1998
      expect([years - 1, years]).toContain(profile.age)

      const told = Object.fromEntries(TOLD_IN_WORDS.map((name) => [name, `her ${name}`]))
      const others = { languageBitflag: 3, breastSize: 1, penisSize: 10, kinkyAttributes: ["one"] }
      const at = { firstCamSession: 1_700_000_000_000, lastCamSession: 1_760_000_000_000 }
      service.performers = [
        scriptedPerformer("Bo", { ...at, cybertoy: 3, languages: ["nl", "fr"] }),
      ]
      const cover = { url: "/media/p_Bo/snapshots/9.jpg", colour: "#102030" }
      service.profiles = { p_Bo: { ...told, ...others, cover } }
      const { details, ...rest } = await read(gateway, "/api/performers/bo", PerformerProfile)
      expect(details).toEqual({ dateOfBirth: "1998-04-30", ...told, ...others })
      expect(rest).toMatchObject({
        ...at,
        cover,
        cybertoy: 3,
        languages: ["nl", "fr"],
        rating: 80,
        picture: { url: "/media/p_Bo/snapshots/0.jpg", colour: "#8090a0" },
        nonude: { url: "/media/p_Bo/snapshots/0-nonude.jpg", colour: "#8090a0" },
      })
    }))

  it("with a size that does not exist is not answered [PROFILE-03]", () =>
    withGateway(async (gateway) => {
      service.performers = [scriptedPerformer("anna")]
      service.profiles = { p_anna: { breastSize: 11 } }
      expect(await refusal(gateway, "/api/performers/anna")).toMatchObject({ status: 503 })
    }))

  it("under an impossible name is missing, and the service is not asked", () =>
    withGateway(async (gateway) => {
      for (const path of [
        "performers/anna%00",
        "performers/anna%0d%0aX-Api-Key:x",
        "albums/p,anna",
        "albums/..%2f..%2fmember",
        "albums/%252e%252e",
        `albums/${"p".repeat(65)}`,
        "albums/p_anna/a%00",
      ]) {
        expect((await refusal(gateway, `/api/${path}`)).status, path).toBe(404)
      }
      expect(upstream.calls).toEqual([])
    }))

  it("under an unknown name is missing, and one without an answer is not [ROUTE-14]", () =>
    withGateway(async (gateway) => {
      service.performers = [scriptedPerformer("anna")]
      for (const path of ["nobody", "%E0%A4%A", "a".repeat(129), "anna/more", ""]) {
        expect((await refusal(gateway, `/api/performers/${path}`)).status, path).toBe(404)
      }
      upstream.script("GET /profile/{id}", { status: 404, body: { label: "notFound" } })
      expect((await refusal(gateway, "/api/performers/anna")).status).toBe(404)
      for (const [name, status, told] of [
        ["bo", 401, 503],
        ["cleo", 404, 503],
        ["dana", 400, 404],
      ] as const) {
        upstream.script("GET /user/find", { status, body: { label: "refused" } })
        expect((await refusal(gateway, `/api/performers/${name}`)).status, name).toBe(told)
      }
      const nameless = { ...scriptedPerformer("eve"), user: { id: "p_eve" } }
      upstream.script("GET /user/find", { status: 200, body: { performers: [nameless] } })
      expect((await refusal(gateway, "/api/performers/eve")).status).toBe(503)
    }))
})

describe("a performer's albums", () => {
  it("are listed and shown by their ids [API-061, API-062]", () =>
    withGateway(async (gateway) => {
      service.albums = { p_anna: [{ id: "a1", name: "Aan zee" }] }
      expect(await read(gateway, "/api/albums/p_anna?lang=en", AlbumsList)).toEqual({
        albums: [{ albumId: "a1", name: "Aan zee", count: 1, cover: null }],
      })
      expect(upstream.last("GET /media/albums/{id}").query).toEqual({ lang: "en" })
      expect(await read(gateway, "/api/albums/p_anna/a1", AlbumPhotos)).toEqual({
        albumId: "a1",
        name: "Aan zee",
        photos: [
          {
            photoId: "1",
            picture: { url: "/media/p_anna/snapshots/1.jpg", colour: null },
            nonude: null,
            width: 3,
            height: 4,
          },
        ],
      })
      for (const path of [
        "/api/albums/p_bo",
        "/api/albums/p_anna/a2",
        "/api/albums",
        "/api/albums/",
      ]) {
        expect((await refusal(gateway, path)).status, path).toBe(404)
      }
    }))
})

describe("the categories of the gateway", () => {
  it("are the service's, by position, each with both languages and filters of ours [API-031, GRID-13, GRID-14]", () =>
    withGateway(async (gateway) => {
      const elsewhere = "https://elsewhere.example/x.jpg"
      const metaIn = (language: string) => ({
        name: `Name in ${language}`,
        mobileImageBg: `/media/attachments/${language}.jpg`,
        main: { title: `Title in ${language}`, content: "What it is about." },
        h2Tabs: [
          { tab: "One", title: "First", content: "Text.", image: "/media/attachments/1.jpg" },
          { tab: "Two", title: "Second", content: "More.", image: null },
        ],
      })
      const [nl, en] = [metaIn("nl"), metaIn("en")]
      const [tab] = nl.h2Tabs
      service.categories = [
        scriptedCategory("second", {
          key: "runner-up",
          position: 2,
          highlight: { active: false },
          meta: { nl, en },
        }),
        scriptedCategory("first", {
          position: 1,
          filters: { firstCamSessionWithin: ["604800000"], mood: ["good"], age: ["18-24", "1-2"] },
        }),
        scriptedCategory("settings"),
        scriptedCategory("second", { position: 3 }),
        scriptedCategory("dutch-only", {
          position: 4,
          meta: {
            nl: { ...nl, mobileImageBg: elsewhere, h2Tabs: [{ ...tab!, image: elsewhere }] },
          },
        }),
      ]
      const { categories } = await read(gateway, "/api/categories", CategoriesList)
      expect(categories.map(({ slug }) => slug)).toEqual(["first", "second", "dutch-only"])
      expect(categories[0]).toMatchObject({
        key: "first",
        highlight: { active: true },
        filters: { firstCamSession: ["week"], age: ["18-24"] },
      })
      expect(Object.keys(categories[0]?.filters ?? {})).toEqual(["age", "firstCamSession"])
      expect(categories[1]).toEqual({
        slug: "second",
        key: "runner-up",
        position: 2,
        highlight: { active: false },
        filters: { gender: ["female"] },
        meta: { nl, en },
      })
      const { meta } = categories[2]!
      expect(meta.nl).toEqual({ ...nl, mobileImageBg: null, h2Tabs: [{ ...tab, image: null }] })
      expect(meta.en).toEqual(meta.nl)
    }))

  it("are the catalogue's where the service has none, or never answered", async () => {
    const catalogue = ["toy-shows", "new-cams", "free-cams", "18-24"]
    const slugs = async (gateway: TestGateway) =>
      (await read(gateway, "/api/categories", CategoriesList)).categories.map(({ slug }) => slug)
    await withGateway(async (gateway) => {
      expect(await slugs(gateway)).toEqual(catalogue)
    })
    upstream.performerService = null
    await withGateway(async (gateway) => {
      expect(await slugs(gateway)).toEqual(catalogue)
      const { categories } = await read(gateway, "/api/categories", CategoriesList)
      expect(categories.map(({ meta }) => [meta.nl.name, meta.en.name])).toContainEqual([
        m.category_new_cams({}, { locale: "nl" }),
        m.category_new_cams({}, { locale: "en" }),
      ])
    })
  })

  it("are asked for once while they are fresh", () =>
    withGateway(async (gateway) => {
      service.categories = [scriptedCategory("first")]
      await Promise.all(
        Array.from({ length: 10 }, () => read(gateway, "/api/categories", CategoriesList)),
      )
      await read(gateway, "/api/performers?category=first", PerformersAnswer)
      expect(upstream.calls).toEqual(["GET /featured/categories", "GET /user/find"])
    }))
})
