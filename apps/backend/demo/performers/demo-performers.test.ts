/** The demo world's people: the same from a seed, grown up, decent, and as the service's contract wants them. */
import { Effect, Layer, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { LANGUAGE_BITS, PERFORMER_LANGUAGES } from "@foldcast/rules/performer-attributes"
import { UpstreamPicture } from "@foldcast/contracts/upstream/performer-service"
import { Database } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { silentLayer } from "../../logging.ts"
import { readPicturePath } from "../../media/picture-name.ts"
import { setStatus } from "../../performers/performer-store.ts"
import { DEMO_PERFORMERS, demoPerformers } from "./demo-performers.ts"
import { loadDemoPerformers } from "./load-performers.ts"
import { suiteDatabase } from "./open-database.fixture.ts"

const NOW = Date.UTC(2026, 10, 21, 20)
const WEEK_MS = 604_800_000
const PEOPLE = demoPerformers("foldcast", NOW)

const ageOn = (day: string, born: string) =>
  Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0)

describe("the demo world's people", () => {
  it("are the same from the same seed, and others from another", () => {
    expect(demoPerformers("foldcast", NOW)).toEqual(PEOPLE)
    const others = new Set(demoPerformers("another", NOW).map(({ id }) => id))
    expect(PEOPLE.some(({ id }) => others.has(id))).toBe(false)
  })

  it("are two hundred, each with an id and a name of her own", () => {
    expect(PEOPLE).toHaveLength(DEMO_PERFORMERS)
    expect(new Set(PEOPLE.map(({ id }) => id)).size).toBe(DEMO_PERFORMERS)
    expect(new Set(PEOPLE.map(({ username }) => username.toLowerCase())).size).toBe(DEMO_PERFORMERS)
    for (const { username } of PEOPLE) expect(username).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+$/u)
  })

  it("are 21 to 60, with any seed, already on the first day of 2026", () => {
    const everybody = Array.from({ length: 20 }, (_, seed) => demoPerformers(`seed ${seed}`, NOW))
    for (const { dateOfBirth } of everybody.flat()) {
      expect(ageOn("2026-01-01", dateOfBirth)).toBeGreaterThanOrEqual(21)
      expect(ageOn("2026-12-31", dateOfBirth)).toBeLessThanOrEqual(60)
    }
  })

  it("leave explicit things out, and tell the rest in both languages", () => {
    for (const { about, breastSize, penisSize, shaved } of PEOPLE) {
      expect([breastSize, penisSize, shaved]).toEqual([null, null, null])
      expect(Object.keys(about.nl)).toEqual(Object.keys(about.en))
      for (const name of ["sexLocation", "sexPosition", "sexualPreference", "kinkyAttributes"]) {
        expect(about.nl).not.toHaveProperty(name)
      }
      for (const text of Object.values(about.nl).concat(Object.values(about.en))) {
        expect(text).toMatch(/\S/u)
      }
      expect(about.nl.description).not.toBe(about.en.description)
    }
  })

  it("have sessions in order, some of them new this week, and something for every filter", () => {
    for (const { firstCamSession, lastCamSession } of PEOPLE) {
      expect(firstCamSession).toBeLessThan(lastCamSession ?? 0)
      expect(lastCamSession).toBeLessThan(NOW)
    }
    const fresh = PEOPLE.filter(({ firstCamSession }) => NOW - (firstCamSession ?? 0) < WEEK_MS)
    expect(fresh.length).toBeGreaterThan(10)
    for (const code of [1, 2, 3, 5]) expect(PEOPLE.some((one) => one.cybertoy === code)).toBe(true)
    for (const language of PERFORMER_LANGUAGES) {
      expect(LANGUAGE_BITS).toHaveProperty(language)
      expect(PEOPLE.some(({ languages }) => languages.includes(language))).toBe(true)
    }
    expect(PEOPLE.filter(({ gender }) => gender === "female").length).toBeGreaterThan(140)
  })

  it("have pictures that are really there, for no-nude mode too, and up to three albums [ROUTE-47]", () => {
    const isPicture = Schema.is(UpstreamPicture)
    for (const { pictures } of PEOPLE) {
      const { snapshot, nonude, cover, images, albums } = pictures
      expect(albums.length).toBeLessThanOrEqual(3)
      const photos = albums.flatMap((album) => album.photos)
      for (const album of albums) {
        expect(album.photos.length).toBeGreaterThanOrEqual(3)
        expect(album.photos.length).toBeLessThanOrEqual(8)
      }
      const plain = [nonude, ...photos.map((photo) => photo.nonude)]
      for (const one of [
        snapshot,
        cover,
        ...images,
        ...photos.map(({ picture }) => picture),
      ].concat(plain)) {
        expect(isPicture({ url: one?.path, colour: one?.colour })).toBe(true)
        const read = readPicturePath(one?.path.slice("/media/".length) ?? "")
        expect(read?.picture.plain).toBe(plain.includes(one))
      }
    }
  })
})

const COUNTS = statement(
  Schema.Struct({ people: Schema.Int, online: Schema.Int, photos: Schema.Int }),
  `SELECT count(*)::int AS people, count(*) FILTER (WHERE online_status <> 0)::int AS online,
     (SELECT count(*)::int FROM photos) AS photos FROM performer_listing`,
)

describe("loading them", () => {
  const database = suiteDatabase()

  it("happens once, some of them online at once, and what life changed stays changed", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const database = yield* Database
        yield* loadDemoPerformers("foldcast")
        const [first] = yield* database.query(COUNTS)
        expect(first).toMatchObject({ people: DEMO_PERFORMERS })
        expect(first?.online).toBeGreaterThan(25)
        expect(first?.photos).toBeGreaterThan(DEMO_PERFORMERS)
        for (const { id } of PEOPLE) yield* setStatus(database, id, 0, new Date(NOW))
        yield* loadDemoPerformers("foldcast")
        yield* loadDemoPerformers("another")
        expect(yield* database.query(COUNTS)).toEqual([{ ...first, online: 0 }])
      }).pipe(Effect.provide(Layer.merge(database, silentLayer))),
    ))
})
