/**
 * What the gateway's thread asks of the log's: the operations of the doors (visit-operations.ts), some of them with
 * what is written down or read on the gateway's thread. The requests of one message are carried out in one
 * transaction; the answers stand in the requests' order.
 */
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { VisitHeader } from "../visit-header.ts"
import type { VisitRefusal, VisitIndexOperations, VisitLogOperations } from "../visit-operations.ts"
import type { ClosedReason } from "../visit-rules.ts"

/** What one visit is told, or several are told together. */
export interface WrittenEntry {
  /** In the order in which they are answered; none of them twice. */
  readonly visits: ReadonlyArray<VisitId>
  /** As composed (attributed-bodies.ts): with their writers, where they have any. */
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

export interface StoredBody {
  readonly seq: number
  readonly body: string
}

/** The operations that the log's thread does not carry out as the doors name them. */
interface WrittenOperations {
  /** Answers the position of the entry's first event. */
  readonly begin: (
    header: VisitHeader,
    entry: Omit<WrittenEntry, "visits">,
  ) => number | VisitRefusal
  /** Of each visit of each entry the position of its first event, or why the visit refuses it. */
  readonly append: (entries: ReadonlyArray<WrittenEntry>) => ReadonlyArray<number | ClosedReason>
  readonly read: (
    visit: VisitId,
    after: number,
    limit: number,
  ) => ReadonlyArray<StoredBody> | VisitRefusal
  readonly storeFacts: (
    visit: VisitId,
    facts: ReadonlyArray<WrittenFact>,
    terms: ReadonlyArray<string>,
  ) => number | VisitRefusal
  readonly readFacts: (
    visit: VisitId,
    after: number,
    limit: number,
  ) => ReadonlyArray<string> | VisitRefusal
  /** At most `max` visits at once: appends go on in between. */
  readonly forgetBefore: (before: number, max: number) => number
  readonly forgetMember: (member: MemberId, max: number) => number
}

type Written<Operations> = {
  readonly [Name in keyof Operations]: Name extends keyof WrittenOperations
    ? WrittenOperations[Name]
    : Operations[Name]
}

export type WrittenLogOperations = Written<VisitLogOperations>
export type WrittenIndexOperations = Written<VisitIndexOperations>
export type ThreadOperations = WrittenLogOperations & WrittenIndexOperations

/** What is asked by which operation. */
export type LogRequest<Name extends keyof ThreadOperations = keyof ThreadOperations> = {
  readonly [Each in Name]: {
    readonly operation: Each
    readonly asked: Parameters<ThreadOperations[Each]>
  }
}[Name]

export type LogAnswer =
  | { readonly done: unknown }
  | VisitRefusal
  /** There was no room on the disk: nothing of the batch was carried out, and the log goes on. */
  | { readonly full: string }

export interface SqliteSettings {
  readonly file: string
  /** The epoch of a new log, and of one that turns out shorter than what it acknowledged. */
  readonly freshEpoch: string
  /** Of the file; left out, as long as the disk allows. */
  readonly maxBytes?: number
  /** When places of events are written (event-rows.ts). @internal Left out but by tests. */
  readonly placing?: PlacingLimits
}

export interface PlacingLimits {
  /** Places held in memory before a round of writing begins. */
  readonly held: number
  /** Places written with one commit; the last visit may exceed it. */
  readonly atOnce: number
}
