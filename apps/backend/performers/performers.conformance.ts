/**
 * The guarantees of finding performers on every database: the order, every filter, and a cost that does not
 * grow with the table.
 */
import { Clock, Effect, Option, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { LANGUAGE_OPTIONS, SIZE_BUCKETS } from "@foldcast/rules/performer-attributes"
import { misspeltBeginnings } from "@foldcast/rules/names/name-match"
import { plainLetters } from "@foldcast/rules/names/plain-letters"
import { SqlDatabase, type SqlDatabaseShape } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"
import {
  DEFAULT_SUGGESTED,
  MAX_SUGGESTED,
  NAMES_BEGINNING,
  NAMES_CONTAINING,
  NAMES_MISSPELT,
  NAMES_READ,
  suggestPerformers,
} from "./autocomplete.ts"
import { readFindFilter, readFind } from "./find-filter.ts"
import {
  gatherCount,
  gatherPage,
  type FindQuery,
  WALK,
  WALK_PER_FOUND,
  walkCount,
  walkPage,
} from "./find-query.ts"
import { countPerformers, findPerformers } from "./find.ts"
import { FIXTURE_NOW, fixturePerformer, fixturePerformers } from "./performers.fixture.ts"
import { recomputeLooks, isLikePerformer } from "./performer-looks.ts"
import {
  insertPerformers,
  PROFILE,
  profileById,
  setOnlineStatus,
  tidyPerformers,
} from "./performer-store.ts"
import type { Performer } from "./performer.ts"
import { recomputePlainNames } from "./searched-names.ts"

const COUNT = 6_000
/** Performers on a page by default. */
const PAGE = 30
/** Some have never been live, some share a name but for its accents and its case. */
const ALL = fixturePerformers(COUNT).map((one, n) => ({
  ...one,
  ...(n % 40 === 3 && { firstCamSession: null, lastCamSession: null, onlineStatus: 0 }),
  ...(n % 10 === 4 && { username: `É-${one.username.toUpperCase()}` }),
}))

const isFree = ({ onlineStatus }: Performer) => (onlineStatus & 2) !== 0
const speaks = (performer: Performer, option: keyof typeof LANGUAGE_OPTIONS) =>
  performer.languages.some((one) =>
    (LANGUAGE_OPTIONS[option] as ReadonlyArray<string>).includes(one),
  )

/** The list's ordering without a database (GRID-38). */
const inOrder = (option: keyof typeof LANGUAGE_OPTIONS) => (a: Performer, b: Performer) => {
  const rank = (one: Performer) => [
    isFree(one) ? 0 : 1,
    one.onlineStatus === 0 ? 1 : 0,
    one.onlineStatus === 0 ? -(one.lastCamSession ?? 0) : 0,
    speaks(one, option) ? 0 : 1,
    -one.rating,
  ]
  const [first, second] = [rank(a), rank(b)]
  const differs = first.findIndex((value, index) => value !== second[index])
  return differs === -1 ? (a.id < b.id ? -1 : 1) : (first[differs] ?? 0) - (second[differs] ?? 0)
}

const nameOf = ({ username }: Performer) => plainLetters(username)
const first = <A extends number | string>(a: A, b: A) => (a < b ? -1 : a > b ? 1 : 0)

/** The other orders without a database, equals by their ids (FIND-08). */
const OTHER_ORDERS = {
  firstCamSession: (a, b) =>
    first(b.firstCamSession ?? 0, a.firstCamSession ?? 0) || first(a.id, b.id),
  rating: (a, b) => first(b.rating, a.rating) || first(a.id, b.id),
  username: (a, b) => first(nameOf(a), nameOf(b)) || first(a.id, b.id),
} as const satisfies Readonly<Record<string, (a: Performer, b: Performer) => number>>
const ORDERINGS = Object.keys(OTHER_ORDERS) as ReadonlyArray<keyof typeof OTHER_ORDERS>

const ageOf = ({ dateOfBirth }: Performer) => {
  const today = new Date(FIXTURE_NOW).toISOString()
  return (
    Number(today.slice(0, 4)) -
    Number(dateOfBirth.slice(0, 4)) -
    (today.slice(5, 10) < dateOfBirth.slice(5) ? 1 : 0)
  )
}
const inBucket = (size: number | null, bucket: keyof typeof SIZE_BUCKETS) =>
  size !== null && size >= SIZE_BUCKETS[bucket][0] && size <= SIZE_BUCKETS[bucket][1]

/** Each filter with its test of one performer. */
const FILTERS: ReadonlyArray<readonly [string, (performer: Performer) => boolean]> = [
  ["gender=female", ({ gender }) => gender === "female"],
  ["age=18-24", (one) => ageOf(one) <= 24],
  ["age=24-30", (one) => ageOf(one) >= 24 && ageOf(one) <= 30],
  ["age=18-24,50-100", (one) => ageOf(one) <= 24 || ageOf(one) >= 50],
  ["languages=nl", (one) => speaks(one, "nl")],
  ["languages=en-dk-se", (one) => speaks(one, "en-dk-se")],
  ["languages=it,fr", (one) => speaks(one, "it") || speaks(one, "fr")],
  ["ethnicity=asian", ({ ethnicity }) => ethnicity === "asian"],
  ["hairColor=red,black", ({ hairColor }) => hairColor === "red" || hairColor === "black"],
  ["physique=slim", ({ physique }) => physique === "slim"],
  ["shaved=no", ({ shaved }) => shaved === "no"],
  ["piercings=several", ({ piercings }) => piercings === "several"],
  ["breastSize=1", ({ breastSize }) => inBucket(breastSize, 1)],
  ["breastSize=2,3", ({ breastSize }) => inBucket(breastSize, 2) || inBucket(breastSize, 3)],
  ["breastSize=4", ({ breastSize }) => inBucket(breastSize, 4)],
  ["penisSize=1", () => false],
  ["onlineStatus=free", isFree],
  ["onlineStatus=vip", ({ onlineStatus }) => onlineStatus === 5],
  ["onlineStatus=online", ({ onlineStatus }) => onlineStatus !== 0],
  ["onlineStatus=pause,offline", ({ onlineStatus }) => onlineStatus === 9 || onlineStatus === 0],
  ["cybertoy=1,2", ({ cybertoy }) => cybertoy === 1 || cybertoy === 2],
  ["cybertoy=3,5", ({ cybertoy }) => cybertoy === 3 || cybertoy === 5],
  [
    "firstCamSessionWithin=604800000",
    ({ firstCamSession }) => (firstCamSession ?? 0) >= FIXTURE_NOW - 604_800_000,
  ],
  [
    "gender=male&hairColor=red&ethnicity=asian&onlineStatus=offline&age=24-30",
    (one) =>
      one.gender === "male" &&
      one.hairColor === "red" &&
      one.ethnicity === "asian" &&
      one.onlineStatus === 0 &&
      ageOf(one) >= 24 &&
      ageOf(one) <= 30,
  ],
]

const Plan = Schema.Struct({ "QUERY PLAN": Schema.Unknown })
interface Node {
  readonly "Node Type": string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Node>
}
const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The scans that a query ran, and how many rows they read. */
const explained = (
  database: SqlDatabaseShape,
  { statement: { text }, values }: FindQuery<unknown>,
) =>
  Effect.map(
    database.query(statement(Plan, `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`), values),
    ([row]) => {
      if (row === undefined) throw new Error("nothing was explained")
      const [{ Plan: plan }] = row["QUERY PLAN"] as readonly [{ readonly Plan: Node }]
      const scans = nodesOf(plan).filter((node) =>
        /^(?:Seq|Index|Index Only|Bitmap Heap) Scan$/u.test(node["Node Type"]),
      )
      return {
        sequential: scans.filter((node) => node["Node Type"] === "Seq Scan").length,
        seen: scans
          .map(
            (one) =>
              (one["Actual Rows"] + (one["Rows Removed by Filter"] ?? 0)) * one["Actual Loops"],
          )
          .reduce((sum, rows) => sum + rows, 0),
      }
    },
  )

export const performersConformance = (name: string, open: () => SqlDatabaseShape) => {
  const run = <A, E>(effect: Effect.Effect<A, E, SqlDatabase>): Promise<A> =>
    Effect.runPromise(
      Effect.gen(function* () {
        yield* TestClock.setTime(FIXTURE_NOW)
        return yield* effect
      }).pipe(Effect.provideService(SqlDatabase, open()), Effect.provide(TestClock.layer())),
    )
  const find = (query: string) =>
    Effect.flatMap(Effect.fromResult(readFind(new URLSearchParams(query), "nl")), findPerformers)
  const idsOf = async (query: string) => (await run(find(query))).map(({ user }) => user.id)

  describe(`performers on ${name}`, () => {
    beforeAll(
      () => run(Effect.flatMap(SqlDatabase, (database) => insertPerformers(database, ALL))),
      60_000,
    )

    it.each(["nl", "en", "en-dk-se", "it"] as const)(
      "lists the free first, the offline last by when they left, then by language (%s) and rating, page by page [GRID-38] [GRID-39] [API-047]",
      async (language) => {
        const expected = ALL.toSorted(inOrder(language)).map(({ id }) => id)
        for (const page of [1, 2, 16, 30]) {
          const from = (page - 1) * 100
          expect(await idsOf(`language=${language}&limit=100&page=${page}`)).toEqual(
            expected.slice(from, from + 100),
          )
        }
      },
    )

    it.each(FILTERS)(
      "filters by %s, keeps the order, and counts the same number [API-034] [API-035] [GRID-17] [GRID-18] [GRID-19] [GRID-20] [GRID-21] [GRID-23]",
      async (query, passes) => {
        const expected = ALL.filter(passes).toSorted(inOrder("nl"))
        expect(await idsOf(`${query}&limit=30`)).toEqual(expected.slice(0, 30).map(({ id }) => id))
        const last = Math.min(Math.floor(expected.length / 30), 90)
        expect(await idsOf(`${query}&limit=30&page=${last + 1}`)).toEqual(
          expected.slice(last * 30, last * 30 + 30).map(({ id }) => id),
        )
        const filter = Result.getOrThrow(readFindFilter(new URLSearchParams(query)))
        expect(await run(countPerformers(filter))).toBe(Math.min(expected.length, 1_000))
      },
    )

    it.each(ORDERINGS)(
      "lists by %s, page by page, equals by their ids, and with any filter [FIND-08] [API-047]",
      async (ordering) => {
        const expected = ALL.toSorted(OTHER_ORDERS[ordering])
        for (const page of [1, 2, 16, 30]) {
          const from = (page - 1) * 100
          expect(await idsOf(`ordering=${ordering}&limit=100&page=${page}`)).toEqual(
            expected.slice(from, from + 100).map(({ id }) => id),
          )
        }
        for (const [query, passes] of FILTERS) {
          const passing = expected.filter(passes).map(({ id }) => id)
          const last = Math.min(Math.floor(passing.length / 30), 90)
          expect([
            query,
            await idsOf(`${query}&ordering=${ordering}&limit=30`),
            await idsOf(`${query}&ordering=${ordering}&limit=30&page=${last + 1}`),
          ]).toEqual([query, passing.slice(0, 30), passing.slice(last * 30, last * 30 + 30)])
        }
      },
    )

    it("ranks all languages of its filter alike, none of them first [GRID-39]", async () => {
      const sameForAll = ALL.filter((one) => speaks(one, "nl") || speaks(one, "fr"))
        .map((one) => ({ ...one, languages: [] }))
        .toSorted(inOrder("nl"))
      expect(await idsOf("languages=nl,fr&language=nl,fr&limit=60")).toEqual(
        sameForAll.slice(0, 60).map(({ id }) => id),
      )
    })

    it("finds by name without regard to case, and by ids, in the order [API-035] [API-048]", async () => {
      const [one, two, three] = [ALL[5], ALL[77], ALL[1234]]
      if (one === undefined || two === undefined || three === undefined) throw new Error("too few")
      expect(await idsOf(`username=${one.username.toUpperCase()}`)).toEqual([one.id])
      expect(await idsOf("username=nobody-of-that-name")).toEqual([])
      expect(await idsOf(`ids=${three.id},${one.id},p_nobody,${two.id}`)).toEqual(
        [one, two, three].toSorted(inOrder("nl")).map(({ id }) => id),
      )
    })

    it("recognises a name that looks like a performer's, also after the rule has changed", async () => {
      const [one] = ALL
      if (one === undefined) throw new Error("too few")
      const isLike = (name: string) =>
        run(Effect.flatMap(SqlDatabase, (database) => isLikePerformer(database, name)))
      const spelled = `${one.username.toUpperCase().replaceAll("O", "0")} .`
      expect([await isLike(spelled), await isLike("nobody-of-that-name")]).toEqual([true, false])
      await run(
        Effect.flatMap(SqlDatabase, (database) =>
          database.query(voidStatement("UPDATE performers SET look = NULL WHERE id = $1"), [
            one.id,
          ]),
        ),
      )
      expect(await isLike(spelled)).toBe(false)
      await run(recomputeLooks)
      expect(await isLike(spelled)).toBe(true)
    })

    it("answers the fields that a card shows [GRID-10]", async () => {
      const [shown] = await run(find(`ids=p_000007`))
      const { username, rating, onlineStatus, dateOfBirth, cybertoy, pictures } =
        fixturePerformer(7)
      expect(shown).toMatchObject({
        user: { id: "p_000007", username },
        ...{ rating, onlineStatus, dateOfBirth, cybertoy },
        snapshot: { url: pictures.snapshot?.path, colour: "#8090a0" },
      })
    })

    it("suggests names that begin so, then names that hold it, at most ten [API-033]", async () => {
      const suggest = (typed: string) =>
        run(
          Effect.flatMap(SqlDatabase, (database) => suggestPerformers(database, typed)).pipe(
            Effect.map((found) => found.map(({ username }) => username)),
          ),
        )
      expect(await suggest("a")).toHaveLength(DEFAULT_SUGGESTED)
      const keys = ALL.map(({ username }) => username).toSorted()
      const exact = keys[17] ?? ""
      expect((await suggest(exact.toUpperCase()))[0]).toBe(exact)
      const inside = await suggest("1234")
      expect(inside).toEqual(keys.filter((key) => key.includes("1234")).slice(0, 10))
      expect(await suggest("%")).toEqual([])
      expect(await suggest("__")).toEqual([])
      expect(await suggest("  ")).toEqual([])
    })

    it("forgives one typing error, after all names that hold what was typed, and puts who is live first [API-033]", async () => {
      const suggest = (typed: string, limit?: number) =>
        run(
          Effect.flatMap(SqlDatabase, (database) => suggestPerformers(database, typed, limit)).pipe(
            Effect.map((found) => found.map(({ username }) => username)),
          ),
        )
      const isLive = (username: string) =>
        ALL.some((one) => one.username === username && one.onlineStatus !== 0)
      const [one] = ALL.filter(({ username }) => /^Cleo\d{4}$/u.test(username))
      if (one === undefined) throw new Error("too few")
      const { username } = one
      for (const typed of [
        username.replace("Cleo", "Celo"),
        username.replace("Cleo", "Cle"),
        username.replace("Cleo", "Clleo"),
        username.replace("Cleo", "Clxo"),
      ]) {
        expect([typed, await suggest(typed)]).toEqual([typed, [username]])
      }
      // A wrong last letter is an error too.
      const mixed = await suggest("anna12", MAX_SUGGESTED)
      const typedAs = mixed.filter((name) => name.startsWith("Anna12"))
      expect(mixed.length).toBeGreaterThan(typedAs.length)
      expect(mixed.slice(0, typedAs.length)).toEqual(typedAs)
      const firstAway = typedAs.findIndex((name) => !isLive(name))
      expect(firstAway).toBeGreaterThan(0)
      expect(typedAs.slice(firstAway).some(isLive)).toBe(false)
    })

    it("suggests a name however its letters are typed, also after the rule has changed", async () => {
      const [one] = ALL.slice(17)
      if (one === undefined) throw new Error("too few")
      const suggested = async (typed: string) =>
        (
          await run(Effect.flatMap(SqlDatabase, (database) => suggestPerformers(database, typed)))
        ).some(({ id }) => id === one.id)
      const letters = Array.from(one.username)
      const spelled = [
        one.username.toUpperCase(),
        letters.join(" "),
        letters.join("\u200B-"),
        `${letters.slice(0, 3).join("\u0301")}${letters.slice(3).join("")}`,
        letters.map((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)).join(""),
        // From its third letter on.
        letters.slice(2).join("."),
      ]
      for (const typed of spelled) expect([typed, await suggested(typed)]).toEqual([typed, true])
      // As stored before plain names existed.
      await run(
        Effect.flatMap(SqlDatabase, (database) =>
          Effect.all([
            database.query(voidStatement("UPDATE performers SET plain_name = NULL WHERE id = $1"), [
              one.id,
            ]),
            database.query(
              voidStatement(
                "UPDATE performer_name_ends SET name_end = '~' || name_end WHERE performer_id = $1",
              ),
              [one.id],
            ),
          ]),
        ),
      )
      expect(await suggested(one.username)).toBe(false)
      await run(recomputePlainNames)
      const byName = ALL.toSorted(OTHER_ORDERS.username).map(({ id }) => id)
      const place = byName.indexOf(one.id)
      expect((await idsOf(`ordering=username&limit=1&page=${place + 1}`))[0]).toBe(one.id)
      for (const typed of spelled) expect([typed, await suggested(typed)]).toEqual([typed, true])
    })

    const readRequest = (query: string) =>
      Effect.fromResult(readFind(new URLSearchParams(query), "nl"))

    /** `more` is added to each filter's query. */
    const withEachFilter = <A extends object, E>(
      more: string,
      explain: (
        database: SqlDatabaseShape,
        request: Effect.Success<ReturnType<typeof readRequest>>,
        now: number,
      ) => Effect.Effect<A, E>,
    ) =>
      run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          yield* tidyPerformers(database)
          const now = yield* Clock.currentTimeMillis
          return yield* Effect.forEach(FILTERS, ([query]) =>
            Effect.gen(function* () {
              const request = yield* readRequest(query + more)
              return { query, ...(yield* explain(database, request, now)) }
            }),
          )
        }),
      )

    it("never scans the table nor reads more rows than a query may, whatever is asked", async () => {
      const seen = await withEachFilter("", (database, request, now) =>
        Effect.all({
          page: explained(database, walkPage(request, now)),
          count: explained(database, walkCount(request.filter, now)),
        }),
      )
      for (const { query, page, count } of seen) {
        expect([query, page.sequential, count.sequential]).toEqual([query, 0, 0])
        // At most the rows that a walk may read, or a shorter part of the ordering to sort.
        expect([query, page.seen < COUNT / 2, count.seen < COUNT / 2]).toEqual([query, true, true])
      }
      // The first page without a filter is the beginning of an index.
      expect(seen.find(({ query }) => query === "gender=female")?.page.seen).toBeLessThan(200)
    })

    it.each(ORDERINGS)(
      "reads the beginning of an index for a page by %s, and no more than a walk for any filter [FIND-08]",
      async (ordering) => {
        const seen = await withEachFilter(`&ordering=${ordering}`, (database, request, now) =>
          Effect.all({ page: explained(database, walkPage(request, now)) }),
        )
        for (const { query, page } of seen) {
          expect([query, page.sequential]).toEqual([query, 0])
          // What the walk reads, and the names of the page.
          expect([query, page.seen <= WALK + PAGE * WALK_PER_FOUND + PAGE]).toEqual([query, true])
        }
        expect(seen.find(({ query }) => query === "gender=female")?.page.seen).toBeLessThan(200)
      },
    )

    it.each([
      "penisSize=1",
      "firstCamSessionWithin=604800000",
      "gender=female&firstCamSessionWithin=604800000",
      "gender=male&hairColor=red",
      "gender=male&hairColor=red&ethnicity=asian&onlineStatus=offline&age=24-30",
      "languages=it&cybertoy=5&physique=plus",
    ])(
      "reads only the narrowest part of a filter, and never scans the table: %s",
      async (query) => {
        const { page, count, narrowest } = await run(
          Effect.gen(function* () {
            const database = yield* SqlDatabase
            yield* tidyPerformers(database)
            const now = yield* Clock.currentTimeMillis
            const request = yield* Effect.fromResult(readFind(new URLSearchParams(query), "nl"))
            const counts = yield* Effect.forEach(query.split("&"), (part) =>
              Effect.flatMap(
                Effect.fromResult(readFindFilter(new URLSearchParams(part))),
                countPerformers,
              ),
            )
            return {
              page: yield* explained(database, gatherPage(request, now)),
              count: yield* explained(database, gatherCount(request.filter, now)),
              narrowest: Math.min(...counts),
            }
          }),
        )
        expect([page.sequential, count.sequential]).toEqual([0, 0])
        // Plus the names of the page itself.
        expect(page.seen).toBeLessThanOrEqual(narrowest + 2 * PAGE)
        expect(count.seen).toBeLessThanOrEqual(narrowest)
      },
    )

    it("reads no more names than it may rank, whatever is typed, and one for one performer", async () => {
      const seen = (query: FindQuery<unknown>) =>
        run(Effect.flatMap(SqlDatabase, (database) => explained(database, query)))
      const beginnings = JSON.stringify(misspeltBeginnings("anna1"))
      for (const query of [
        { statement: NAMES_BEGINNING, values: ["a", NAMES_READ] },
        { statement: NAMES_CONTAINING, values: ["123", NAMES_READ] },
        { statement: NAMES_MISSPELT, values: [beginnings, NAMES_READ] },
      ]) {
        const { sequential, seen: rows } = await seen(query)
        expect(sequential).toBe(0)
        // One read for each match, one for its performer and one for her status.
        expect(rows).toBeLessThanOrEqual(3 * NAMES_READ)
      }
      const profile = await seen({ statement: PROFILE, values: ["p_000007"] })
      expect([profile.sequential, profile.seen]).toEqual([0, 2])
    })

    it("moves a performer whose status changed, and remembers when she was last online [GRID-47]", async () => {
      const { id } = ALL.find(({ onlineStatus }) => onlineStatus === 0) ?? { id: "" }
      const at = (ms: number) => new Date(FIXTURE_NOW + ms)
      const read = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          yield* setOnlineStatus(database, id, 3, at(1_000))
          const free = yield* find(`ids=${id}&onlineStatus=free`)
          yield* setOnlineStatus(database, id, 0, at(2_000))
          const gone = yield* find("onlineStatus=offline&limit=1")
          const refused = yield* Effect.flip(setOnlineStatus(database, id, 7, at(3_000)))
          const profile = yield* profileById(database, id)
          yield* setOnlineStatus(database, id, 0, at(4_000))
          return { free, gone, refused, profile, later: yield* profileById(database, id) }
        }),
      )
      expect(read.free.map(({ user }) => user.id)).toEqual([id])
      expect(read.gone.map(({ user }) => user.id)).toEqual([id])
      expect(read.refused).toMatchObject({ constraint: "known_status" })
      expect(Option.getOrThrow(read.profile).last_cam_session).toBe(FIXTURE_NOW + 2_000)
      expect(read.later).toEqual(read.profile)
    })
  })
}
