/**
 * The gateway's durable store: sessions, receipts, account deletions and kept answers as tables behind one thread
 * and one protocol (tables.ts). What an Effect of it answered is on the disk, kept answers excepted;
 * nothing is synced on the gateway's own thread.
 *
 * A request cannot be interrupted: whoever made one learns what became of it.
 */
import { Context, Data, Effect, Layer } from "effect"
import type { TableOutcome, TableRequest } from "./database.ts"
import {
  type TableAnswer,
  type TableOperations,
  OpenTables,
  type TableQuestion,
  type StoreSettings,
  type TableName,
} from "./tables.ts"
import { openThread } from "../log/worker-thread.ts"

/** Nothing was changed, or nobody knows any more what is there: the caller says what that means. */
export class StoreFailed extends Data.TaggedError("StoreFailed")<{
  readonly operation: string
  readonly detail: string
}> {
  override get message() {
    return `the durable store failed at ${this.operation}: ${this.detail}`
  }
}

export interface DurableStoreShape {
  /**
   * `settled` is called with the answer, or with null where the request failed, in the order in which the
   * requests were carried out and before any Effect goes on: what it remembers is what lies in the table.
   */
  readonly ask: <T extends TableName, O extends keyof TableOperations<T> & string>(
    table: T,
    operation: O,
    question: TableQuestion<T, O>,
    settled?: (answer: TableAnswer<T, O> | null) => void,
  ) => Effect.Effect<TableAnswer<T, O>, StoreFailed>
}

type Submit = (request: TableRequest, settle: (outcome: TableOutcome) => void) => void

/** @internal Over another thread, or none: tests and simulations bring their own. */
export const storeOf = (submit: Submit): DurableStoreShape => ({
  ask: <T extends TableName, O extends keyof TableOperations<T> & string>(
    table: T,
    operation: O,
    question: TableQuestion<T, O>,
    settled?: (answer: TableAnswer<T, O> | null) => void,
  ) =>
    Effect.uninterruptible(
      Effect.callback<TableAnswer<T, O>, StoreFailed>((resume) => {
        submit({ table, operation, question }, (outcome) => {
          if ("failed" in outcome) {
            settled?.(null)
            return resume(Effect.fail(new StoreFailed({ operation, detail: outcome.failed })))
          }
          const answer = outcome.done as TableAnswer<T, O>
          settled?.(answer)
          return resume(Effect.succeed(answer))
        })
      }),
    ),
})

/** In memory and on the caller's own thread. @internal Tests and simulations use it. */
export const memoryStore = (maxKeptAnswerBytes = 1_000_000): DurableStoreShape => {
  const tables = new OpenTables({ directory: null, maxKeptAnswerBytes })
  return storeOf((request, settle) => {
    for (const outcome of tables.run([request])) settle(outcome)
  })
}

export class DurableStore extends Context.Service<DurableStore, DurableStoreShape>()(
  "gateway/DurableStore",
) {
  static readonly layer = (settings: StoreSettings) =>
    Layer.effect(
      DurableStore,
      openThread<TableRequest, TableOutcome>({
        script: new URL("./worker.ts", import.meta.url),
        name: "durable-store",
        settings,
        packing: { packOperations: (requests) => requests, unpackAnswers: (outcomes) => outcomes },
      }).pipe(
        Effect.mapError((detail) => new StoreFailed({ operation: "open", detail })),
        Effect.map(({ thread }) => storeOf((request, settle) => thread.submit(request, settle))),
      ),
    )
}
