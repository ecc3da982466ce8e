/**
 * The answers of gateway resources that a page carries in its HTML (rules, grid/page-resources): what the
 * server rendered from, the browser hydrates with, and nobody asks for again while it is fresh.
 */
import { scriptJson } from "../script-json.ts"

export const PAGE_ANSWERS_ID = "page-answers"

export interface PageAnswers {
  /** Gateway milliseconds when the page was made. */
  readonly now: number
  /** The same moment by the clock of who shows the page, which may be years off: how old they are. */
  readonly cameAt: number
  /** By the path they would be asked for. */
  readonly bodies: Readonly<Record<string, unknown>>
}

export const NO_PAGE_ANSWERS: PageAnswers = { now: 0, cameAt: 0, bodies: {} }

export const pageAnswersJson = (pageAnswers: Omit<PageAnswers, "cameAt">): string =>
  scriptJson(pageAnswers)

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
  { now: madeAt, cameAt }: Pick<PageAnswers, "now" | "cameAt">,
  now: number,
): number => madeAt + (now - cameAt)

/** None where the page carries none, or damaged ones: everything is asked for then. */
export const readPageAnswers = (json: string, cameAt: number): PageAnswers => {
  if (json === "") return NO_PAGE_ANSWERS
  try {
    const { now, bodies } = JSON.parse(json) as Partial<PageAnswers>
    return now === undefined || typeof bodies !== "object"
      ? NO_PAGE_ANSWERS
      : { now, cameAt, bodies }
  } catch {
    return NO_PAGE_ANSWERS
  }
}

export const carriedAnswer = ({ bodies }: PageAnswers, path: string): unknown =>
  Object.hasOwn(bodies, path) ? bodies[path] : undefined
