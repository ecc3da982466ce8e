/**
 * The statements of a list in one of its orders. There are two ways to one, with the same order:
 *
 *   walk    looks at the first performers of the ordering, one by one, until the page is full; its cost
 *           is bounded by what it may look at, whatever the filter. Most lists need no more.
 *   gather  takes everybody who passes the filter, by the filters' own indexes, and orders them; for
 *           filters that few pass, so that a walk ended before the page was full. Its cost is bounded by
 *           how many pass the narrowest of the filter's conditions, not by the table.
 *
 * Pure.
 */
import { Schema } from "effect"
import { MAX_COUNTED_PERFORMERS } from "@foldcast/rules/grid/list"
import { DEFAULT_ORDER, type GridOrder } from "@foldcast/rules/grid/orders"
import { dayOf } from "@foldcast/rules/birthday"
import { LANGUAGE_BITS, LANGUAGE_OPTIONS } from "@foldcast/rules/performer-attributes"
import { type SqlValue, statement } from "../db/statement.ts"
import { bornBetween } from "./age-bounds.ts"
import type { FindFilter, FindRequest } from "./find-filter.ts"
import { GRID_COLUMNS, GridRow } from "./performer-rows.ts"
import { maskOf } from "./traits.ts"

/** Performers that a walk reads, and so many more for each performer of the pages up to this one. */
export const WALK = 2_000
export const WALK_PER_FOUND = 4

export interface FindQuery<A> {
  readonly statement: ReturnType<typeof statement<A>>
  readonly values: ReadonlyArray<SqlValue>
}

class Values {
  readonly all: Array<SqlValue> = []
  next(value: SqlValue): string {
    return `$${this.all.push(value)}`
  }
}

const FREE_TIER = 0
const ONLINE_TIER = 1
const OFFLINE_TIER = 2
const tierOf = (status: number) =>
  (status & 2) !== 0 ? FREE_TIER : status === 0 ? OFFLINE_TIER : ONLINE_TIER

/** The part of the order that can hold the filter's statuses. */
const tierCondition = ({ statuses }: FindFilter): ReadonlyArray<string> => {
  if (statuses === null || statuses.length === 0) return []
  const tiers = statuses.map(tierOf)
  const [first, last] = [Math.min(...tiers), Math.max(...tiers)]
  if (first === last) return [`tier = ${first}`]
  return last < OFFLINE_TIER ? [`tier <= ${last}`] : first > FREE_TIER ? [`tier >= ${first}`] : []
}

/** Conditions that are cheap to check on one performer. */
const checks = (filter: FindFilter, now: number, values: Values): ReadonlyArray<string> => {
  const today = dayOf(now)
  const ages = filter.ages.map((band) => {
    const { after, until } = bornBetween(band, today)
    const least = `date_of_birth > ${values.next(after)}::date`
    return `(${least} AND date_of_birth <= ${values.next(until)}::date)`
  })
  return [
    ...filter.traits.map((places) => `traits & ${values.next(maskOf(places))}::bigint <> 0`),
    ...(ages.length === 0 ? [] : [`(${ages.join(" OR ")})`]),
    ...(filter.statuses === null ? [] : [`online_status IN (${filter.statuses.join(", ")})`]),
    ...(filter.firstCamSessionWithin === null
      ? []
      : [`first_cam_session >= ${values.next(now - filter.firstCamSessionWithin)}::bigint`]),
  ]
}

/** Conditions that an index answers; redundant with the checks. */
const lookUps = (filter: FindFilter, values: Values): ReadonlyArray<string> => [
  ...filter.traits.map(
    (places) => `trait_list && ${values.next(`{${places.join(",")}}`)}::text::smallint[]`,
  ),
  ...(filter.username === null
    ? []
    : [
        `performer_id = (SELECT id FROM performers
           WHERE username_key = ${values.next(filter.username.toLowerCase())})`,
      ]),
  ...(filter.ids === null
    ? []
    : [
        `performer_id IN (SELECT jsonb_array_elements_text(
           ${values.next(JSON.stringify(filter.ids))}::jsonb))`,
      ]),
]

const where = (conditions: ReadonlyArray<string>) =>
  conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`

const matchesNot = (language: FindRequest["language"]): string => {
  if (language === "any") return "false"
  const bits = LANGUAGE_OPTIONS[language].reduce((all, one) => all | LANGUAGE_BITS[one], 0)
  return `(languages & ${bits} = 0)`
}

interface ListOrder {
  /** What it compares besides the columns that are shown. */
  readonly keys: string
  /** Has to be the text of an index (migrations 0006 and 0022) for the index to be used. */
  readonly by: string
  /** The same by the names of the selected columns. */
  readonly again: string
}

const ordered = (keys: string, by: string): ListOrder => ({ keys, by, again: by })

const ORDERS: Readonly<Record<GridOrder, (language: FindRequest["language"]) => ListOrder>> = {
  recommended: (language) => ({
    keys: `tier, idle_since, ${matchesNot(language)} AS other_language, `,
    by: `tier, idle_since DESC, ${language === "any" ? "" : `${matchesNot(language)}, `}rating DESC, performer_id`,
    again: "tier, idle_since DESC, other_language, rating DESC, performer_id",
  }),
  newest: () => ordered("", "first_cam_session DESC NULLS LAST, performer_id"),
  rating: () => ordered("", "rating DESC, performer_id"),
  name: () => ordered("plain_name, ", "plain_name, performer_id"),
}

/** The columns that the checks and the answer need. */
const SHOWN = `performer_id, rating, traits, date_of_birth, online_status, first_cam_session, last_cam_session,
  languages, cybertoy`

/** Wide rows are read for the page only. */
const gridOf = (page: string, { again }: ListOrder, values: Values): FindQuery<GridRow> => ({
  statement: statement(
    GridRow,
    `SELECT ${GRID_COLUMNS} FROM (${page}) page
     JOIN performers p ON p.id = page.performer_id
     ORDER BY ${again.replaceAll(/(?<=^|, )/gu, "page.")}`,
  ),
  values: values.all,
})

const pageOf = ({ limit, offset }: FindRequest, values: Values) =>
  `LIMIT ${values.next(limit)}::int OFFSET ${values.next(offset)}::int`

/** `passed`: whom it passes over without looking, which only the order that begins with the tier can do. */
const walked = ({ keys, by }: ListOrder, passed: string, most: number, v: Values) =>
  `(SELECT ${keys}${SHOWN} FROM performer_listing
    ${passed} ORDER BY ${by} LIMIT ${v.next(most)}::int) walk`

const MONTH_MS = 2_678_400_000

/** A named performer is looked up directly; newcomers are few. */
export const needsNoWalk = ({ username, ids, firstCamSessionWithin }: FindFilter) =>
  username !== null ||
  ids !== null ||
  (firstCamSessionWithin !== null && firstCamSessionWithin <= MONTH_MS)

export const walkPage = (request: FindRequest, now: number): FindQuery<GridRow> => {
  const { filter, order, language, offset, limit } = request
  const values = new Values()
  const its = ORDERS[order](language)
  const passed = order === DEFAULT_ORDER ? where(tierCondition(filter)) : ""
  const walk = walked(its, passed, WALK + (offset + limit) * WALK_PER_FOUND, values)
  const conditions = checks(filter, now, values)
  // A filter keeps the order of what it filters. Said again here, the order would hide from the planner
  // that the walk ends with the page, and it would sort instead.
  const page = `SELECT * FROM ${walk} ${where(conditions)} ${pageOf(request, values)}`
  return gridOf(page, its, values)
}

export const gatherPage = (request: FindRequest, now: number): FindQuery<GridRow> => {
  const { filter, order, language } = request
  const values = new Values()
  const its = ORDERS[order](language)
  const conditions = [
    ...tierCondition(filter),
    ...lookUps(filter, values),
    ...checks(filter, now, values),
  ]
  // Materialised: or the planner may walk the ordering after all, and that to its end.
  const page = `WITH gathered AS MATERIALIZED (
      SELECT ${its.keys}${SHOWN} FROM performer_listing ${where(conditions)})
    SELECT * FROM gathered ORDER BY ${its.again} ${pageOf(request, values)}`
  return gridOf(page, its, values)
}

const Counted = Schema.Struct({ count: Schema.Int })
const countOf = (rows: string, values: Values): FindQuery<typeof Counted.Type> => ({
  statement: statement(
    Counted,
    `SELECT count(*) AS count FROM (${rows} LIMIT ${values.next(MAX_COUNTED_PERFORMERS)}::int) counted`,
  ),
  values: values.all,
})

export const walkCount = (filter: FindFilter, now: number): FindQuery<typeof Counted.Type> => {
  const values = new Values()
  const walk = walked(ORDERS[DEFAULT_ORDER]("any"), where(tierCondition(filter)), WALK, values)
  return countOf(`SELECT 1 FROM ${walk} ${where(checks(filter, now, values))}`, values)
}

export const gatherCount = (filter: FindFilter, now: number): FindQuery<typeof Counted.Type> => {
  const values = new Values()
  const conditions = [
    ...tierCondition(filter),
    ...lookUps(filter, values),
    ...checks(filter, now, values),
  ]
  return countOf(`SELECT 1 FROM performer_listing ${where(conditions)}`, values)
}
