/** Both doors to the visits' logs, as one implementation opens them. */
import { Context, Effect, Layer } from "effect"
import { VisitIndex, type VisitIndexShape } from "./visit-index.ts"
import {
  type AsEffects,
  type LogUnavailable,
  VisitClosed,
  VisitLog,
  type VisitLogShape,
} from "./visit-log.ts"
import { isVisitRefusal, type OperationKind } from "./visit-operations.ts"

export interface VisitStorage {
  readonly log: VisitLogShape
  readonly index: VisitIndexShape
}

export const storageContext = ({ log, index }: VisitStorage) =>
  Context.make(VisitLog, log).pipe(Context.add(VisitIndex, index))

/** @internal Tests and simulations bring their own. */
export const storageLayer = (storage: VisitStorage) => Layer.succeedContext(storageContext(storage))

/** What an operation answered, or that its visit refused it. */
export const settleAnswer = (answer: unknown): Effect.Effect<unknown, VisitClosed> =>
  isVisitRefusal(answer)
    ? Effect.fail(new VisitClosed({ visit: answer.closed, why: answer.why }))
    : Effect.succeed(answer)

/** Every operation by its name, as one function carries them out. */
export const asEffects = <Operations>(
  kinds: Readonly<Record<keyof Operations & string, OperationKind>>,
  carryOut: (
    operation: keyof Operations & string,
    asked: ReadonlyArray<unknown>,
  ) => Effect.Effect<unknown, LogUnavailable | VisitClosed>,
): AsEffects<Operations> =>
  Object.fromEntries(
    (Object.keys(kinds) as Array<keyof Operations & string>).map((operation) => [
      operation,
      (...asked: ReadonlyArray<unknown>) => carryOut(operation, asked),
    ]),
  ) as AsEffects<Operations>
