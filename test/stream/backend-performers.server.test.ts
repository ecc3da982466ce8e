/**
 * Queries about performers with the reference backend behind the gateway: the browser's answers match the backend's
 * database.
 */
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testBackend, type TestBackend } from "@foldcast/backend/backend.fixture"
import {
  AlbumPhotos,
  AlbumsList,
  CategoriesList,
  PerformerCountAnswer,
  PerformerProfile,
  PerformersAnswer,
} from "@foldcast/contracts/queries/performers"
import { readFilter } from "@foldcast/rules/grid/filters"
import {
  albumPath,
  albumsPath,
  autocompletePath,
  performerCountPath,
  performersByIdPath,
  performersPath,
  profilePath,
} from "@foldcast/rules/grid/resources"
import { imageUrlAt } from "@foldcast/rules/image-url"
import { startGateway, type TestGateway } from "../support/gateway.ts"

let backend: TestBackend
let gateway: TestGateway

beforeAll(async () => {
  backend = await testBackend()
  gateway = await startGateway({ upstream: backend.url })
})
afterAll(async () => {
  await gateway.close()
  await backend.close()
})

const made = async (state: string, params: Readonly<Record<string, unknown>> = {}) => {
  const { body } = await backend.call("POST", "/_states", { body: { state, params } })
  return body as Record<"performerId" | "username" | "albumId", string>
}

const read = async <A>(path: string, schema: Schema.Codec<A, unknown>): Promise<A> => {
  const response = await fetch(gateway.url + path)
  expect([path, response.status]).toEqual([path, 200])
  return Schema.decodeUnknownSync(schema)(await response.json(), { onExcessProperty: "error" })
}

const listed = async (filter: string, category: string | null = null) => {
  const chosen = readFilter(filter)
  if (chosen === null) throw new Error(`no filter: ${filter}`)
  const path = performersPath({ category, filter: chosen, locale: "en", page: 1, limit: 30 })
  return (await read(path, PerformersAnswer)).performers
}

describe("a browser that asks for performers", () => {
  it("is sent those who pass the filter, the free ones first [API-030, API-035, API-047, GRID-38]", async () => {
    const offline = await made("a performer", { onlineStatus: 0 })
    const online = await made("a performer", { onlineStatus: 1 })
    const free = await made("a performer", { onlineStatus: 3 })
    const order = async (filter: string, category?: string) =>
      (await listed(filter, category)).map(({ performerId }) => performerId)
    expect(await order("")).toEqual([free, online, offline].map(({ performerId }) => performerId))
    expect(await order("popular_free")).toEqual([free.performerId])
    expect(await order("onlineStatus_offline.age_24-30.languages_nl_en-dk-se")).toEqual([
      offline.performerId,
    ])
    expect(await order("popular_toy")).toHaveLength(3)
    expect(await order("firstCamSession_week")).toHaveLength(3)
    expect(await order("gender_male")).toEqual([])
    expect(await order("onlineStatus_free", "toy-shows")).toEqual([free.performerId])
    const [card] = await listed("popular_free")
    expect(card).toMatchObject({
      username: free.username,
      onlineStatus: 3,
      languages: ["nl", "en"],
      cybertoy: 3,
      picture: { url: `/media/${free.performerId}/snapshots/0.jpg` },
    })
  })

  it("is sent the results of every filter that there is", async () => {
    const all = [
      "ethnicity_european_latin",
      "hairColor_brown",
      "physique_athletic",
      "breastSize_3",
      "penisSize_1",
      "shaved_partly",
      "piercings_ears",
      "cybertoy_1_2_3_5",
      "onlineStatus_online_live_vip_free_pause_offline",
      "languages_nl_en-dk-se_fr_de_es_it",
      "age_18-24_24-30_30-50_50-100",
      "gender_female_male_trans_couple",
    ]
    for (const filter of [...all, all.join(".")]) expect(await listed(filter)).toBeDefined()
  })

  it("is sent exactly those it names by id, and how many there are [API-034]", async () => {
    const first = await made("a performer", { onlineStatus: 5 })
    const second = await made("a performer", { onlineStatus: 9 })
    const ids = [first.performerId, "nobody", second.performerId]
    const { performers, hasMorePages } = await read(performersByIdPath(ids, "nl"), PerformersAnswer)
    expect(hasMorePages).toBe(false)
    expect(
      Object.fromEntries(
        performers.map(({ performerId, onlineStatus }) => [performerId, onlineStatus]),
      ),
    ).toEqual({ [first.performerId]: 5, [second.performerId]: 9 })
    const count = (filter: object) => read(performerCountPath(null, filter), PerformerCountAnswer)
    expect(await count({ onlineStatus: ["vip"] })).toEqual({ count: 1 })
    expect(await count({ gender: ["trans"] })).toEqual({ count: 0 })
  })

  it("finds names by what was typed, with one error too [API-033, FIND-02]", async () => {
    const { performerId, username } = await made("a performer")
    const search = (typed: string) =>
      read(autocompletePath({ typed, locale: "nl", limit: 60 }), PerformersAnswer)
    const found = expect.objectContaining({ performerId, username, onlineStatus: 1 }) as unknown
    expect((await search(username.slice(0, -1))).performers).toContainEqual(found)
    const misspelt = `${username.slice(0, 3)}${username.slice(4, 11)}`
    expect((await search(misspelt)).performers).toContainEqual(found)
  })

  it("reads a profile by its name, whatever its case, in its language [API-032, API-048, PROFILE-02, PROFILE-03]", async () => {
    const { performerId, username } = await made("a performer", { onlineStatus: 3 })
    const profile = await read(profilePath(username.toUpperCase(), "en"), PerformerProfile)
    expect(profile).toMatchObject({
      performerId,
      username,
      onlineStatus: 3,
      details: {
        gender: "female",
        breastSize: 5,
        penisSize: null,
        languageBitflag: 3,
        motto: "Take it easy.",
        zodiac: null,
      },
    })
    const [year, today] = [1998, new Date().toISOString().slice(0, 10)]
    const age = Number(today.slice(0, 4)) - year - (today.slice(5) < "04-30" ? 1 : 0)
    expect(profile.age).toBe(age)
    const dutch = await read(profilePath(username, "nl"), PerformerProfile)
    expect(dutch.details.motto).toBe("Rustig aan.")
    expect((await fetch(gateway.url + profilePath("nobody", "nl"))).status).toBe(404)
  })

  it("is given a performer's albums, their photos and each photo's picture [API-061, API-062]", async () => {
    const { performerId, albumId } = await made("a performer with albums")
    const { albums } = await read(albumsPath(performerId, "en"), AlbumsList)
    expect(albums).toMatchObject([{ albumId, name: "By the sea", count: 2 }])
    const { photos } = await read(albumPath(performerId, albumId, "en"), AlbumPhotos)
    expect(photos.map(({ photoId, width, height }) => [photoId, width, height])).toEqual([
      ["1", 1_200, 1_600],
      ["2", 1_200, 1_600],
    ])
    expect((await fetch(gateway.url + albumPath(performerId, "none", "en"))).status).toBe(404)
    expect((await fetch(gateway.url + albumsPath("nobody", "en"))).status).toBe(404)
  })

  it("reads the categories, of which each is a list [API-031]", async () => {
    const { categories } = await read("/api/categories", CategoriesList)
    expect(categories.map(({ position }) => position)).toEqual(categories.map((_, n) => n + 1))
    expect(categories.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(["toy-shows", "new-cams", "free-cams", "18-24", "nederlands"]),
    )
    for (const { slug, meta } of categories) {
      expect(meta.nl.main.title).not.toBe(meta.en.main.title)
      expect(await listed("", slug)).toBeDefined()
    }
  })

  it("gets each picture in the size and the format that it asks for", async () => {
    const { performerId } = await made("a performer")
    const url = gateway.url + imageUrlAt(`/media/${performerId}/snapshots/1.jpg`, "100x100")
    for (const [accept, type] of [
      ["image/avif,image/webp,*/*", "image/webp"],
      ["image/avif,*/*", "image/avif"],
      ["image/webp,*/*", "image/webp"],
      ["*/*", "image/jpeg"],
    ] as const) {
      const response = await fetch(url, { headers: { Accept: accept } })
      expect([response.status, response.headers.get("content-type")]).toEqual([200, type])
      expect(response.headers.get("vary")).toBe("Accept")
    }
  })
})
