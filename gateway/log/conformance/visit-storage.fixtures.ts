/** Runs tests over both doors of any implementation. */
import { Effect, type Layer } from "effect"
import { it } from "vitest"
import { VisitIndex } from "../visit-index.ts"
import { VisitLog } from "../visit-log.ts"
import type { VisitStorage } from "../visit-storage.ts"

/** Opens another storage each time. */
export type StorageLayer = () => Layer.Layer<VisitLog | VisitIndex, unknown>

export const withStorage = <A, E>(
  layer: ReturnType<StorageLayer>,
  use: (storage: VisitStorage) => Effect.Effect<A, E>,
): Promise<A> =>
  Effect.runPromise(
    Effect.gen(function* () {
      return yield* use({ log: yield* VisitLog, index: yield* VisitIndex })
    }).pipe(Effect.provide(layer)),
  )

/** Declares tests, each over a storage of its own. */
export const testsOver =
  (layer: StorageLayer) =>
  <A, E>(name: string, use: (storage: VisitStorage) => Effect.Effect<A, E>) =>
    it(name, () => withStorage(layer(), use).then(() => undefined))
