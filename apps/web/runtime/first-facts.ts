/**
 * The facts a page carries in its HTML (docs/life-of-an-event.md, "A page request"): the server embeds
 * them, the browser reads them. Events are decoded by the gateway that wrote the page; here they are only
 * checked to be there.
 */
import type { Epoch, VisitId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { scriptJson } from "../script-json.ts"

export const FIRST_FACTS_ID = "first-facts"

export interface FirstFacts {
  readonly visit: VisitId
  readonly epoch: Epoch
  /** Gateway milliseconds when the page was made. */
  readonly now: number
  /** Positions 1, 2, 3 … */
  readonly events: ReadonlyArray<OpenEnvelope>
}

export const firstFactsJson = ({ visit, epoch, now, events }: FirstFacts): string =>
  scriptJson({ visit, epoch, now, events })

/** Null where the page carries none, or damaged ones: the document then begins a visit of its own. */
export const readFirstFacts = (json: string | null | undefined): FirstFacts | null => {
  if (json === null || json === undefined || json === "") return null
  let read: Partial<FirstFacts> | null
  try {
    read = JSON.parse(json) as Partial<FirstFacts> | null
  } catch {
    return null
  }
  if (read === null) return null
  const { visit, epoch, now, events } = read
  if (visit === undefined || epoch === undefined || now === undefined) return null
  return Array.isArray(events) ? { visit, epoch, now, events } : null
}
