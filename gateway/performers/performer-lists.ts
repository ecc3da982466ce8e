/** `/api/performers` and `/api/performers/count`: lists of performers and their number. */
import { Clock, Effect, Result } from "effect"
import type { PerformerCountAnswer, PerformersAnswer } from "@foldcast/contracts/queries/performers"
import type { FindAnswer } from "@foldcast/contracts/upstream/performer-service"
import type { Locale } from "@foldcast/contracts/units"
import { dayOf } from "@foldcast/rules/birthday"
import { combineFilters, filterFrom, type GridFilter } from "@foldcast/rules/grid/filters"
import { hasMorePages, MAX_COUNTED_PERFORMERS } from "@foldcast/rules/grid/list"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import type { CallOutcome } from "../upstream/frame.ts"
import { filterQuery, findByIdQuery, findQuery, upstreamPages } from "./find-query.ts"
import { cardShape } from "./performer-shapes.ts"
import {
  type FilterRequest,
  type PerformersRequest,
  readFilterRequest,
  readPerformersRequest,
} from "./performers-request.ts"
import {
  found,
  malformed,
  MISSING,
  MOVING,
  type PublicAnswer,
  UNAVAILABLE_ANSWER,
} from "./public-answer.ts"
import type { Sources } from "./sources.ts"

/** Concurrent page requests for one long list. */
const PAGES_AT_ONCE = 4

/** The category's filter combined with the visitor's; null where there is no such category. */
const wholeFilter = Effect.fnUntraced(function* (
  { categories }: Sources,
  { category, filter }: FilterRequest,
) {
  if (category === null) return filter
  const its = (yield* categories.list).find(({ slug }) => slug === category)
  return its === undefined ? null : combineFilters(filterFrom(its.filters), filter)
})

const find = ({ service }: Sources, query: Readonly<Record<string, string>>, lang: Locale) =>
  service.hear({ call: "GET /user/find", query, lang, noNude: false })

type Found = (typeof FindAnswer.Type)["performers"]

/** Null where the service did not answer. Pages beyond the last are empty. */
const performersOf = (outcome: CallOutcome<typeof FindAnswer.Type>): Found | null => {
  if (outcome._tag === "Answered") return outcome.body.performers
  const isBeyond =
    outcome._tag === "Refused" &&
    outcome.status === 400 &&
    outcome.fields.some(({ field }) => field === "page")
  return isBeyond ? [] : null
}

const questions = (
  { order, locale, page, limit, ids }: PerformersRequest,
  filter: GridFilter,
): ReadonlyArray<Readonly<Record<string, string>>> => {
  const asked = { filter, order, locale }
  return ids === null
    ? upstreamPages({ page, limit }).map((part) => findQuery(asked, part))
    : [findByIdQuery(ids, asked)]
}

export const performerList = Effect.fnUntraced(function* (
  sources: Sources,
  query: URLSearchParams,
): Effect.fn.Return<PublicAnswer> {
  const read = readPerformersRequest(query)
  if (Result.isFailure(read)) return malformed(read.failure.field)
  const request = read.success
  const filter = yield* wholeFilter(sources, request)
  if (filter === null) return MISSING
  const answers = yield* Effect.forEach(
    questions(request, filter),
    (question) => find(sources, question, request.locale),
    { concurrency: PAGES_AT_ONCE },
  )
  const parts = answers.map(({ outcome }) => performersOf(outcome))
  const told = parts.flatMap((part) => part ?? [])
  if (parts.includes(null)) return UNAVAILABLE_ANSWER
  const showing = { hosts: sources.hosts, today: dayOf(yield* Clock.currentTimeMillis) }
  const { page, limit } = request
  const performers = told.slice(0, limit).map((one) => cardShape(one, showing))
  return found(
    {
      at: Math.min(...answers.map(({ at }) => at)),
      performers,
      page,
      limit,
      hasMorePages: request.ids === null && hasMorePages(performers.length, limit),
    } satisfies PerformersAnswer,
    MOVING,
    // A query by ids reveals a member's favourites.
    request.ids === null ? "shown" : "never",
  )
})

export const performerCount = Effect.fnUntraced(function* (
  sources: Sources,
  query: URLSearchParams,
): Effect.fn.Return<PublicAnswer> {
  const read = readFilterRequest(query)
  if (Result.isFailure(read)) return malformed(read.failure.field)
  const filter = yield* wholeFilter(sources, read.success)
  if (filter === null) return MISSING
  const outcome = yield* sources.service.call({
    call: "GET /user/count",
    query: filterQuery(filter),
    lang: DEFAULT_LOCALE,
    noNude: false,
  })
  if (outcome._tag !== "Answered") return UNAVAILABLE_ANSWER
  const count = Math.min(outcome.body.count, MAX_COUNTED_PERFORMERS)
  return found({ count } satisfies PerformerCountAnswer, MOVING, "shown")
})
