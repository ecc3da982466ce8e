/** The demo world's performers: the same for a seed, adult, decent, and valid by the service's contract. */
import { Clock, Effect, Layer, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  FILTER_GROUPS,
  FILTER_SECTIONS,
  BASE_GENDER,
  type FilterGroup,
  POPULAR_TOY_CODES,
} from "@foldcast/rules/grid/filters"
import { UpstreamPicture } from "@foldcast/contracts/upstream/performer-service"
import { STATUSES } from "@foldcast/rules/performer-attributes"
import { SqlDatabase } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { silentLayer } from "../../logging.ts"
import { readPicturePath } from "../../media/picture-name.ts"
import { readFindFilter } from "../../performers/find-filter.ts"
import { countPerformers } from "../../performers/find.ts"
import { setOnlineStatus } from "../../performers/performer-store.ts"
import { looksOf } from "../../media/looks.ts"
import { DEMO_PERFORMERS, demoPerformers } from "./demo-performers.ts"
import { loadDemoPerformers } from "./load-performers.ts"
import { suiteDatabase } from "./open-database.fixture.ts"

const NOW = Date.UTC(2026, 10, 21, 20)
const WEEK_MS = 604_800_000
const PEOPLE = demoPerformers("foldcast", NOW)
const HERS = PEOPLE.filter(({ gender }) => gender === BASE_GENDER)

const ageOn = (day: string, born: string) =>
  Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0)

describe("the performers of the demo world", () => {
  it("are the same with the same seed, and different with another", () => {
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

  it("are 21 to 60 years old with any seed, from the first day of 2026 on", () => {
    const everybody = Array.from({ length: 20 }, (_, seed) => demoPerformers(`seed ${seed}`, NOW))
    for (const { dateOfBirth } of everybody.flat()) {
      expect(ageOn("2026-01-01", dateOfBirth)).toBeGreaterThanOrEqual(21)
      expect(ageOn("2026-12-31", dateOfBirth)).toBeLessThanOrEqual(60)
    }
  })

  it("are as old as they are drawn", () => {
    for (const { id, dateOfBirth } of PEOPLE) {
      const drawn = looksOf(id).age
      expect(Math.abs(ageOn("2026-01-01", dateOfBirth) + 0.5 - drawn)).toBeLessThan(1)
    }
  })

  it("share no sentence, sixty in a row, in either language", () => {
    for (const locale of ["nl", "en"] as const) {
      for (let from = 0; from + 60 <= PEOPLE.length; from += 20) {
        const told = PEOPLE.slice(from, from + 60).flatMap(({ about }) =>
          [about[locale].description, about[locale].motto].flatMap(
            (text) => text?.split(/(?<=[.!?]) /u) ?? [],
          ),
        )
        expect(told).toHaveLength(240)
        expect(new Set(told).size).toBe(told.length)
      }
    }
  })

  it("have nothing explicit in their texts, which are there in both languages", () => {
    for (const { about } of PEOPLE) {
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

  it("have sizes that the filters know, and most of them tell theirs", () => {
    for (const { gender, breastSize, penisSize } of PEOPLE) {
      if (gender !== "female") expect(breastSize).toBeNull()
      if (gender !== "male") expect(penisSize).toBeNull()
    }
    for (const told of ["shaved", "breastSize"] as const) {
      const share = HERS.filter((one) => one[told] !== null).length / HERS.length
      expect(share).toBeGreaterThan(0.5)
      expect(share).toBeLessThan(0.95)
    }
  })

  it("have ordered sessions, and some of them are new this week", () => {
    for (const { firstCamSession, lastCamSession } of PEOPLE) {
      expect(firstCamSession).toBeLessThan(lastCamSession ?? 0)
      expect(lastCamSession).toBeLessThan(NOW)
    }
    const fresh = PEOPLE.filter(({ firstCamSession }) => NOW - (firstCamSession ?? 0) < WEEK_MS)
    expect(fresh.length).toBeGreaterThan(10)
    expect(HERS.length).toBeGreaterThan(140)
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

/** In the service's form: its popular filters are a status and toys (GRID-24, GRID-25). */
const OFFERED: ReadonlyArray<string> = [
  ...(Object.values(FILTER_SECTIONS).flat() as ReadonlyArray<FilterGroup>)
    .filter((group) => group !== "popular")
    .flatMap((group) => FILTER_GROUPS[group].map((value) => `${group}=${value}`)),
  `cybertoy=${POPULAR_TOY_CODES.join(",")}`,
  ...FILTER_GROUPS.cybertoy.map((code) => `cybertoy=${code}`),
  `firstCamSessionWithin=${WEEK_MS}`,
]

const COUNTS = statement(
  Schema.Struct({ people: Schema.Int, online: Schema.Int, photos: Schema.Int }),
  `SELECT count(*)::int AS people, count(*) FILTER (WHERE online_status <> 0)::int AS online,
     (SELECT count(*)::int FROM photos) AS photos FROM performer_listing`,
)
/** Pages of the table without dead rows, as of the last vacuum. */
const TIDY_PAGES = statement(
  Schema.Struct({ tidy: Schema.Int }),
  "SELECT relallvisible AS tidy FROM pg_class WHERE relname = 'performer_listing'",
)

describe("loading the demo performers", () => {
  const database = suiteDatabase()

  it("happens once, puts some of them online at once, and keeps what changed afterwards", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const database = yield* SqlDatabase
        yield* loadDemoPerformers("foldcast")
        const [first] = yield* database.query(COUNTS)
        expect(first).toMatchObject({ people: DEMO_PERFORMERS })
        expect(first?.online).toBeGreaterThan(25)
        expect(first?.photos).toBeGreaterThan(DEMO_PERFORMERS)
        expect((yield* database.query(TIDY_PAGES))[0]?.tidy).toBeGreaterThan(0)
        for (const { id } of PEOPLE) yield* setOnlineStatus(database, id, 0, new Date(NOW))
        yield* loadDemoPerformers("foldcast")
        yield* loadDemoPerformers("another")
        expect(yield* database.query(COUNTS)).toEqual([{ ...first, online: 0 }])
      }).pipe(Effect.provide(Layer.merge(database, silentLayer))),
    ))

  it("gives every filter that visitors are offered a result of the base gender", async () => {
    const counts = await Effect.runPromise(
      Effect.gen(function* () {
        yield* loadDemoPerformers("foldcast")
        const database = yield* SqlDatabase
        const at = new Date(yield* Clock.currentTimeMillis)
        // Every status at once, at any hour.
        for (const [index, { id }] of HERS.slice(0, 5).entries()) {
          yield* setOnlineStatus(database, id, STATUSES[index] ?? 0, at)
        }
        return yield* Effect.forEach(OFFERED, (asked) =>
          Effect.map(
            countPerformers(
              Result.getOrThrow(
                readFindFilter(new URLSearchParams(`gender=${BASE_GENDER}&${asked}`)),
              ),
            ),
            (count) => [asked, count > 0] as const,
          ),
        )
      }).pipe(Effect.provide(Layer.merge(database, silentLayer))),
    )
    expect(counts.length).toBeGreaterThan(40)
    // No performer of that gender exists.
    expect(counts.filter(([, found]) => !found).map(([asked]) => asked)).toEqual(
      FILTER_GROUPS.penisSize.map((size) => `penisSize=${size}`),
    )
  })
})
