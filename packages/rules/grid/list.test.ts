/**
 * A grid's list, through every history of loads, further pages, refreshes and statuses: no duplicates, no
 * moves, no losses.
 */
import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  BASIC_LIMIT,
  GRID_LIMIT,
  type GridEntry,
  type GridList,
  hasMorePages,
  loaded,
  MAX_LIMIT,
  newlyOnline,
  refreshed,
  SMALL_LIST_LIMIT,
  withNextPage,
  withPagesUpTo,
  withStatuses,
  withWaiting,
} from "./list.ts"

interface Entry extends GridEntry {
  readonly rating: number
}

const LIMIT = 4
const entry = (id: number | string, onlineStatus = 0, rating = 50): Entry => ({
  performerId: String(id),
  onlineStatus,
  rating,
})
const idsOf = (entries: ReadonlyArray<Entry>) => entries.map(({ performerId }) => performerId)
const listOf = (...entries: ReadonlyArray<Entry>) => loaded(entries, { pages: 1, limit: LIMIT })

const person = Schema.Struct({
  performerId: Schema.Literals(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]),
  onlineStatus: Schema.Literals([0, 1, 3, 5, 9]),
  rating: Schema.Literals([10, 90]),
})
const STEP = Schema.Union([
  Schema.TaggedStruct("NextPage", { performers: Schema.Array(person) }),
  Schema.TaggedStruct("Refresh", { performers: Schema.Array(person) }),
  Schema.TaggedStruct("Statuses", { of: Schema.Array(person) }),
  Schema.TaggedStruct("Waiting", {}),
  Schema.TaggedStruct("PagesUpTo", { performers: Schema.Array(person) }),
])
const HISTORY = Schema.Struct({ first: Schema.Array(person), steps: Schema.Array(STEP) })
const histories = Effect.runSync(
  Arbitrary.sampleEffect(Arbitrary.schema(HISTORY), { count: 1_500, size: 10, seed: 30 }),
)

type Step = (typeof STEP)["Type"]
const statusesOf = (people: ReadonlyArray<Entry>) =>
  Object.fromEntries(people.map(({ performerId, onlineStatus }) => [performerId, onlineStatus]))

const after = (list: GridList<Entry>, step: Step): GridList<Entry> => {
  switch (step._tag) {
    case "NextPage":
      return withNextPage(list, {
        performers: step.performers,
        page: list.pagination.page + 1,
        limit: list.pagination.limit,
      })
    case "Refresh":
      return refreshed(list, step.performers)
    case "Statuses":
      return withStatuses(list, statusesOf(step.of))
    case "Waiting":
      return withWaiting(list)
    case "PagesUpTo":
      return withPagesUpTo(list, step.performers, list.pagination.page + 2)
  }
}

interface Moment {
  readonly before: GridList<Entry>
  readonly step: Step
  readonly now: GridList<Entry>
}
const moments: ReadonlyArray<Moment> = histories.flatMap(({ first, steps }) => {
  let before: GridList<Entry> = loaded(first, { pages: 1, limit: LIMIT })
  return steps.map((step) => {
    const moment = { before, step, now: after(before, step) }
    before = moment.now
    return moment
  })
})
const momentsOf = (tag: Step["_tag"]) => moments.filter(({ step }) => step._tag === tag)

describe("the figures of a list", () => {
  it("are 30 on a page, 60 without infinite scroll, 10 in a small list [GRID-35] [GRID-37]", () => {
    expect([GRID_LIMIT, BASIC_LIMIT, SMALL_LIST_LIMIT]).toEqual([30, 60, 10])
  })

  it("order free first, then the last session, the language and the rating [GRID-38]", () => {
    expect(listOf().ordering).toEqual(["free", "lastCamSession", "language", "rating"])
  })
})

describe("the loaded list", () => {
  it("is replaced by what is loaded anew [GRID-29]", () => {
    const list = listOf(entry(3), entry(1), entry(2))
    expect(list.performers).toEqual([entry(3), entry(1), entry(2)])
    expect(list.waiting).toBeNull()
    expect(list.pagination).toEqual({ page: 1, limit: LIMIT, hasMorePages: false })
  })

  it("has more pages exactly when as many came as were asked for [GRID-32]", () => {
    for (let returned = 0; returned <= GRID_LIMIT; returned += 1) {
      expect(hasMorePages(returned, GRID_LIMIT)).toBe(returned === GRID_LIMIT)
    }
    const four = [entry(1), entry(2), entry(3), entry(4)]
    expect(loaded(four, { pages: 1, limit: 4 }).pagination.hasMorePages).toBe(true)
    expect(loaded(four, { pages: 2, limit: 4 }).pagination.hasMorePages).toBe(false)
    for (const { step, now } of momentsOf("NextPage")) {
      if (step._tag !== "NextPage") continue
      expect(now.pagination.hasMorePages).toBe(step.performers.length === LIMIT)
    }
  })

  it("has no performer twice, whatever happens [GRID-30]", () => {
    expect(moments.length).toBeGreaterThan(2_000)
    for (const { now } of moments) {
      for (const entries of [now.performers, now.waiting ?? []]) {
        expect(new Set(idsOf(entries)).size).toBe(entries.length)
      }
    }
  })

  it("keeps everybody where they are when the next page comes, and takes their new data [GRID-30]", () => {
    for (const { before, step, now } of momentsOf("NextPage")) {
      if (step._tag !== "NextPage") continue
      const here = idsOf(before.performers)
      expect(idsOf(now.performers).slice(0, here.length)).toEqual(here)
      expect(new Set(idsOf(now.performers))).toEqual(new Set([...here, ...idsOf(step.performers)]))
      expect(now.pagination.page).toBe(before.pagination.page + 1)
    }
    const list = withNextPage(listOf(entry("a", 1), entry("b")), {
      performers: [entry("c"), entry("a", 5, 80)],
      page: 2,
      limit: LIMIT,
    })
    expect(list.performers).toEqual([entry("a", 5, 80), entry("b"), entry("c")])
  })

  it("keeps the next page when something waited before it came [GRID-30]", () => {
    const list = refreshed(listOf(entry("a"), entry("b"), entry("c"), entry("d")), [
      ...[entry("new", 1), entry("a"), entry("b"), entry("c")],
    ])
    const more = withNextPage(list, { performers: [entry("d"), entry("e")], page: 2, limit: LIMIT })
    expect(idsOf(withWaiting(more).performers)).toEqual(["new", "a", "b", "c", "d", "e"])
    for (const { step, now } of momentsOf("NextPage")) {
      if (step._tag !== "NextPage" || now.waiting === null) continue
      expect(idsOf(now.waiting)).toEqual(expect.arrayContaining(idsOf(step.performers)))
    }
  })
})

describe("several pages at once", () => {
  it("are put behind those who are there, who stay where they are, and say whether there are more [GRID-30] [GRID-32]", () => {
    for (const { before, step, now } of momentsOf("PagesUpTo")) {
      if (step._tag !== "PagesUpTo") continue
      const here = idsOf(before.performers)
      expect(idsOf(now.performers).slice(0, here.length)).toEqual(here)
      expect(new Set(idsOf(now.performers))).toEqual(new Set([...here, ...idsOf(step.performers)]))
      const page = before.pagination.page + 2
      const hasMore = step.performers.length === page * LIMIT
      expect(now.pagination).toEqual({ page, limit: LIMIT, hasMorePages: hasMore })
    }
    const ids = ["a", "b", "c", "d", "e", "f", "g", "h"]
    const twoPages = ids.map((id) => entry(id))
    const two = withPagesUpTo(loaded(twoPages.slice(0, 4), { pages: 1, limit: LIMIT }), twoPages, 2)
    expect(two.pagination.hasMorePages).toBe(true)
  })
})

describe("a refresh of a list", () => {
  it("updates everybody's data in place and moves nobody [GRID-31]", () => {
    for (const { before, step, now } of momentsOf("Refresh")) {
      if (step._tag !== "Refresh") continue
      expect(idsOf(now.performers)).toEqual(idsOf(before.performers))
      for (const one of now.performers) {
        const told = step.performers.filter(({ performerId }) => performerId === one.performerId)
        const known = before.performers.filter(({ performerId }) => performerId === one.performerId)
        expect(told.length === 0 ? known : told).toContainEqual(one)
      }
    }
  })

  it("of all pages so far knows by their number whether there are more [GRID-31] [GRID-32]", () => {
    const two = withNextPage(listOf(...["a", "b", "c", "d"].map((id) => entry(id))), {
      performers: [entry("e"), entry("f")],
      page: 2,
      limit: LIMIT,
    })
    const ids = ["a", "b", "c", "d", "e", "f", "g", "h"]
    const full = refreshed(
      two,
      ids.map((id) => entry(id)),
    )
    expect(full.pagination).toEqual({ page: 2, limit: LIMIT, hasMorePages: true })
    const fewer = refreshed(
      two,
      ids.slice(0, 7).map((id) => entry(id)),
    )
    expect(fewer.pagination).toEqual({ page: 2, limit: LIMIT, hasMorePages: false })
  })

  it("keeps who came online aside until the visitor asks, and counts them [GRID-31]", () => {
    const list = listOf(entry("a", 1), entry("b"))
    const brought = [entry("new", 3), entry("b"), entry("offline"), entry("a", 1)]
    const waits = refreshed(list, brought)
    expect(idsOf(waits.performers)).toEqual(["a", "b"])
    expect(newlyOnline(waits)).toBe(1)
    expect(withWaiting(waits)).toMatchObject({ performers: brought, waiting: null })
  })

  it("that brings nobody new online leaves nothing waiting [GRID-31]", () => {
    const list = listOf(entry("a"), entry("b"))
    const same = refreshed(list, [entry("b", 3), entry("a"), entry("c")])
    expect(same.waiting).toBeNull()
    expect(same.performers).toEqual([entry("a"), entry("b", 3)])
    expect(withWaiting(same)).toBe(same)
    for (const { now } of momentsOf("Refresh")) {
      expect(now.waiting === null).toBe(newlyOnline(now) === 0)
    }
  })

  it("that one call cannot hold keeps the performers beyond it", () => {
    const all = Array.from({ length: MAX_LIMIT + 60 }, (_, at) => entry(at, 1))
    const list = loaded(all, { pages: (MAX_LIMIT + 60) / GRID_LIMIT, limit: GRID_LIMIT })
    const brought = [entry("new", 1), ...all.slice(0, MAX_LIMIT - 1)]
    const waits = refreshed(list, brought)
    expect(waits.pagination).toEqual(list.pagination)
    expect(idsOf(withWaiting(waits).performers)).toEqual(["new", ...idsOf(all)])
  })
})

describe("a new status in a list", () => {
  it("changes in place and moves nobody, on the page and in what waits", () => {
    for (const { before, step, now } of momentsOf("Statuses")) {
      if (step._tag !== "Statuses") continue
      const statuses = statusesOf(step.of)
      const patched = (one: Entry) => ({
        ...one,
        onlineStatus: statuses[one.performerId] ?? one.onlineStatus,
      })
      expect(now.performers).toEqual(before.performers.map(patched))
      expect(now.waiting).toEqual(before.waiting?.map(patched) ?? null)
      expect(now.pagination).toBe(before.pagination)
    }
  })

  it("that is known already, or somebody else's, leaves the very same list", () => {
    const list = listOf(entry("a", 3), entry("b"))
    expect(withStatuses(list, { a: 3, b: 0, c: 5 })).toBe(list)
    expect(withStatuses(listOf(entry("toString")), {})).toMatchObject({
      performers: [entry("toString")],
    })
    const changed = withStatuses(list, { b: 1 })
    expect(changed.performers[0]).toBe(list.performers[0])
  })
})
