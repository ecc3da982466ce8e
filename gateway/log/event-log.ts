/**
 * The visits' logs: the interface that every implementation keeps and event-log.conformance.ts tests.
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
import { Context, Effect, type Exit, type Option, Schema } from "effect"
import type { Epoch, MemberId, TabId, VisitId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { Tracking } from "@foldcast/contracts/stream/visit"
import type { Device, Locale } from "@foldcast/contracts/units"
import type { WriterId, Writers } from "./writer.ts"

/** The stable name of a session's owner; never the cookie's value, which changes at log-in. */
export type OwnerId = string & { readonly OwnerId: unique symbol }

export interface VisitHeader {
  readonly visit: VisitId
  readonly tab: TabId
  readonly owner: OwnerId
  readonly member: MemberId | null
  readonly locale: Locale
  readonly brand: string
  readonly device: Device
  readonly noNude: boolean
  readonly tracking: Tracking
  /** Whether the visit began with a page, or replaced one that could not be resumed. */
  readonly base: "page" | "reset"
  readonly at: number
}

export interface VisitRecord extends VisitHeader {
  readonly epoch: Epoch
  /** The last position; 0 is impossible, a visit begins with an event. */
  readonly head: number
  /** The highest client fact stored; 0 before the first. */
  readonly n: number
  readonly lastEventAt: number
  /** `LoggedOut` closed the visit, or damage was found in it: it can never be attached again. */
  readonly ended: boolean
}

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

export interface VisitQuery {
  readonly member?: MemberId
  readonly owner?: OwnerId
  readonly tab?: TabId
  /** Of each group at least one must have been noted of the visit (search-terms.ts). */
  readonly terms?: ReadonlyArray<ReadonlyArray<string>>
  /** Gateway milliseconds, inclusive: visits whose life touches the span. */
  readonly from?: number
  readonly to?: number
  readonly onlyLive?: boolean
  /** Visits that may have been in use since: with an event or a stream that ended later, or never did. */
  readonly usedSince?: number
  readonly limit: number
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

export interface EventLogShape {
  readonly epoch: Epoch
  /** Creates a visit with its first events, seq 1 … k. An existing id is `VisitClosed`/`ended`. */
  readonly begin: (
    birth: VisitHeader,
    events: ReadonlyArray<UnnumberedEnvelope>,
  ) => Effect.Effect<Appended, LogUnavailable | VisitClosed>
  /**
   * One transaction. A closed visit refuses its own entry alone. Plain, because every event passes here: it
   * throws nothing and answers exactly once, whatever happens; `settled` throws nothing either.
   */
  readonly submit: (
    entries: ReadonlyArray<AppendEntry>,
    settled: (exit: Exit.Exit<AppendResult, LogUnavailable>) => void,
  ) => void
  /** `submit` as an Effect. It cannot be interrupted: whoever asked learns what became of it. */
  readonly append: (
    entries: ReadonlyArray<AppendEntry>,
  ) => Effect.Effect<AppendResult, LogUnavailable>
  /**
   * Events after position `after`, in order, at most `limit`; none for an unknown visit. `VisitClosed`
   * is always `damaged`: a stored row is not what was appended.
   */
  readonly read: (
    visit: VisitId,
    after: number,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<StoredWire>, LogUnavailable | VisitClosed>
  readonly find: (visit: VisitId) => Effect.Effect<Option.Option<VisitRecord>, LogUnavailable>
  /** Newest last event first. */
  readonly list: (query: VisitQuery) => Effect.Effect<ReadonlyArray<VisitRecord>, LogUnavailable>
  /**
   * Stores client facts; repeated `n` are ignored. Facts beyond a gap are stored, and the gap stays
   * visible as missing `n`. Answers the highest `n` stored.
   */
  readonly storeFacts: (
    visit: VisitId,
    facts: ReadonlyArray<NumberedClientFact>,
    at: number,
  ) => Effect.Effect<number, LogUnavailable | VisitClosed>
  readonly readFacts: (
    visit: VisitId,
    after: number,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<StoredClientFact>, LogUnavailable | VisitClosed>
  /** A note about an unknown visit is dropped. */
  readonly noteConnection: (
    visit: VisitId,
    note: ConnectionNote,
  ) => Effect.Effect<void, LogUnavailable>
  readonly readConnections: (
    visit: VisitId,
  ) => Effect.Effect<ReadonlyArray<ConnectionNote>, LogUnavailable>
  /** The visit is found by this reference from now on. A note about an unknown visit is dropped. */
  readonly noteReference: (visit: VisitId, reference: string) => Effect.Effect<void, LogUnavailable>
  /** What can be appended without the log's taking more of the disk. */
  readonly reusableBytes: Effect.Effect<number, LogUnavailable>
  /** Deletes whole visits: those whose last event is before `before`. Answers how many. */
  readonly forgetBefore: (before: number) => Effect.Effect<number, LogUnavailable>
  /** Those who have visits here, in the order of their ids, from behind `after` on; null: from the first. */
  readonly members: (
    after: MemberId | null,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<MemberId>, LogUnavailable>
  /** Deletes all visits of a member (account deletion). Answers how many. */
  readonly forgetMember: (member: MemberId) => Effect.Effect<number, LogUnavailable>
  /**
   * What these wrote is gone from all logs, and what they write from now on is never stored; a log that is opened
   * anew is told of them again. Answers how many of them had written anything.
   */
  readonly eraseWriters: (writers: ReadonlyArray<WriterId>) => Effect.Effect<number, LogUnavailable>
}

/** `append` of a log that has `submit`. */
export const appendBy =
  (submit: EventLogShape["submit"]): EventLogShape["append"] =>
  (entries) =>
    Effect.uninterruptible(Effect.callback((resume) => submit(entries, resume)))

export class EventLog extends Context.Service<EventLog, EventLogShape>()("gateway/EventLog") {}
