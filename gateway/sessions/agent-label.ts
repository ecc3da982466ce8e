/**
 * Browser and system of a session under their common names, parsed from the user agent. Only for display in the
 * member's list of open sessions; nothing depends on it.
 *
 * Pure. The first match counts, because user agents also name the browsers they descend from.
 */
export interface AgentLabel {
  readonly browser: string | null
  readonly system: string | null
}

type Names = ReadonlyArray<readonly [name: string, mark: RegExp]>

const BROWSERS: Names = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//u],
  ["Opera", /\b(?:OPR|Opera|OPT)\//u],
  ["Samsung Internet", /\bSamsungBrowser\//u],
  ["Vivaldi", /\bVivaldi\//u],
  ["Firefox", /\b(?:Firefox|FxiOS)\//u],
  ["Chrome", /\b(?:Chrome|CriOS|Chromium)\//u],
  ["Safari", /\bVersion\/[\d.]+ .*\bSafari\//u],
]

const SYSTEMS: Names = [
  ["iPhone", /\biPhone\b/u],
  ["iPad", /\biPad\b/u],
  ["Android", /\bAndroid\b/u],
  ["ChromeOS", /\bCrOS\b/u],
  ["Windows", /\bWindows NT\b/u],
  ["macOS", /\bMacintosh\b/u],
  ["Linux", /\bLinux\b/u],
]

const nameIn = (names: Names, userAgent: string): string | null =>
  names.find(([, mark]) => mark.test(userAgent))?.[0] ?? null

export const agentLabel = (userAgent: string): AgentLabel => ({
  browser: nameIn(BROWSERS, userAgent),
  system: nameIn(SYSTEMS, userAgent),
})
