/**
 * Reads the query of `GET /api/stream` and of the `Last-Event-ID` that SSE resumes with. Pure.
 * Malformed ids are simply unknown visits; a missing tab gets one of its own.
 */
import { Exit, Schema } from "effect"
import { TabId, VisitId } from "@foldcast/contracts/ids"
import type { AttachRequest } from "./resume.ts"

const isVisit = Schema.is(VisitId)
const decodeTab = Schema.decodeUnknownExit(TabId)
/** Of the site's own client 36 characters; short ones prove nothing. */
const KEY = /^[\w-]{22,64}$/u
const POSITION = /^\d{1,15}$/u

export const attachRequest = (
  query: URLSearchParams,
  lastEventId: string | null = null,
): AttachRequest => {
  const parts = lastEventId?.split(":")
  if (parts?.length === 3) {
    const [visit = "", epoch = "", seq = ""] = parts
    if (isVisit(visit) && POSITION.test(seq))
      return { _tag: "Resume", visit, epoch, seq: Number(seq) }
  }
  const visit = query.get("visit")
  if (visit === null) return { _tag: "New" }
  const epoch = query.get("epoch")
  const seq = query.get("seq")
  if (epoch === null && seq === null) return { _tag: "Attach", visit }
  if (epoch === null || seq === null || !POSITION.test(seq)) {
    // Half a position is none: the answer is an honest reset.
    return { _tag: "Resume", visit, epoch: epoch ?? "", seq: Number.MAX_SAFE_INTEGER }
  }
  return { _tag: "Resume", visit, epoch, seq: Number(seq) }
}

/** By which the document proves itself as the one that its visit began with; null where it shows none. */
export const keyOf = (query: URLSearchParams): string | null => {
  const key = query.get("key")
  return key !== null && KEY.test(key) ? key : null
}

export const tabOf = (query: URLSearchParams, fallback: () => string): TabId => {
  const read = decodeTab(query.get("tab"))
  return Exit.isSuccess(read) ? read.value : (fallback() as TabId)
}
