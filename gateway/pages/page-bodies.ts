/**
 * Answers the queries that a page is made of before it is rendered (rules, grid/page-resources), with the same code
 * as the query routes but without HTTP. An answer that is late is left out, and the browser asks for it.
 *
 * Invariants: a page never waits longer than its patience; the queries count against the browser's own rate limit,
 * and over the limit the page is rendered without answers.
 */
import { Duration, Effect } from "effect"
import type { Locale } from "@foldcast/contracts/units"
import type { KnownPerformers } from "@foldcast/rules/grid/known-performers"
import { knownResources, laterResources, pageResources } from "@foldcast/rules/grid/page-resources"
import type { PageMatch } from "@foldcast/rules/page-routes"
import { costOf } from "../performers/performers-request.ts"
import type { PublicAnswersShape } from "../performers/public-answers.ts"

export interface PageBodies {
  /**
   * Bodies by path. Null means that the resource does not exist: the page shows that, and the browser does not ask.
   */
  readonly bodies: Readonly<Record<string, unknown>>
  /** The performer that the page is about does not exist. */
  readonly isMissing: boolean
}

const PATIENCE = Duration.millis(1_500)

const NOT_FOUND: PageMatch = { page: "not-found", params: {} }

export interface PageQuestion {
  readonly match: PageMatch | null
  readonly query: URLSearchParams
  readonly locale: Locale
  readonly known: KnownPerformers
  /** Charges so many queries to the rate limit of the page's client; false over the limit. */
  readonly mayAsk: (times: number) => Effect.Effect<boolean>
}

/** What the same query from the browser would cost. */
const cost = (path: string) => costOf(new URL(path, "http://gateway.invalid").searchParams)

export const pageBodies = Effect.fnUntraced(function* (
  answers: PublicAnswersShape,
  { match, query, locale, known, mayAsk }: PageQuestion,
): Effect.fn.Return<PageBodies> {
  const page = match ?? NOT_FOUND
  const bodies: Record<string, unknown> = {}
  const askFor = Effect.fnUntraced(function* (path: string) {
    const answer = yield* answers.of(path)
    if (answer._tag === "Found") bodies[path] = answer.body
    if (answer._tag === "Missing") bodies[path] = null
  })
  const ask = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
    if (paths.length === 0) return
    if (!(yield* mayAsk(paths.reduce((times, path) => times + cost(path), 0)))) return
    yield* Effect.forEach(paths, askFor, { concurrency: "unbounded", discard: true })
  })
  const own = ask(pageResources(page, query, locale)).pipe(
    Effect.andThen(Effect.suspend(() => ask(laterResources(page, locale, bodies)))),
  )
  // Counted by itself, and after the list: over the limit the rows come later, and the list is there.
  const rows = ask(knownResources(page, locale, known))
  yield* Effect.all([own, rows], { concurrency: "unbounded", discard: true }).pipe(
    Effect.timeoutOption(PATIENCE),
  )
  const isMissing = page.page === "profile-model" && Object.values(bodies).includes(null)
  return { bodies: { ...bodies }, isMissing }
})
