/**
 * The present categories: fresh for a minute, then served stale while they are refreshed, and as long as the
 * performer service is silent. Before its first answer, and where it lists none, the site's own.
 *
 * Invariants: the list is never empty; only callers before the first answer wait, and only for a short time.
 */
import { Clock, Context, Deferred, Duration, Effect, Layer } from "effect"
import type { Category } from "@foldcast/contracts/queries/performers"
import { categoryText } from "@foldcast/messages/category-texts"
import { catalogueOf } from "@foldcast/rules/categories"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { GatewayConfig } from "../config.ts"
import { pictureHosts } from "./media-path.ts"
import { PerformerService } from "../upstream/performer-service.ts"
import { categoriesShape } from "./category-shapes.ts"

export interface CategoriesShape {
  readonly list: Effect.Effect<ReadonlyArray<Category>>
}

const CATALOGUE = catalogueOf(categoryText)

const FRESH_MS = 60_000
/** The pause after a call without an answer. */
const SILENT_MS = 5_000
/** How long callers wait for the first answer. */
const FIRST_WITHIN = Duration.millis(500)

export class Categories extends Context.Service<Categories, CategoriesShape>()(
  "gateway/Categories",
) {
  static readonly layer = Layer.effect(
    Categories,
    Effect.gen(function* () {
      const service = yield* PerformerService
      const hosts = pictureHosts(yield* GatewayConfig)
      const scope = yield* Effect.scope

      let known: ReadonlyArray<Category> | null = null
      let askAgainAt = 0
      let asking: Deferred.Deferred<void> | null = null

      const ask = Effect.gen(function* () {
        const outcome = yield* service.call({
          call: "GET /featured/categories",
          lang: DEFAULT_LOCALE,
          noNude: false,
        })
        const now = yield* Clock.currentTimeMillis
        askAgainAt = now + (outcome._tag === "Answered" ? FRESH_MS : SILENT_MS)
        if (outcome._tag !== "Answered") return
        const listed = categoriesShape(outcome.body, hosts)
        known = listed.length === 0 ? CATALOGUE : listed
      })

      /** Starts one refresh at a time, independent of its callers. */
      const begin = Effect.suspend(() => {
        if (asking !== null) return Effect.succeed(asking)
        const done = Deferred.makeUnsafe<void>()
        asking = done
        return ask.pipe(
          Effect.onExit(() => {
            asking = null
            return Deferred.succeed(done, undefined)
          }),
          Effect.forkIn(scope),
          Effect.as(done),
        )
      })

      return Categories.of({
        list: Effect.gen(function* () {
          if ((yield* Clock.currentTimeMillis) >= askAgainAt) {
            const asked = yield* begin
            if (known === null) yield* Effect.timeoutOption(Deferred.await(asked), FIRST_WITHIN)
          }
          return known ?? CATALOGUE
        }),
      })
    }),
  )
}
