/**
 * Public questions about performers by their path (rules, grid/resources), answered in-process for both pages and
 * HTTP routes, so that both are identical. Answers are held for a moment for the visits that cite them
 * (kept-answers/).
 */
import { Context, Effect, Layer } from "effect"
import type { CategoriesList } from "@foldcast/contracts/queries/performers"
import { CATEGORIES_PATH } from "@foldcast/rules/grid/resources"
import { GatewayConfig } from "../config.ts"
import { RecentAnswers } from "../kept-answers/recent-answers.ts"
import { pictureHosts } from "./media-path.ts"
import { Categories } from "./categories.ts"
import { PerformerAsking } from "./performer-asking.ts"
import { performerCount, performerList } from "./performer-lists.ts"
import { performersNamed } from "./performer-search.ts"
import { performerAlbum, performerAlbums, performerProfile } from "./profiles.ts"
import { found, MISSING, type PublicAnswer, STANDING } from "./public-answer.ts"
import type { Sources } from "./sources.ts"

export interface PublicAnswersShape {
  readonly of: (path: string) => Effect.Effect<PublicAnswer>
}

const segmentsOf = (pathname: string): ReadonlyArray<string> | null => {
  try {
    return pathname.slice(1).split("/").map(decodeURIComponent)
  } catch {
    return null
  }
}

const answered = (
  sources: Sources,
  segments: ReadonlyArray<string>,
  query: URLSearchParams,
): Effect.Effect<PublicAnswer> => {
  const [, resource, first, second, ...rest] = segments
  if (rest.length > 0) return Effect.succeed(MISSING)
  if (resource === "performers" && second === undefined) {
    if (first === undefined) return performerList(sources, query)
    if (first === "count") return performerCount(sources, query)
    if (first === "autocomplete") return performersNamed(sources, query)
    return performerProfile(sources, first, query)
  }
  if (resource === "albums" && first !== undefined) {
    return second === undefined
      ? performerAlbums(sources, first, query)
      : performerAlbum(sources, first, second, query)
  }
  return Effect.succeed(MISSING)
}

export class PublicAnswers extends Context.Service<PublicAnswers, PublicAnswersShape>()(
  "gateway/PublicAnswers",
) {
  static readonly layer = Layer.effect(
    PublicAnswers,
    Effect.gen(function* () {
      const categories = yield* Categories
      const underWay = yield* RecentAnswers
      const sources: Sources = {
        service: yield* PerformerAsking,
        categories,
        hosts: pictureHosts(yield* GatewayConfig),
      }
      const of = (path: string): Effect.Effect<PublicAnswer> => {
        const { pathname, searchParams } = new URL(path, "http://gateway.invalid")
        if (pathname === CATEGORIES_PATH) {
          return Effect.map(categories.list, (list) =>
            found({ categories: list } satisfies CategoriesList, STANDING, "shown"),
          )
        }
        const segments = segmentsOf(pathname)
        return segments === null
          ? Effect.succeed(MISSING)
          : answered(sources, segments, searchParams)
      }
      return PublicAnswers.of({
        of: (path) =>
          Effect.tap(of(path), (answer) =>
            answer._tag === "Found" && answer.inCaptures === "shown"
              ? underWay.hold(path, answer.text)
              : Effect.void,
          ),
      })
    }),
  ).pipe(Layer.provide(PerformerAsking.layer))
}
