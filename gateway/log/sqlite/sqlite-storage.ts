/**
 * The visits' logs in SQLite: one file, opened by one thread of its own, synced at every commit, with group
 * commit (worker-thread.ts). When an Effect of these interfaces succeeds, its write is on disk.
 *
 * Requests cannot be interrupted: whoever made one learns what became of it.
 */
import { Effect, Exit, Layer } from "effect"
import type { Epoch } from "@foldcast/contracts/ids"
import { Ids } from "../../ids.ts"
import type { SearchTerms } from "../search-terms.ts"
import {
  packRequests,
  type PackedAnswers,
  type PackedRequests,
  unpackAnswers,
} from "./request-packing.ts"
import type {
  LogAnswer,
  LogRequest,
  SqliteSettings,
  WrittenIndexOperations,
  WrittenLogOperations,
} from "./thread-protocol.ts"
import type { VisitIndexShape } from "../visit-index.ts"
import {
  appendBy,
  LogUnavailable,
  type StoredClientFact,
  type VisitClosed,
  type VisitLogShape,
} from "../visit-log.ts"
import { VISIT_INDEX_OPERATIONS, VISIT_LOG_OPERATIONS } from "../visit-operations.ts"
import { type ClosedReason, wireOf } from "../visit-rules.ts"
import { asEffects, settleAnswer, storageContext, type VisitStorage } from "../visit-storage.ts"
import { openThread, type WorkerThread } from "../worker-thread.ts"
import type { WriterId } from "../writer.ts"
import {
  appendedAt,
  appendResult,
  prepareEntries,
  type PreparedEntry,
  prepareEntry,
} from "./written-entries.ts"

/** Visits deleted in one transaction: appends go on between two of them. */
const FORGOTTEN_AT_ONCE = 20

type LogThread = Pick<WorkerThread<LogRequest, LogAnswer, unknown, unknown>, "submit">
type Outcome = LogAnswer | { readonly failed: string }

const unavailable = (
  operation: string,
  outcome: Exclude<Outcome, { readonly done: unknown } | { readonly closed: unknown }>,
) => {
  const lasts = "failed" in outcome
  const detail = lasts ? outcome.failed : outcome.full
  return new LogUnavailable({ operation, detail, lasts })
}

/** Any request as an Effect. */
const askOf =
  (thread: LogThread) =>
  (
    operation: LogRequest["operation"],
    asked: ReadonlyArray<unknown>,
  ): Effect.Effect<unknown, LogUnavailable | VisitClosed> =>
    Effect.uninterruptible(
      Effect.callback((resume) => {
        thread.submit({ operation, asked } as LogRequest, (outcome) =>
          resume(
            "full" in outcome || "failed" in outcome
              ? Effect.fail(unavailable(operation, outcome))
              : settleAnswer("done" in outcome ? outcome.done : outcome),
          ),
        )
      }),
    )

/** Until fewer than the most are gone at once. */
const forgetAll = (some: Effect.Effect<number, LogUnavailable>) =>
  Effect.gen(function* () {
    let total = 0
    while (true) {
      const count = yield* some
      total += count
      if (count < FORGOTTEN_AT_ONCE) return total
    }
  })

const submitTo =
  (thread: LogThread, terms: SearchTerms, erased: ReadonlySet<WriterId>): VisitLogShape["submit"] =>
  (entries, answer) => {
    let given: ReadonlyArray<PreparedEntry>
    try {
      given = prepareEntries(entries, terms, erased)
    } catch (defect) {
      return answer(Exit.die(defect))
    }
    const asked = [given.map(({ entry }) => entry)] as const
    return thread.submit({ operation: "append", asked: [...asked] }, (outcome) => {
      if ("done" in outcome) {
        const outcomes = outcome.done as ReadonlyArray<number | ClosedReason>
        return answer(Exit.succeed(appendResult(given, outcomes)))
      }
      return answer(
        "closed" in outcome
          ? Exit.die(new Error(`an append was answered as ${outcome.why}`))
          : Exit.fail(unavailable("append", outcome)),
      )
    })
  }

const logOf = (thread: LogThread, epoch: Epoch, terms: SearchTerms): VisitLogShape => {
  const erased = new Set<WriterId>()
  const written = asEffects<WrittenLogOperations>(VISIT_LOG_OPERATIONS, askOf(thread))
  const submit = submitTo(thread, terms, erased)
  return {
    ...written,
    currentEpoch: () => epoch,
    submit,
    append: appendBy(submit),
    begin: (header, events) =>
      Effect.suspend(() => {
        const given = prepareEntry([header.visit], { events }, terms, erased)
        return Effect.map(written.begin(header, given.entry), (from) =>
          appendedAt(header.visit, given, from),
        )
      }),
    read: (visit, after, limit) =>
      Effect.map(written.read(visit, after, limit), (rows) =>
        rows.map(({ seq, body }) => ({ seq, wire: wireOf(seq, body) })),
      ),
    storeFacts: (visit, facts, at) =>
      Effect.suspend(() => {
        const bodies = facts.map((fact) => ({
          n: fact.n,
          body: JSON.stringify({ ...fact, storedAt: at }),
        }))
        return written.storeFacts(visit, bodies, terms.ofFacts(facts))
      }),
    readFacts: (visit, after, limit) =>
      Effect.map(written.readFacts(visit, after, limit), (bodies) =>
        bodies.map((body) => JSON.parse(body) as StoredClientFact),
      ),
    eraseWriters: (writers) =>
      Effect.suspend(() => {
        // What is handed over before this is sealed by now or before it; what comes after is not stored.
        for (const writer of writers) erased.add(writer)
        return written.eraseWriters(writers)
      }),
  }
}

const indexOf = (thread: LogThread): VisitIndexShape => {
  const written = asEffects<WrittenIndexOperations>(VISIT_INDEX_OPERATIONS, askOf(thread))
  return {
    ...written,
    forgetBefore: (before) => forgetAll(written.forgetBefore(before, FORGOTTEN_AT_ONCE)),
    forgetMember: (member) => forgetAll(written.forgetMember(member, FORGOTTEN_AT_ONCE)),
  }
}

const openStorage = (settings: SqliteSettings, terms: SearchTerms) =>
  openThread<LogRequest, LogAnswer, Epoch, PackedRequests, PackedAnswers>({
    script: new URL("./sqlite-worker.ts", import.meta.url),
    name: "event-log",
    settings,
    packing: { packOperations: packRequests, unpackAnswers },
  }).pipe(
    Effect.map(({ thread, opened }): VisitStorage => ({
      log: logOf(thread, opened, terms),
      index: indexOf(thread),
    })),
    Effect.mapError(
      (detail) =>
        new LogUnavailable({ operation: `opening ${settings.file}`, detail, lasts: true }),
    ),
  )

export interface SqliteVisitStorageOptions extends Pick<SqliteSettings, "file" | "maxBytes"> {
  readonly terms: SearchTerms
}

export const SqliteVisitStorage = {
  /** `file` is created where it is missing; its directory must exist. */
  layer: ({ file, terms, maxBytes }: SqliteVisitStorageOptions) =>
    Layer.effectContext(
      Ids.use((ids) =>
        openStorage(
          { file, freshEpoch: ids.token(96), ...(maxBytes !== undefined && { maxBytes }) },
          terms,
        ),
      ).pipe(Effect.map(storageContext)),
    ),
}
