/**
 * Who asks for a stream, and what is known of the document. Pure.
 */
import type { TabId, VisitId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import type { CookieValue, SessionMember } from "../sessions/session-store.ts"
import type { DocumentTraits } from "../visits/first-facts.ts"
import type { AttachRequest } from "./resume.ts"

/** Who attaches, and what is known of the document. */
export interface Attaching {
  readonly owner: OwnerId
  /** The cookie's value that proves the owner. */
  readonly proof: CookieValue
  /** By which the document proves itself; null where it shows none. */
  readonly key: string | null
  readonly member: SessionMember | null
  readonly ageChecked: boolean
  readonly tab: TabId
  readonly address: string
  /** What the browser's address is counted under. */
  readonly rateKey: string
  readonly request: AttachRequest
  /** False for the cookie before a log-in: it attaches to the visits of then and begins none. */
  readonly mayBegin: boolean
  readonly traits: DocumentTraits
}

/** The visit that the browser asks for; null where it has none. */
export const wantedOf = ({ request }: Attaching): VisitId | null =>
  request._tag === "New" ? null : (request.visit as VisitId)

/** Where two tries are one document's: they ask for the same visit, or for none and show the same key. */
export const documentOf = (who: Attaching): string | null => {
  const wanted = wantedOf(who)
  return wanted === null && who.key === null
    ? null
    : JSON.stringify([who.owner, who.tab, wanted, wanted === null ? who.key : null])
}
