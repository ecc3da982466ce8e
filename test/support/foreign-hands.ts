/**
 * Foreign hands on a page: what translators, Dark Reader, password managers, ad blockers and grammar checkers really do
 * to a document, as scripts that run before the page's own. For any page of any test; which hands, and from when on,
 * the test says. What holds under them: docs/behaviours/foreign-hands.md.
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
  new URL("foreign-hands/told-truly.ts", import.meta.url),
]
export type Hand = keyof typeof HANDS
/** All but the translators, of which a page has one, and who takes elements out. */
export const REMOVING_NOTHING = [
  "dark-reader",
  "password-manager",
  "grammar-checker",
] as const satisfies ReadonlyArray<Hand>

/**
 * What React says on the console where a part of the page is not as it was sent (ADR 0049). A part whose script comes
 * late is taken over after the rest, when the hands are at work.
 */
export const OF_MISMATCH = /React error #4(?:18|19|2[1-5])/u

export type Moment = "before" | "during" | "after"

export interface Meddling {
  readonly hands: ReadonlyArray<Hand>
  /** After when left out: React has taken the page over. */
  readonly when?: Moment
  /** What a translator answers: the same words when left out, so that a test finds what it looks for. */
  readonly says?: "same" | "marked"
}

/** What one browser may have: each text wrapped, every field signed. */
export const ALL_AT_WORK: Meddling = { hands: ["page-translator", ...REMOVING_NOTHING] }

/** Milliseconds that a translator takes: long enough for a page to have changed meanwhile. */
const LATE_MS = 40

const scriptAt = (place: URL): string => stripTypeScriptTypes(readFileSync(place, "utf8"))

const handsScript = ({ hands, when = "after", says = "same" }: Meddling): string =>
  [
    `window.foreignHandsPlan = ${JSON.stringify({ hands, when, says, lateMs: LATE_MS })}`,
    ...[...SHARED, ...hands.map((hand) => HANDS[hand])].map(scriptAt),
  ].join(";\n")

/** From its next document on. */
export const layHandsOn = async (
  place: Page | BrowserContext,
  meddling: Meddling,
): Promise<void> => {
  await place.addInitScript(handsScript(meddling))
}

/** Once the hands rest: where the screen tells something else than the state, a line each. */
export const untruths = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate("foreignHands.atRest()")
  return page.evaluate<ReadonlyArray<string>>("toldTruly()")
}

/** As who looks at the page as it was: "Show original" of a translator. */
export const showOriginal = (page: Page): Promise<void> =>
  page.evaluate("foreignHands.showOriginal()")
