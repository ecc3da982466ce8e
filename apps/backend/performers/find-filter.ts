/**
 * Decodes the query of GET user/find and GET user/count: an unknown name or value refuses the call with its field.
 * Pure.
 */
import { Result } from "effect"
import { MAX_PAGE_SIZE } from "@foldcast/contracts/upstream/performer-service"
import type { Locale } from "@foldcast/contracts/units"
import {
  DEFAULT_ORDER,
  GRID_ORDERINGS,
  GRID_ORDERS,
  type GridOrder,
} from "@foldcast/rules/grid/orders"
import {
  LANGUAGE_OPTIONS,
  type LanguageOption,
  STATUS_BITS,
  STATUSES,
} from "@foldcast/rules/performer-attributes"
import { badRequest, type Refused } from "../http/refused.ts"
import { wholeNumberIn } from "../http/whole-number.ts"
import { TRAIT_ATTRIBUTES, type TraitAttribute, traitPlace } from "./traits.ts"

export interface AgeBand {
  /** Inclusive (GRID-17). */
  readonly from: number
  readonly to: number
}

export interface FindFilter {
  /** Per attribute: bit places, of which one has to be set. */
  readonly traits: ReadonlyArray<ReadonlyArray<number>>
  readonly ages: ReadonlyArray<AgeBand>
  /** Null: no limit. */
  readonly statuses: ReadonlyArray<number> | null
  /** Milliseconds before now. */
  readonly firstCamSessionWithin: number | null
  readonly username: string | null
  readonly ids: ReadonlyArray<string> | null
}

export interface FindRequest {
  readonly filter: FindFilter
  readonly order: GridOrder
  /** Whom the recommended order prefers (GRID-39); "any": nobody, because everybody in the list is preferred. */
  readonly language: LanguageOption | "any"
  readonly offset: number
  readonly limit: number
}

type Read<A> = Result.Result<A, Refused>

/** Performers that pages reach: a page costs as much as all before it. */
export const PAGES_REACH = 3_000
const MAX_IDS = 200
const MAX_VALUES = 30
const MAX_NAME = 128
const TEN_YEARS_MS = 315_576_000_000

/** Named states as tests of the bits (GRID-46 to GRID-48). */
const STATUS_NAMES: Readonly<Record<string, (status: number) => boolean>> = {
  online: (status) => (status & STATUS_BITS.live) !== 0,
  live: (status) => status === STATUS_BITS.live,
  vip: (status) => (status & STATUS_BITS.vip) !== 0,
  free: (status) => (status & STATUS_BITS.free) !== 0,
  pause: (status) => (status & STATUS_BITS.pause) !== 0,
  offline: (status) => status === 0,
}

const isLanguageOption = (text: string): text is LanguageOption =>
  Object.hasOwn(LANGUAGE_OPTIONS, text)

const refuse = (field: string): Read<never> =>
  Result.fail(badRequest(field, [{ field, label: "unknown" }]))

/** Null: not in the query; an empty list asks for nothing. */
const listOf = (query: URLSearchParams, name: string, most: number) => {
  const values = query.getAll(name).flatMap((text) => text.split(","))
  if (values.length === 0) return Result.succeed(null)
  return values.length > most || values.includes("")
    ? refuse(name)
    : Result.succeed([...new Set(values)])
}

/** Decodes each value with `read`, or refuses the field. */
const each = <A>(
  query: URLSearchParams,
  name: string,
  read: (value: string) => A | undefined,
): Read<ReadonlyArray<A> | null> =>
  Result.flatMap(listOf(query, name, MAX_VALUES), (values) => {
    if (values === null) return Result.succeed(null)
    const all = values.flatMap((value) => read(value) ?? [])
    const known = values.every((value) => read(value) !== undefined)
    return known ? Result.succeed(all) : refuse(name)
  })

const wholeNumber = (query: URLSearchParams, name: string, least: number, most: number) => {
  const value = wholeNumberIn(query, name, least, most)
  return value === undefined ? refuse(name) : Result.succeed(value)
}

const placesOf = (attribute: TraitAttribute, value: string): ReadonlyArray<number> | undefined => {
  if (attribute === "languages") {
    return isLanguageOption(value)
      ? LANGUAGE_OPTIONS[value].flatMap((language) => traitPlace("languages", language) ?? [])
      : undefined
  }
  const place = traitPlace(attribute, value)
  return place === undefined ? undefined : [place]
}

const bandOf = (text: string): AgeBand | undefined => {
  const [, from, to] = /^(\d{2})-(\d{2,3})$/u.exec(text) ?? []
  const band = { from: Number(from), to: Number(to) }
  return band.from >= 18 && band.to >= band.from && band.to <= 100 ? band : undefined
}

const statusesNamed = (name: string) => {
  const test = Object.hasOwn(STATUS_NAMES, name) ? STATUS_NAMES[name] : undefined
  return test === undefined ? undefined : STATUSES.filter(test)
}

const nameOf = (query: URLSearchParams): Read<string | null> => {
  const name = query.get("username")
  if (name === null) return Result.succeed(null)
  return name === "" || name.length > MAX_NAME ? refuse("username") : Result.succeed(name)
}

const FILTERS: ReadonlySet<string> = new Set([
  ...TRAIT_ATTRIBUTES,
  "age",
  "onlineStatus",
  "firstCamSessionWithin",
  "username",
  "ids",
])
const OTHERS: ReadonlySet<string> = new Set([
  ...["page", "limit", "ordering", "language"],
  // Every call names it.
  ...["lang", "noNude", "key"],
])

const nothingUnknown = (query: URLSearchParams): Read<null> => {
  const unknown = [...query.keys()].find((name) => !FILTERS.has(name) && !OTHERS.has(name))
  return unknown === undefined
    ? Result.succeed(null)
    : Result.fail(badRequest("query", [{ field: unknown.slice(0, MAX_NAME), label: "unknown" }]))
}

export const readFindFilter = (query: URLSearchParams): Read<FindFilter> =>
  Result.gen(function* () {
    yield* nothingUnknown(query)
    const traits: Array<ReadonlyArray<number>> = []
    for (const attribute of TRAIT_ATTRIBUTES) {
      const places = yield* each(query, attribute, (value) => placesOf(attribute, value))
      if (places !== null) traits.push([...new Set(places.flat())])
    }
    const statuses = yield* each(query, "onlineStatus", statusesNamed)
    return {
      traits,
      ages: (yield* each(query, "age", bandOf)) ?? [],
      statuses: statuses === null ? null : [...new Set(statuses.flat())],
      firstCamSessionWithin: yield* wholeNumber(query, "firstCamSessionWithin", 1, TEN_YEARS_MS),
      username: yield* nameOf(query),
      ids: yield* listOf(query, "ids", MAX_IDS),
    }
  })

/** One option, or exactly the languages of the filter: then everybody in the list is preferred, so nobody is. */
const preferred = (query: URLSearchParams, lang: Locale): Read<FindRequest["language"]> =>
  Result.gen(function* () {
    const options = (yield* each(query, "language", (value) =>
      isLanguageOption(value) ? value : undefined,
    )) ?? [lang]
    const [only, ...others] = options
    if (only !== undefined && others.length === 0) return only
    const filtered = query.getAll("languages").flatMap((text) => text.split(","))
    const covered = filtered.length > 0 && filtered.every((one) => options.some((it) => it === one))
    return covered ? "any" : yield* refuse("language")
  })

const orderOf = (query: URLSearchParams): Read<GridOrder> => {
  const text = query.get("ordering")
  if (text === null) return Result.succeed(DEFAULT_ORDER)
  const order = GRID_ORDERS.find((known) => GRID_ORDERINGS[known].join(",") === text)
  return order === undefined ? refuse("ordering") : Result.succeed(order)
}

/** `lang`: used where the query names no language. */
export const readFind = (query: URLSearchParams, lang: Locale): Read<FindRequest> =>
  Result.gen(function* () {
    const filter = yield* readFindFilter(query)
    const order = yield* orderOf(query)
    const language = yield* preferred(query, lang)
    const limit = (yield* wholeNumber(query, "limit", 1, MAX_PAGE_SIZE)) ?? 30
    const page = (yield* wholeNumber(query, "page", 1, PAGES_REACH)) ?? 1
    const offset = (page - 1) * limit
    if (offset >= PAGES_REACH) return yield* refuse("page")
    return { filter, order, language, offset, limit }
  })
