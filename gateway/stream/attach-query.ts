/**
 * Parses the query of `GET /api/stream` and the `Last-Event-ID` header with which SSE resumes. Pure. A malformed
 * visit id counts as an unknown visit; a missing tab id is generated.
 */
import { Exit, Schema } from "effect"
import { TabId, VisitId } from "@foldcast/contracts/ids"
import type { AttachRequest } from "./resume.ts"

const isVisit = Schema.is(VisitId)
const decodeTab = Schema.decodeUnknownExit(TabId)
/** The site's own client sends 36 characters. A shorter key could be guessed. */
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
    // An incomplete position cannot be resumed, so this request leads to a reset.
    return { _tag: "Resume", visit, epoch: epoch ?? "", seq: Number.MAX_SAFE_INTEGER }
  }
  return { _tag: "Resume", visit, epoch, seq: Number(seq) }
}

/** The key that proves that the document is the one that began its visit; null where it sends none. */
export const keyOf = (query: URLSearchParams): string | null => {
  const key = query.get("key")
  return key !== null && KEY.test(key) ? key : null
}

export const tabOf = (query: URLSearchParams, fallback: () => string): TabId => {
  const read = decodeTab(query.get("tab"))
  return Exit.isSuccess(read) ? read.value : (fallback() as TabId)
}
