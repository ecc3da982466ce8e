/**
 * The answers of gateway resources that a page carries in its HTML (rules, grid/page-documents): what the
 * server rendered from, the browser hydrates with, and nobody asks for again while it is fresh.
 */
import { scriptJson } from "../script-json.ts"

export const PAGE_DOCUMENTS_ID = "page-documents"

export interface PageDocuments {
  /** Gateway milliseconds when the page was made. */
  readonly now: number
  /** The same moment by the clock of who shows the page, which may be years off: how old they are. */
  readonly cameAt: number
  /** By the path they would be asked for. */
  readonly bodies: Readonly<Record<string, unknown>>
}

export const NO_DOCUMENTS: PageDocuments = { now: 0, cameAt: 0, bodies: {} }

export const pageDocumentsJson = (documents: Omit<PageDocuments, "cameAt">): string =>
  scriptJson(documents)

export interface BrowserMoment {
  /** The browser's clock. */
  readonly now: number
  /** Milliseconds since the page was asked for, by a clock that nobody sets. */
  readonly sinceStart: number
  /** The same when its first byte came. */
  readonly responseStart: number
}

/** When the page came, by the browser's clock. */
export const pageCameAt = ({ now, sinceStart, responseStart }: BrowserMoment): number =>
  now - Math.max(0, sinceStart - responseStart)

/** What the gateway's clock says when the browser's says `now`; the browser's where no page told of both. */
export const gatewayTime = (
  { now: madeAt, cameAt }: Pick<PageDocuments, "now" | "cameAt">,
  now: number,
): number => madeAt + (now - cameAt)

/** None where the page carries none, or damaged ones: everything is asked for then. */
export const readPageDocuments = (json: string, cameAt: number): PageDocuments => {
  if (json === "") return NO_DOCUMENTS
  try {
    const { now, bodies } = JSON.parse(json) as Partial<PageDocuments>
    return now === undefined || typeof bodies !== "object" ? NO_DOCUMENTS : { now, cameAt, bodies }
  } catch {
    return NO_DOCUMENTS
  }
}

export const documentOf = ({ bodies }: PageDocuments, path: string): unknown =>
  Object.hasOwn(bodies, path) ? bodies[path] : undefined
