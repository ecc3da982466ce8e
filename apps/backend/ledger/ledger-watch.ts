/** Checks the ledger again and again while the backend runs; its last result stands in /health/ready. */
import { Clock, Context, Effect, Layer, Option, Ref } from "effect"
import { BackendConfig } from "../config.ts"
import { Database } from "../db/database.ts"
import { addsUp, checkLedger, type LedgerSums } from "./ledger-check.ts"

export interface LedgerResult {
  readonly checkedAt: Date
  readonly addsUp: boolean
  readonly sums: LedgerSums
}

export interface LedgerWatchShape {
  /** None until the first check has ended. */
  readonly last: Effect.Effect<Option.Option<LedgerResult>>
}

export class LedgerWatch extends Context.Service<LedgerWatch, LedgerWatchShape>()(
  "backend/LedgerWatch",
) {
  static readonly layer = Layer.effect(
    LedgerWatch,
    Effect.gen(function* () {
      const { ledgerCheckMs } = yield* BackendConfig
      const database = yield* Database
      const last = yield* Ref.make(Option.none<LedgerResult>())
      const check = Effect.gen(function* () {
        const sums = yield* checkLedger(database)
        const result: LedgerResult = {
          checkedAt: new Date(yield* Clock.currentTimeMillis),
          addsUp: addsUp(sums),
          sums,
        }
        yield* Ref.set(last, Option.some(result))
        if (!result.addsUp) yield* Effect.logFatal("the ledger does not add up", sums)
      })
      yield* check.pipe(
        Effect.catch((error) => Effect.logWarning("the ledger check waits", error.message)),
        Effect.andThen(Effect.sleep(ledgerCheckMs)),
        Effect.forever,
        Effect.forkScoped,
      )
      return LedgerWatch.of({ last: Ref.get(last) })
    }),
  )
}
