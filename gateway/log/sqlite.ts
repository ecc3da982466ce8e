/**
 * The event log in SQLite: one file, opened by one thread of its own, synced at every commit, with group
 * commit (store/worker-thread.ts). What an Effect of this log answered is on the disk.
 *
 * Writes cannot be interrupted: whoever asked for one learns what became of it.
 */
import { Effect, Exit, Layer, Option } from "effect"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { Ids } from "../ids.ts"
import { composed } from "./authored-bodies.ts"
import {
  appendBy,
  type Appended,
  type AppendEntry,
  type AppendResult,
  EventLog,
  type EventLogShape,
  LogUnavailable,
  type StoredClientFact,
  VisitClosed,
} from "./event-log.ts"
import {
  packOperations,
  type PackedAnswers,
  type PackedOperations,
  unpackAnswers,
} from "./sqlite-packing.ts"
import { openThread, type WorkerThread } from "./worker-thread.ts"
import type {
  Answer,
  Answers,
  Operation,
  OperationKind,
  SqliteSettings,
  WrittenEntry,
} from "./sqlite-protocol.ts"
import { referenceTerm, type SearchTerms } from "./search-terms.ts"
import { bodyOf, wireOf } from "./visit-rules.ts"
import type { WriterId } from "./writer.ts"

/** Visits deleted in one transaction: appends go on between two of them. */
const FORGOTTEN_AT_ONCE = 20

type OperationOf<Kind extends OperationKind> = Extract<Operation, { readonly kind: Kind }>

/** `told`: the bodies as they go over the wire; the very same list where nobody wrote any of them. */
interface WrittenEvents extends Pick<WrittenEntry, "bodies" | "lastEventAt" | "terms"> {
  readonly told: ReadonlyArray<string>
}

type Composing = Pick<AppendEntry, "events" | "writers">

const bodiesOf = (
  { events, writers }: Composing,
  erased: ReadonlySet<WriterId>,
): Pick<WrittenEvents, "bodies" | "told"> => {
  if (writers === undefined || writers.size === 0) {
    const bodies = events.map(bodyOf)
    return { bodies, told: bodies }
  }
  const both = events.map((event) => composed(event, writers, (writer) => erased.has(writer)))
  return { bodies: both.map(({ written }) => written), told: both.map(({ plain }) => plain) }
}

const written = (
  given: Composing,
  terms: SearchTerms,
  erased: ReadonlySet<WriterId>,
): WrittenEvents => ({
  ...bodiesOf(given, erased),
  lastEventAt: given.events.at(-1)?.at ?? null,
  terms: given.events.flatMap(terms.ofEvent),
})

/** An entry as the log's thread has it, and its bodies as they are told. */
interface Told {
  readonly entry: WrittenEntry
  readonly told: ReadonlyArray<string>
}

const writtenEntry = (
  { visit, member, ends }: AppendEntry,
  { bodies, lastEventAt, terms, told }: WrittenEvents,
): Told => ({
  told,
  entry:
    member === undefined
      ? { visit, bodies, lastEventAt, terms, ends: ends === true }
      : { visit, bodies, lastEventAt, terms, ends: ends === true, member },
})

/** What several visits are told is written down once. */
const writtenEntries = (
  entries: ReadonlyArray<AppendEntry>,
  terms: SearchTerms,
  erased: ReadonlySet<WriterId>,
): ReadonlyArray<Told> => {
  const [only] = entries
  // Stryker disable next-line EqualityOperator: below, one alone is written as well.
  if (only !== undefined && entries.length === 1)
    return [writtenEntry(only, written(only, terms, erased))]
  const known = new Map<ReadonlyArray<UnnumberedEnvelope>, WrittenEvents>()
  return entries.map((entry) => {
    const made = known.get(entry.events) ?? written(entry, terms, erased)
    known.set(entry.events, made)
    return writtenEntry(entry, made)
  })
}

const appended = (
  visit: Appended["visit"],
  told: ReadonlyArray<string>,
  from: number,
): Appended => ({
  visit,
  from,
  to: from + told.length - 1,
  wires: told.map((body, index) => wireOf(from + index, body)),
})

const appendResult = (entries: ReadonlyArray<Told>, outcomes: Answers["append"]): AppendResult => {
  const done: Array<Appended> = []
  const closed: Array<VisitClosed> = []
  for (const [index, outcome] of outcomes.entries()) {
    const given = entries[index]
    if (given === undefined) continue
    const { entry, told } = given
    if (typeof outcome === "number") done.push(appended(entry.visit, told, outcome))
    else closed.push(new VisitClosed({ visit: entry.visit, why: outcome }))
  }
  return { appended: done, closed }
}

const logOf = (
  thread: Pick<WorkerThread<Operation, Answer, unknown, unknown>, "submit">,
  epoch: string,
  terms: SearchTerms,
): EventLogShape => {
  const erased = new Set<WriterId>()

  const unavailable = (
    operation: OperationKind,
    outcome: { readonly failed: string } | { readonly full: string },
  ) => {
    const lasts = "failed" in outcome
    const detail = lasts ? outcome.failed : outcome.full
    return new LogUnavailable({ operation, detail, lasts })
  }

  const perform = <Kind extends OperationKind>(
    operation: OperationOf<Kind>,
  ): Effect.Effect<Answers[Kind], LogUnavailable | VisitClosed> =>
    Effect.uninterruptible(
      Effect.callback<Answers[Kind], LogUnavailable | VisitClosed>((resume) => {
        thread.submit(operation, (outcome) => {
          if ("done" in outcome) return resume(Effect.succeed(outcome.done as Answers[Kind]))
          if ("closed" in outcome)
            return resume(Effect.fail(new VisitClosed({ visit: outcome.closed, why: outcome.why })))
          return resume(Effect.fail(unavailable(operation.kind, outcome)))
        })
      }),
    )

  const submit: EventLogShape["submit"] = (entries, settled) => {
    let given: ReadonlyArray<Told>
    try {
      given = writtenEntries(entries, terms, erased)
    } catch (defect) {
      return settled(Exit.die(defect))
    }
    const operation = { kind: "append", entries: given.map(({ entry }) => entry) } as const
    thread.submit(operation, (outcome) => {
      if ("done" in outcome) {
        const outcomes = outcome.done as Answers["append"]
        return settled(Exit.succeed(appendResult(given, outcomes)))
      }
      return settled(
        "closed" in outcome
          ? Exit.die(new Error(`an append was answered as ${outcome.why}`))
          : Exit.fail(unavailable("append", outcome)),
      )
    })
  }

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
        const { told, ...rest } = written({ events }, terms, erased)
        const entry = { visit: birth.visit, ...rest, ends: false }
        return perform<"begin">({ kind: "begin", birth, entry }).pipe(
          Effect.map((from) => appended(birth.visit, told, from)),
        )
      }),
    submit,
    append: appendBy(submit),
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
          terms: terms.ofFacts(facts),
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
    noteReference: (visit, reference) =>
      always(perform<"noteTerm">({ kind: "noteTerm", visit, term: referenceTerm(reference) })).pipe(
        Effect.asVoid,
      ),
    reusableBytes: always(perform<"reusableBytes">({ kind: "reusableBytes" })),
    forgetBefore: (before) => forget({ kind: "forgetBefore", before, max: FORGOTTEN_AT_ONCE }),
    members: (after, limit) => always(perform<"members">({ kind: "members", after, limit })),
    forgetMember: (member) => forget({ kind: "forgetMember", member, max: FORGOTTEN_AT_ONCE }),
    eraseWriters: (writers) =>
      Effect.suspend(() => {
        // What is handed over before this is sealed by now or before it; what comes after is not stored.
        for (const writer of writers) erased.add(writer)
        return always(perform<"eraseWriters">({ kind: "eraseWriters", writers }))
      }),
  }
}

export interface SqliteLogOptions extends Pick<SqliteSettings, "file" | "maxBytes"> {
  readonly terms: SearchTerms
}

export const SqliteEventLog = {
  /** `file` is created where it is missing; its directory must exist. */
  layer: ({ file, terms, maxBytes }: SqliteLogOptions) =>
    Layer.effect(
      EventLog,
      Effect.gen(function* () {
        const ids = yield* Ids
        const settings: SqliteSettings = {
          file,
          freshEpoch: ids.token(96),
          ...(maxBytes !== undefined && { maxBytes }),
        }
        const { thread, opened } = yield* openThread<
          Operation,
          Answer,
          string,
          PackedOperations,
          PackedAnswers
        >({
          script: new URL("./sqlite-worker.ts", import.meta.url),
          name: "event-log",
          settings,
          packing: { packOperations, unpackAnswers },
        }).pipe(
          Effect.mapError(
            (detail) => new LogUnavailable({ operation: `opening ${file}`, detail, lasts: true }),
          ),
        )
        return logOf(thread, opened, terms)
      }),
    ),
}
