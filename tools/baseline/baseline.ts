/** The supported browsers: those with every feature that was Baseline at the end of a year (ADR 0052). */
import { getCompatibleVersions } from "baseline-browser-mapping"

export const BASELINE_YEAR = 2023

/** The build's syntax targets, by browser: `chrome120`. The bundler does not know the mobile browsers' names. */
const BUILT_FOR = new Set(["chrome", "edge", "firefox", "safari"])

export const BUILD_TARGET: ReadonlyArray<string> = getCompatibleVersions({
  targetYear: BASELINE_YEAR,
  suppressWarnings: true,
})
  .filter(({ browser }) => BUILT_FOR.has(browser))
  .map(({ browser, version }) => `${browser}${version}`)
