/**
 * The categories, known at any moment: fresh for a minute, then shown as they are while they are asked for
 * again, and as long as the performer service is silent. Before it was ever heard, and where it has none,
 * the catalogue's.
 *
 * Invariants: there are always categories; only who asks before they were ever heard waits, and only a moment.
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
/** A service that did not answer is not asked again at once. */
const SILENT_MS = 5_000
/** How long the first who ask wait. */
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

      /** One at a time, for nobody in particular. */
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
