/**
 * Who asks for a stream, and what is known of the document. Pure.
 */
import type { TabId, VisitId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import type { CookieValue, SessionCall, SessionMember } from "../sessions/session-store.ts"
import type { DocumentTraits } from "../visits/first-facts.ts"
import type { AttachRequest } from "./resume.ts"

export interface Attaching {
  readonly owner: OwnerId
  /** The cookie value that proves the owner. */
  readonly proof: CookieValue
  /** The document's key; null where it sends none. */
  readonly key: string | null
  readonly member: SessionMember | null
  readonly call: SessionCall | null
  readonly ageChecked: boolean
  readonly tab: TabId
  readonly address: string
  /** The browser's address as a rate limit key. */
  readonly rateKey: string
  readonly request: AttachRequest
  /** False for the cookie of before a log-in: it attaches to visits of that time and begins no new ones. */
  readonly mayBegin: boolean
  readonly traits: DocumentTraits
}

/** The visit that the browser asks for; null where it asks for none. */
export const wantedOf = ({ request }: Attaching): VisitId | null =>
  request._tag === "New" ? null : (request.visit as VisitId)

/**
 * Identifies the document: two attempts are of the same document if they ask for the same visit, or if they ask for
 * none and send the same key. Null where the document cannot be identified.
 */
export const documentOf = (who: Attaching): string | null => {
  const wanted = wantedOf(who)
  return wanted === null && who.key === null
    ? null
    : JSON.stringify([who.owner, who.tab, wanted, wanted === null ? who.key : null])
}
