/**
 * What the gateway's thread and the log's thread say to each other. Every operation of one message is
 * carried out in one transaction; the answers stand in the operations' order.
 */
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { ConnectionNote, VisitHeader, VisitQuery, VisitRecord } from "./event-log.ts"
import type { Closed } from "./visit-rules.ts"
import type { WriterId } from "./writer.ts"

export interface WrittenEntry {
  readonly visit: VisitId
  /** As composed (authored-bodies.ts): with their writers, where they have any. */
  readonly bodies: ReadonlyArray<string>
  /** Gateway milliseconds of the last event, null where there is none. */
  readonly lastEventAt: number | null
  readonly member?: MemberId | null
  readonly ends: boolean
  /** What support finds the visit by from these events on. */
  readonly terms: ReadonlyArray<string>
}

export interface WrittenFact {
  readonly n: number
  /** The numbered client fact with `storedAt`, as JSON. */
  readonly body: string
}

export type Operation =
  | { readonly kind: "begin"; readonly birth: VisitHeader; readonly entry: WrittenEntry }
  | { readonly kind: "append"; readonly entries: ReadonlyArray<WrittenEntry> }
  | {
      readonly kind: "storeFacts"
      readonly visit: VisitId
      readonly facts: ReadonlyArray<WrittenFact>
      readonly terms: ReadonlyArray<string>
    }
  | { readonly kind: "noteConnection"; readonly visit: VisitId; readonly note: ConnectionNote }
  | { readonly kind: "noteTerm"; readonly visit: VisitId; readonly term: string }
  | { readonly kind: "forgetBefore"; readonly before: number; readonly max: number }
  | { readonly kind: "forgetMember"; readonly member: MemberId; readonly max: number }
  | { readonly kind: "eraseWriters"; readonly writers: ReadonlyArray<WriterId> }
  | {
      readonly kind: "read"
      readonly visit: VisitId
      readonly after: number
      readonly limit: number
    }
  | {
      readonly kind: "readFacts"
      readonly visit: VisitId
      readonly after: number
      readonly limit: number
    }
  | { readonly kind: "readConnections"; readonly visit: VisitId }
  | { readonly kind: "reusableBytes" }
  | { readonly kind: "members"; readonly after: MemberId | null; readonly limit: number }
  | { readonly kind: "find"; readonly visit: VisitId }
  | { readonly kind: "list"; readonly query: VisitQuery }

export type OperationKind = Operation["kind"]

/** What each operation answers when it is carried out. */
export interface Answers {
  /** The position of the entry's first event. */
  readonly begin: number
  /** Of each entry the position of its first event, or why its visit refuses it. */
  readonly append: ReadonlyArray<number | Closed>
  readonly storeFacts: number
  readonly noteConnection: null
  readonly noteTerm: null
  readonly forgetBefore: number
  readonly forgetMember: number
  readonly eraseWriters: number
  readonly read: ReadonlyArray<StoredBody>
  readonly readFacts: ReadonlyArray<string>
  readonly readConnections: ReadonlyArray<ConnectionNote>
  readonly reusableBytes: number
  readonly members: ReadonlyArray<MemberId>
  readonly find: VisitRecord | null
  readonly list: ReadonlyArray<VisitRecord>
}

export interface StoredBody {
  readonly seq: number
  readonly body: string
}

export type Answer<Kind extends OperationKind = OperationKind> =
  | { readonly done: Answers[Kind] }
  | { readonly closed: VisitId; readonly why: Closed }
  /** There was no room on the disk: nothing of the batch was carried out, and the log goes on. */
  | { readonly full: string }

export interface SqliteSettings {
  readonly file: string
  /** The epoch of a new log, and of one that turns out shorter than what it acknowledged. */
  readonly freshEpoch: string
  /** Of the file; left out, as long as the disk allows. */
  readonly maxBytes?: number
  /** When places of events are written (sqlite-events.ts). @internal Left out but by tests. */
  readonly placing?: PlacingLimits
}

export interface PlacingLimits {
  /** From so many on that are held, all are written. */
  readonly held: number
  /** Written with one commit, or one visit's more. */
  readonly atOnce: number
}
