/**
 * The event log in SQLite: one file, opened by one thread of its own, synced at every commit, with group
 * commit (group-commit.ts). What an Effect of this log answered is on the disk.
 *
 * Writes cannot be interrupted: whoever asked for one learns what became of it.
 */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { Effect, Layer, Option } from "effect"
import type { VisitId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { errorSentence } from "../error-sentence.ts"
import { Ids } from "../ids.ts"
import {
  type Appended,
  EventLog,
  type EventLogShape,
  LogUnavailable,
  type StoredClientFact,
  VisitClosed,
} from "./event-log.ts"
import { GroupCommit } from "./group-commit.ts"
import type {
  Answers,
  FromLog,
  Operation,
  OperationKind,
  SqliteSettings,
  ToLog,
  WrittenEntry,
} from "./sqlite-protocol.ts"
import { bodyOf, wireOf } from "./visit-rules.ts"

/** Visits deleted in one transaction: appends go on between two of them. */
const FORGOTTEN_AT_ONCE = 20

type OperationOf<Kind extends OperationKind> = Extract<Operation, { readonly kind: Kind }>

const open = (settings: SqliteSettings) =>
  Effect.tryPromise({
    try: async () => {
      const worker = new Worker(new URL("./sqlite-worker.ts", import.meta.url), {
        workerData: settings,
        name: "event-log",
      })
      const [message] = (await once(worker, "message")) as [FromLog]
      if (message === "closed" || !("opened" in message))
        throw new Error(message !== "closed" && "failed" in message ? message.failed : "no answer")
      return { worker, commits: new GroupCommit(worker), epoch: message.opened }
    },
    catch: (error) =>
      new LogUnavailable({
        operation: `opening ${settings.file}`,
        detail: errorSentence(error),
      }),
  })

const close = ({ worker, commits }: { readonly worker: Worker; readonly commits: GroupCommit }) =>
  Effect.promise(async () => {
    await commits.drained()
    if (commits.failed) {
      await worker.terminate()
      return
    }
    const ended = once(worker, "exit")
    const farewell: ToLog = "close"
    worker.postMessage(farewell, [])
    await ended
  })

const written = (entry: {
  readonly visit: VisitId
  readonly events: ReadonlyArray<UnnumberedEnvelope>
}): Omit<WrittenEntry, "ends"> => ({
  visit: entry.visit,
  bodies: entry.events.map(bodyOf),
  lastEventAt: entry.events.at(-1)?.at ?? null,
})

const appended = (entry: Omit<WrittenEntry, "ends">, from: number): Appended => ({
  visit: entry.visit,
  from,
  to: from + entry.bodies.length - 1,
  wires: entry.bodies.map((body, index) => wireOf(from + index, body)),
})

const logOf = (commits: GroupCommit, epoch: string): EventLogShape => {
  const perform = <Kind extends OperationKind>(
    operation: OperationOf<Kind>,
  ): Effect.Effect<Answers[Kind], LogUnavailable | VisitClosed> =>
    Effect.uninterruptible(
      Effect.callback<Answers[Kind], LogUnavailable | VisitClosed>((resume) => {
        commits.submit(operation, (outcome) => {
          if ("done" in outcome) return resume(Effect.succeed(outcome.done as Answers[Kind]))
          if ("closed" in outcome)
            return resume(Effect.fail(new VisitClosed({ visit: outcome.closed, why: outcome.why })))
          return resume(
            Effect.fail(new LogUnavailable({ operation: operation.kind, detail: outcome.failed })),
          )
        })
      }),
    )

  /** For operations that no visit's standing can refuse. */
  const always = <A>(effect: Effect.Effect<A, LogUnavailable | VisitClosed>) =>
    effect.pipe(Effect.catchTag("VisitClosed", (refused) => Effect.die(refused)))

  const forget = (
    operation: OperationOf<"forgetBefore"> | OperationOf<"forgetMember">,
  ): Effect.Effect<number, LogUnavailable> =>
    Effect.gen(function* () {
      let total = 0
      while (true) {
        const count = yield* always(perform<"forgetBefore" | "forgetMember">(operation))
        total += count
        if (count < FORGOTTEN_AT_ONCE) return total
      }
    })

  return {
    epoch: epoch as EventLogShape["epoch"],
    begin: (birth, events) =>
      Effect.suspend(() => {
        const entry = { ...written({ visit: birth.visit, events }), ends: false }
        return perform<"begin">({ kind: "begin", birth, entry }).pipe(
          Effect.map((from) => appended(entry, from)),
        )
      }),
    append: (entries) =>
      Effect.suspend(() => {
        const writtenEntries = entries.map((entry): WrittenEntry => ({
          ...written(entry),
          ...(entry.member === undefined ? {} : { member: entry.member }),
          ends: entry.ends === true,
        }))
        return perform<"append">({ kind: "append", entries: writtenEntries }).pipe(
          Effect.map((from) =>
            writtenEntries.map((entry, index) => appended(entry, from[index] ?? 0)),
          ),
        )
      }),
    read: (visit, after, limit) =>
      perform<"read">({ kind: "read", visit, after, limit }).pipe(
        Effect.map((rows) => rows.map(({ seq, body }) => ({ seq, wire: wireOf(seq, body) }))),
      ),
    find: (visit) =>
      always(perform<"find">({ kind: "find", visit })).pipe(Effect.map(Option.fromNullOr)),
    list: (query) => always(perform<"list">({ kind: "list", query })),
    storeFacts: (visit, facts, at) =>
      Effect.suspend(() =>
        perform<"storeFacts">({
          kind: "storeFacts",
          visit,
          facts: facts.map((fact) => ({
            n: fact.n,
            body: JSON.stringify({ ...fact, storedAt: at }),
          })),
        }),
      ),
    readFacts: (visit, after, limit) =>
      perform<"readFacts">({ kind: "readFacts", visit, after, limit }).pipe(
        Effect.map((rows) => rows.map((body) => JSON.parse(body) as StoredClientFact)),
      ),
    noteConnection: (visit, note) =>
      always(perform<"noteConnection">({ kind: "noteConnection", visit, note })).pipe(
        Effect.asVoid,
      ),
    readConnections: (visit) =>
      always(perform<"readConnections">({ kind: "readConnections", visit })),
    noteReference: (note) =>
      always(perform<"noteReference">({ kind: "noteReference", note })).pipe(Effect.asVoid),
    forgetBefore: (before) => forget({ kind: "forgetBefore", before, max: FORGOTTEN_AT_ONCE }),
    forgetMember: (member) => forget({ kind: "forgetMember", member, max: FORGOTTEN_AT_ONCE }),
  }
}

export const SqliteEventLog = {
  /** `file` is created where it is missing; its directory must exist. */
  layer: ({ file }: { readonly file: string }) =>
    Layer.effect(
      EventLog,
      Effect.gen(function* () {
        const ids = yield* Ids
        const log = yield* Effect.acquireRelease(open({ file, freshEpoch: ids.token(96) }), close)
        return logOf(log.commits, log.epoch)
      }),
    ),
}
