/**
 * The visits' logs: what happened in each visit, written and read. visit-log.conformance.ts tests what every
 * implementation keeps; which visits there are is visit-index.ts's.
 *
 * Invariants:
 *
 *   - a visit's positions are 1, 2, 3 … without a gap, assigned here and nowhere else;
 *   - an Effect that succeeds, and an answer, speaks of what is durable: nothing is delivered before;
 *   - one `append` is one transaction: all visits that accept their events have them, or after a crash none;
 *   - appends are carried out in the order in which they were asked for, also where a visit refuses its part,
 *     and answered in that order;
 *   - an ended visit accepts nothing more;
 *   - what was appended is read back byte for byte, or the visit is closed as damaged: a log is never
 *     served wrong or silently shorter;
 *   - but for what erased writers wrote (ADR 0040): a marker has its position then, everywhere and for good.
 */
import { Context, Effect, type Exit, Schema } from "effect"
import type { Epoch, MemberId, VisitId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { VisitRefusal, VisitLogOperations } from "./visit-operations.ts"
import type { Writers } from "./writer.ts"

export interface AppendEntry {
  readonly visit: VisitId
  readonly events: ReadonlyArray<UnnumberedEnvelope>
  /** Whose accounts are behind the names in these events; what they wrote goes with those. */
  readonly writers?: Writers
  /** The member from these events on: log-in sets it. Left out, it stays. */
  readonly member?: MemberId | null
  /** These are the visit's last events. They are accepted by a full visit too. */
  readonly ends?: boolean
}

export interface Appended {
  readonly visit: VisitId
  readonly from: number
  readonly to: number
  /** The envelopes from `from` to `to` as they go over the wire, one JSON text each. */
  readonly wires: ReadonlyArray<string>
}

export interface AppendResult {
  /** The entries that were accepted, in their order. */
  readonly appended: ReadonlyArray<Appended>
  /** The visits of the others, in theirs. */
  readonly closed: ReadonlyArray<VisitClosed>
}

export interface StoredWire {
  readonly seq: number
  readonly wire: string
}

/** One attach, resume, reset or close of a visit's stream, for captures. */
export interface ConnectionNote {
  readonly at: number
  readonly what: "attach" | "resume" | "reset" | "close"
  readonly seq: number
  readonly transport: "websocket" | "sse"
  readonly code: number | null
}

export interface StoredClientFact extends NumberedClientFact {
  /** When the gateway stored it, gateway milliseconds. */
  readonly storedAt: number
}

/**
 * The log could not be written or read: stop acknowledging. `lasts`: nothing is known of it any more, and
 * the process ends. Otherwise there was no room, nothing was changed, and it goes on when there is.
 */
export class LogUnavailable extends Schema.TaggedError<LogUnavailable>()("LogUnavailable", {
  operation: Schema.String,
  detail: Schema.String,
  lasts: Schema.Boolean,
}) {
  override get message() {
    return `the event log failed at ${this.operation}: ${this.detail}`
  }
}

/** The visit is unknown, ended, full or damaged: the caller begins a new one. */
export class VisitClosed extends Schema.TaggedError<VisitClosed>()("VisitClosed", {
  visit: Schema.String,
  why: Schema.Literals(["unknown", "ended", "full", "damaged"]),
}) {
  override get message() {
    return `visit ${this.visit} accepts nothing more: ${this.why}`
  }
}

/** These operations as Effects; those that a visit may refuse fail with `VisitClosed`. */
export type AsEffects<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    ...asked: infer Asked
  ) => infer Answer
    ? (
        ...asked: Asked
      ) => Effect.Effect<
        Exclude<Answer, VisitRefusal>,
        LogUnavailable | ([Extract<Answer, VisitRefusal>] extends [never] ? never : VisitClosed)
      >
    : never
}

export interface VisitLogShape extends AsEffects<VisitLogOperations> {
  /** Of the visits that begin now: another one where the log cannot vouch for what it acknowledged before. */
  readonly currentEpoch: () => Epoch
  /**
   * `append` with a callback. Plain, because every event passes here: it throws nothing and answers exactly once,
   * whatever happens; `settled` throws nothing either. `append` cannot be interrupted: whoever asked learns what
   * became of it.
   */
  readonly submit: (
    entries: ReadonlyArray<AppendEntry>,
    settled: (exit: Exit.Exit<AppendResult, LogUnavailable>) => void,
  ) => void
}

/** `append` of a log that has `submit`. */
export const appendBy =
  (submit: VisitLogShape["submit"]): VisitLogShape["append"] =>
  (entries) =>
    Effect.uninterruptible(Effect.callback((resume) => submit(entries, resume)))

export class VisitLog extends Context.Service<VisitLog, VisitLogShape>()("gateway/VisitLog") {}
