/**
 * What can be asked of the visits' logs, as plain functions: the implementations are these functions, and the doors
 * (visit-log.ts, visit-index.ts) answer them as Effects. Pure, and without schemas: the log's thread loads it.
 */
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { VisitHeader, VisitRecord } from "./visit-header.ts"
import type { VisitQuery } from "./visit-index.ts"
import type {
  AppendEntry,
  AppendResult,
  Appended,
  ConnectionNote,
  StoredClientFact,
  StoredWire,
} from "./visit-log.ts"
import type { ClosedReason } from "./visit-rules.ts"
import type { WriterId } from "./writer.ts"

/** The visit takes no part in the operation, and nothing was changed. */
export interface VisitRefusal {
  readonly closed: VisitId
  readonly why: ClosedReason
}

/** Of visits that the caller can name. */
export interface VisitLogOperations {
  /** Creates a visit with its first events, seq 1 … k. An existing id is refused as `ended`. */
  readonly begin: (
    header: VisitHeader,
    events: ReadonlyArray<UnnumberedEnvelope>,
  ) => Appended | VisitRefusal
  /** One transaction. A closed visit refuses its own entry alone. */
  readonly append: (entries: ReadonlyArray<AppendEntry>) => AppendResult
  /**
   * Events after position `after`, in order, at most `limit`; none for an unknown visit. The only refusal is
   * `damaged`: a stored row is not what was appended.
   */
  readonly read: (
    visit: VisitId,
    after: number,
    limit: number,
  ) => ReadonlyArray<StoredWire> | VisitRefusal
  /**
   * Stores client facts; repeated `n` are ignored. Facts beyond a gap are stored, and the gap stays visible as
   * missing `n`. Answers the highest `n` stored.
   */
  readonly storeFacts: (
    visit: VisitId,
    facts: ReadonlyArray<NumberedClientFact>,
    at: number,
  ) => number | VisitRefusal
  readonly readFacts: (
    visit: VisitId,
    after: number,
    limit: number,
  ) => ReadonlyArray<StoredClientFact> | VisitRefusal
  /** A note about an unknown visit is dropped. */
  readonly noteConnection: (visit: VisitId, note: ConnectionNote) => void
  readonly readConnections: (visit: VisitId) => ReadonlyArray<ConnectionNote>
  /**
   * What these wrote is gone from all logs, and what they write from now on is never stored; a log that is opened
   * anew is told of them again. Answers how many of them had written anything.
   */
  readonly eraseWriters: (writers: ReadonlyArray<WriterId>) => number
  /** What can be appended without the log's taking more of the disk. */
  readonly reusableBytes: () => number
}

export const refuseVisit = (visit: VisitId, why: ClosedReason): VisitRefusal => ({
  closed: visit,
  why,
})

export const isVisitRefusal = (answer: unknown): answer is VisitRefusal =>
  typeof answer === "object" && answer !== null && "closed" in answer && "why" in answer

/** Which visits there are. */
export interface VisitIndexOperations {
  readonly find: (visit: VisitId) => VisitRecord | null
  /** Newest last event first. */
  readonly list: (query: VisitQuery) => ReadonlyArray<VisitRecord>
  /** The visit is found by this term (search-terms.ts) from now on. A note about an unknown visit is dropped. */
  readonly noteTerm: (visit: VisitId, term: string) => void
  /** Those who have visits here, in the order of their ids, from behind `after` on; null: from the first. */
  readonly members: (after: MemberId | null, limit: number) => ReadonlyArray<MemberId>
  /** Deletes whole visits: those whose last event is before `before`. Answers how many. */
  readonly forgetBefore: (before: number) => number
  /** Deletes all visits of a member (account deletion). Answers how many. */
  readonly forgetMember: (member: MemberId) => number
}

/** `forget`: what was written before is not to be found in the files afterwards. */
export type OperationKind = "read" | "write" | "forget"

export const VISIT_LOG_OPERATIONS: Readonly<Record<keyof VisitLogOperations, OperationKind>> = {
  begin: "write",
  append: "write",
  read: "read",
  storeFacts: "write",
  readFacts: "read",
  noteConnection: "write",
  readConnections: "read",
  eraseWriters: "forget",
  reusableBytes: "read",
}

export const VISIT_INDEX_OPERATIONS: Readonly<Record<keyof VisitIndexOperations, OperationKind>> = {
  find: "read",
  list: "read",
  noteTerm: "write",
  members: "read",
  forgetBefore: "forget",
  forgetMember: "forget",
}
