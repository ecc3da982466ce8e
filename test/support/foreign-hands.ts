/**
 * Foreign hands on a page: what translators, Dark Reader, password managers, ad blockers and grammar checkers
 * really do to a document, as scripts that run before the page's own. They work on any page; the test chooses the
 * hands and when they start. What must hold under them: docs/behaviours/foreign-hands.md.
 */
import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import type { BrowserContext, Page } from "playwright-core"

const HANDS = {
  "page-translator": new URL("foreign-hands/page-translator.ts", import.meta.url),
  "in-place-translator": new URL("foreign-hands/in-place-translator.ts", import.meta.url),
  "dark-reader": new URL("foreign-hands/dark-reader.ts", import.meta.url),
  "password-manager": new URL("foreign-hands/password-manager.ts", import.meta.url),
  "ad-blocker": new URL("foreign-hands/ad-blocker.ts", import.meta.url),
  "grammar-checker": new URL("foreign-hands/grammar-checker.ts", import.meta.url),
} as const
const SHARED = [
  new URL("foreign-hands/begin.ts", import.meta.url),
  new URL("foreign-hands/text-differences.ts", import.meta.url),
]
export type Hand = keyof typeof HANDS
/** All except the translators, of which a page has one, and the hands that remove elements. */
export const REMOVING_NOTHING = [
  "dark-reader",
  "password-manager",
  "grammar-checker",
] as const satisfies ReadonlyArray<Hand>

/**
 * React's console errors when part of the page differs from the HTML that was sent (ADR 0049). A part whose script
 * arrives late is hydrated after the rest, when the hands are already at work.
 */
export const OF_MISMATCH = /React error #4(?:18|19|2[1-5])/u

export type Moment = "before" | "during" | "after"

export interface Meddling {
  readonly hands: ReadonlyArray<Hand>
  /** Default `after`: React has hydrated the page. */
  readonly when?: Moment
  /** The translator's answer. Default `same`: the words stay unchanged, so that a test finds its texts. */
  readonly says?: "same" | "marked"
}

/** What one browser may have: a translator that wraps each text, and extensions that mark every field. */
export const ALL_AT_WORK: Meddling = { hands: ["page-translator", ...REMOVING_NOTHING] }

/** Milliseconds that a translator takes: long enough for the page to change meanwhile. */
const LATE_MS = 40

const scriptAt = (place: URL): string => stripTypeScriptTypes(readFileSync(place, "utf8"))

const handsScript = ({ hands, when = "after", says = "same" }: Meddling): string =>
  [
    `window.foreignHandsPlan = ${JSON.stringify({ hands, when, says, lateMs: LATE_MS })}`,
    ...[...SHARED, ...hands.map((hand) => HANDS[hand])].map(scriptAt),
  ].join(";\n")

/** Applies from the next document on. */
export const interfere = async (
  place: Page | BrowserContext,
  meddling: Meddling,
): Promise<void> => {
  await place.addInitScript(handsScript(meddling))
}

/** Waits until the hands rest, then returns one line for each text that differs from the state. */
export const textDifferences = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate("foreignHands.atRest()")
  return page.evaluate<ReadonlyArray<string>>("textDifferences()")
}

export const showOriginal = (page: Page): Promise<void> =>
  page.evaluate("foreignHands.showOriginal()")
