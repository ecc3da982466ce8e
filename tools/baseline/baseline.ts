/**
 * The browsers that the site is made for: those that have everything that was Baseline at the end of a year (ADR
 * 0052).
 */
import { getCompatibleVersions } from "baseline-browser-mapping"

export const BASELINE_YEAR = 2023

/** What the build may write in, by browser: `chrome120`. The names of phones' browsers are not the bundler's. */
const BUILT_FOR = new Set(["chrome", "edge", "firefox", "safari"])

export const BUILD_TARGET: ReadonlyArray<string> = getCompatibleVersions({
  targetYear: BASELINE_YEAR,
  suppressWarnings: true,
})
  .filter(({ browser }) => BUILT_FOR.has(browser))
  .map(({ browser, version }) => `${browser}${version}`)
