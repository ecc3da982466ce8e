/**
 * Decides what an attaching browser gets: its page's visit, the rest of a visit that it knows, or a new visit with
 * a reason. A visit is resumed whole or not at all (docs/protocol.md, "Resume and reset").
 *
 * Pure. resume.test.ts compares it with a model of the log.
 */
import type { ResetReason } from "@foldcast/contracts/stream/visit"

export type AttachRequest =
  | { readonly _tag: "New" }
  | { readonly _tag: "Attach"; readonly visit: string }
  | {
      readonly _tag: "Resume"
      readonly visit: string
      readonly epoch: string
      readonly seq: number
    }

/** What is known of the visit, as far as this owner may know it. */
export type Known =
  /** Absent, or another owner's: the two are not distinguished. */
  | { readonly _tag: "Unknown" }
  /** Assigned to a page and not yet durable. */
  | { readonly _tag: "Pending" }
  | {
      readonly _tag: "Logged"
      readonly head: number
      readonly ended: boolean
      /** Detached for longer than the resume window, or full. */
      readonly evicted: boolean
    }

export type Attachment =
  | { readonly _tag: "Begin" }
  /** Makes the page's visit durable, then sends it whole. */
  | { readonly _tag: "MakeDurable" }
  /** Sends the events after `after`; `told` says whether a `resumed` frame comes first. */
  | { readonly _tag: "Continue"; readonly after: number; readonly told: boolean }
  | { readonly _tag: "Reset"; readonly reason: ResetReason }

export interface ResumeWindow {
  /** The most events that may be missing. */
  readonly maxEvents: number
}

const reset = (reason: ResetReason): Attachment => ({ _tag: "Reset", reason })

const continueFrom = (
  known: Extract<Known, { readonly _tag: "Logged" }>,
  after: number,
  told: boolean,
  window: ResumeWindow,
): Attachment => {
  if (known.ended) return reset("ended")
  if (after > known.head) return reset("future")
  if (known.evicted || known.head - after > window.maxEvents) return reset("evicted")
  return { _tag: "Continue", after, told }
}

/** The page's visit from its beginning, whether or not an earlier attach got lost. */
const attach = (known: Known, window: ResumeWindow): Attachment => {
  switch (known._tag) {
    case "Unknown":
      return reset("unknown")
    case "Pending":
      return { _tag: "MakeDurable" }
    case "Logged":
      return continueFrom(known, 0, false, window)
  }
}

export const decideAttachment = (
  request: AttachRequest,
  known: Known,
  epoch: string,
  window: ResumeWindow,
): Attachment => {
  switch (request._tag) {
    case "New":
      return { _tag: "Begin" }
    case "Attach":
      return attach(known, window)
    case "Resume":
      // The epoch is checked first: a log that lost its past has another epoch, which explains an unknown visit.
      if (request.epoch !== epoch) return reset("epoch")
      if (known._tag === "Unknown") return reset("unknown")
      // A pending visit has no events yet, so any position lies in the future.
      if (known._tag === "Pending") return reset("future")
      return continueFrom(known, request.seq, true, window)
  }
}
