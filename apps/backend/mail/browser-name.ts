/**
 * The name of the browser and system that a user agent claims to be. Nothing of its text is passed on: whoever logs
 * in writes it, and a mail would show it to somebody else. Pure.
 */

/** The first match counts: later names appear in the texts of earlier ones too. */
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg(?:A|iOS)?\//u, "Edge"],
  [/\b(?:OPR|Opera)\//u, "Opera"],
  [/\bSamsungBrowser\//u, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//u, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//u, "Chrome"],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//u, "Safari"],
]
const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:iPhone|iPad|iPod)\b/u, "iOS"],
  [/\bAndroid\b/u, "Android"],
  [/\bWindows\b/u, "Windows"],
  [/\bMac OS X\b/u, "macOS"],
  [/\bCrOS\b/u, "ChromeOS"],
  [/\bLinux\b/u, "Linux"],
]

export interface BrowserName {
  readonly browser: string | null
  readonly system: string | null
}

const firstIn = (known: ReadonlyArray<readonly [RegExp, string]>, agent: string): string | null =>
  known.find(([pattern]) => pattern.test(agent))?.[1] ?? null

export const browserName = (agent: string | null): BrowserName => ({
  browser: firstIn(BROWSERS, agent ?? ""),
  system: firstIn(SYSTEMS, agent ?? ""),
})
