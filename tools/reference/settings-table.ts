/** The README's tables of settings, made from the settings' own data. Pure; called by documents.ts. */
import { SETTINGS as BACKEND } from "../../apps/backend/settings.ts"
import { SETTINGS as LAUNCHER } from "../../apps/foldcast/start/settings.ts"
import { SETTINGS as GATEWAY } from "../../gateway/settings.ts"

interface Documented {
  readonly fallback: string
  readonly meaning: string
  readonly real: boolean
}
type Settings = Readonly<Record<string, Documented>>

/** What the launcher gives to the processes itself; it is set only where they run without it. */
const GIVEN = new Set(["BACKEND_HOST", "BACKEND_PORT", "BACKEND_URL", "MEMBER_API_URL"])

const cell = (text: string) => text.replaceAll("|", String.raw`\|`)

const row = ([name, { fallback, meaning, real }]: readonly [string, Documented]): string => {
  const value = fallback === "" ? "–" : fallback === "generated" ? "drawn once" : `\`${fallback}\``
  return `| \`${name}\` | ${cell(value)} | ${cell(meaning)} | ${real ? "yes" : ""} |`
}

const table = (rows: ReadonlyArray<readonly [string, Documented]>): string =>
  [
    "| setting | default | meaning | must be set in production |",
    "|---|---|---|---|",
    ...rows.map(row),
  ].join("\n")

export const mainSettings = (): string => table(Object.entries(LAUNCHER))

/** Limits and details: every setting of gateway and backend that the main table does not have. */
export const furtherSettings = (): string => {
  const all: Settings = { ...BACKEND, ...GATEWAY }
  return table(
    Object.entries(all)
      .filter(([name]) => !(name in LAUNCHER) && !GIVEN.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}
