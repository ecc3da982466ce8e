/**
 * What an attaching browser gets: its page's visit, the rest of a visit it knows, or a new one with the
 * reason. All or nothing: never partial, never silent (docs/protocol.md, "Resume and reset").
 *
 * Pure. Called by stream/attached-visit.ts; resume.test.ts compares it with a model of the log.
 */
import type { ResetReason } from "@foldcast/contracts/stream/visit"

/** What the query of `GET /api/stream` asks for. */
export type AttachRequest =
  | { readonly _tag: "New" }
  | { readonly _tag: "Attach"; readonly visit: string }
  | {
      readonly _tag: "Resume"
      readonly visit: string
      readonly epoch: string
      readonly seq: number
    }

/** What is known of the visit asked for, from the point of view of its asker. */
export type Known =
  /** Not there, or somebody else's: the two are not told apart. */
  | { readonly _tag: "Unknown" }
  /** Given out with a page and not yet durable. */
  | { readonly _tag: "Pending" }
  | {
      readonly _tag: "Logged"
      readonly head: number
      readonly ended: boolean
      /** Gone for longer than the resume window, or full. */
      readonly evicted: boolean
    }

export type Attachment =
  | { readonly _tag: "Begin" }
  /** Make the page's visit durable, then send it whole. */
  | { readonly _tag: "MakeDurable" }
  /** Send the events after `after`; `told` is whether a `resumed` frame says so. */
  | { readonly _tag: "Continue"; readonly after: number; readonly told: boolean }
  | { readonly _tag: "Reset"; readonly reason: ResetReason }

export interface ResumeWindow {
  /** How many events may be missing. */
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

/** The page's visit, from its beginning: the same whether or not a first attach got lost on the way. */
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
      // A log that lost its past has another epoch, and then an unknown visit is no news.
      if (request.epoch !== epoch) return reset("epoch")
      if (known._tag === "Unknown") return reset("unknown")
      // A pending visit has no position yet, so whatever is named lies in the future.
      if (known._tag === "Pending") return reset("future")
      return continueFrom(known, request.seq, true, window)
  }
}
