/**
 * What a page is made of, answered before it is rendered (rules, grid/page-resources): by the same code
 * as the queries, without HTTP. What is not there in time is absent, and the browser asks for it.
 *
 * Called by page.ts. Invariants: a page never waits longer than its patience; it counts as often as its
 * browser's own questions would, and where they would be refused it is made of nothing.
 */
import { Duration, Effect, Option } from "effect"
import type { Locale } from "@foldcast/contracts/units"
import { pageResources } from "@foldcast/rules/grid/page-resources"
import type { PageMatch } from "@foldcast/rules/page-routes"
import { costOf } from "../performers/performers-request.ts"
import type { PublicAnswersShape } from "../performers/public-answers.ts"

export interface PageBodies {
  /**
   * Bodies by their paths. Null stands for what there is not: a page shows that it is missing, and its
   * browser need not ask.
   */
  readonly bodies: Readonly<Record<string, unknown>>
  /** Whom the page is about does not exist. */
  readonly isMissing: boolean
}

const PATIENCE = Duration.millis(1_500)

const NOT_FOUND: PageMatch = { page: "not-found", params: {} }

const NOTHING: PageBodies = { bodies: {}, isMissing: false }

export interface PageQuestion {
  /** Null where no page has the address. */
  readonly match: PageMatch | null
  readonly query: URLSearchParams
  readonly locale: Locale
  /** Counts so many questions for who asks for the page; false where they are too many. */
  readonly mayAsk: (times: number) => Effect.Effect<boolean>
}

/** What a browser's question after it counts as. */
const cost = (path: string) => costOf(new URL(path, "http://gateway.invalid").searchParams)

export const pageBodies = Effect.fnUntraced(function* (
  answers: PublicAnswersShape,
  { match, query, locale, mayAsk }: PageQuestion,
): Effect.fn.Return<PageBodies> {
  const page = match ?? NOT_FOUND
  const paths = pageResources(page, query, locale)
  if (!(yield* mayAsk(paths.reduce((times, path) => times + cost(path), 0)))) return NOTHING
  const answered = yield* Effect.forEach(
    paths,
    (path) =>
      Effect.map(
        Effect.timeoutOption(answers.of(path), PATIENCE),
        (answer) => [path, Option.getOrNull(answer)] as const,
      ),
    { concurrency: "unbounded" },
  )
  const bodies: Record<string, unknown> = {}
  for (const [path, answer] of answered) {
    if (answer?._tag === "Found") bodies[path] = answer.body
    if (answer?._tag === "Missing") bodies[path] = null
  }
  const isMissing =
    page.page === "profile-model" && answered.some(([, answer]) => answer?._tag === "Missing")
  return { bodies, isMissing }
})
