/**
 * `/api/performers/autocomplete`: performers for a typed name, with what a card shows. The performer service answers
 * whose name matches, and then their cards by id, so that their statuses are of this moment. The order is ours (rules,
 * names/name-match), whatever the service's is.
 */
import { Clock, Effect, Result } from "effect"
import type { PerformersAnswer } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { dayOf } from "@foldcast/rules/birthday"
import { NO_FILTER } from "@foldcast/rules/grid/filters"
import { DEFAULT_ORDER } from "@foldcast/rules/grid/orders"
import { rankedByMatch } from "@foldcast/rules/names/name-match"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { isAutocompleted, MAX_SEARCH_RESULTS, MAX_SHOWN } from "@foldcast/rules/performer-search"
import { findByIdQuery } from "./find-query.ts"
import { cardShape } from "./performer-shapes.ts"
import { readSearchRequest } from "./performers-request.ts"
import {
  found,
  malformed,
  MOVING,
  type PublicAnswer,
  STANDING,
  UNAVAILABLE_ANSWER,
} from "./public-answer.ts"
import type { Sources } from "./sources.ts"

const MAX_TYPED = 128

/** The answer reveals what a visitor typed, so captures never show it. */
const foundPerformers = (
  { performers, at, limit }: Pick<PerformersAnswer, "performers" | "at" | "limit">,
  maxAge: number,
): PublicAnswer =>
  found(
    { at, performers, page: 1, limit, hasMorePages: false } satisfies PerformersAnswer,
    maxAge,
    "never",
  )

/** Their ids in the service's order; null where it does not answer. */
const idsFor = Effect.fnUntraced(function* ({ service }: Sources, username: string, limit: number) {
  const outcome = yield* service.call({
    call: "GET /user/autocomplete",
    // A service that knows no limit is asked without one where its own is enough.
    query: limit > MAX_SHOWN ? { username, limit: String(limit) } : { username },
    lang: DEFAULT_LOCALE,
    noNude: false,
  })
  if (outcome._tag !== "Answered") return null
  return outcome.body.performers.slice(0, limit).map(({ id }) => String(id))
})

const cardsOf = Effect.fnUntraced(function* (
  { service, hosts }: Sources,
  ids: ReadonlyArray<string>,
  lang: Locale,
) {
  const query = findByIdQuery(ids, { filter: NO_FILTER, order: DEFAULT_ORDER, locale: lang })
  const { outcome, at } = yield* service.hear({
    call: "GET /user/find",
    query,
    lang,
    noNude: false,
  })
  if (outcome._tag !== "Answered") return null
  const showing = { hosts, today: dayOf(yield* Clock.currentTimeMillis) }
  const cards = outcome.body.performers.map((one) => cardShape(one, showing))
  // In the order of the names, which the service ranks by its own rule.
  return {
    at,
    performers: ids.flatMap((id) => cards.find(({ performerId }) => performerId === id) ?? []),
  }
})

/**
 * Inputs that can be no name get an empty list: shorter than three characters, too long, or with control characters
 * (GRID-43).
 */
export const performersNamed = Effect.fnUntraced(function* (
  sources: Sources,
  query: URLSearchParams,
): Effect.fn.Return<PublicAnswer> {
  const read = readSearchRequest(query, { most: MAX_SEARCH_RESULTS, otherwise: MAX_SHOWN })
  if (Result.isFailure(read)) return malformed(read.failure.field)
  const { username, locale, limit } = read.success
  const now = yield* Clock.currentTimeMillis
  const nobody = foundPerformers({ at: now, performers: [], limit }, STANDING)
  const isTyped = username.length <= MAX_TYPED && !/\p{Cc}/u.test(username)
  if (!isTyped || !isAutocompleted(username)) return nobody
  const ids = yield* idsFor(sources, username, limit)
  if (ids === null) return UNAVAILABLE_ANSWER
  if (ids.length === 0) return nobody
  const cards = yield* cardsOf(sources, ids, locale)
  if (cards === null) return UNAVAILABLE_ANSWER
  const performers = rankedByMatch(username, cards.performers)
  return foundPerformers({ at: cards.at, performers, limit }, MOVING)
})
