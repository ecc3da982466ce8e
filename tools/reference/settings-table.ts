/**
 * The tables of settings, generated from the processes' declarations: the common ones in the README, all of
 * them in docs/settings.md. Pure.
 */
import { type Setting, settingsOf, type SettingTree } from "../../packages/settings/setting.ts"
import { BACKEND_SETTINGS as BACKEND } from "../../apps/backend/settings.ts"
import { DRAWN, LAUNCHER_SETTINGS as LAUNCHER } from "../../apps/foldcast/start/settings.ts"
import { MEDIA_SETTINGS as MEDIA } from "../../apps/media/config.ts"
import { GATEWAY_SETTINGS as GATEWAY } from "../../gateway/settings.ts"

type Declared = Omit<Setting<unknown>, "read">

const declared = (tree: SettingTree): ReadonlyArray<Declared> =>
  settingsOf(tree).map(([, one]) => one)

/** Settings that a person who runs the site locally may want to change. */
const NEEDED = [
  "PORT",
  "HOST",
  "DATA_DIR",
  "FOLDCAST_ENV",
  "DATABASE_URL",
  "DEMO_AT",
  "MEMBER_API_URL",
  "MEMBER_API_KEY",
  "PERFORMER_SERVICE_URL",
  "PERFORMER_SERVICE_KEY",
]

const cell = (text: string) => text.replaceAll("|", String.raw`\|`)

const codeOf = (text: string) => ["`", text, "`"].join("")

const defaultOf = ({ fallback }: Declared) =>
  fallback === "" ? "–" : fallback === DRAWN ? "drawn once" : cell(codeOf(fallback))

const row = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`

const meaningOf = ({ meaning, formerName }: Declared) =>
  formerName === null ? meaning : `${meaning}; \`${formerName}\` where it is not set`

const cellsOf = (one: Declared) => [codeOf(one.name), defaultOf(one), cell(meaningOf(one))]

const table = (settings: ReadonlyArray<Declared>): string =>
  [
    "| setting | default | meaning | must be set in production |",
    "|---|---|---|---|",
    ...settings.map((one) => row([...cellsOf(one), one.real ? "yes" : ""])),
  ].join("\n")

/** The launcher's declaration if it has one, else the process's own. */
export const neededSettings = (): string => {
  const all = [LAUNCHER, GATEWAY, BACKEND].flatMap(declared)
  const rows = NEEDED.map((name) => {
    const one = all.find((setting) => setting.name === name)
    if (one === undefined) throw new Error(`no process has the setting ${name}`)
    return row(cellsOf(one))
  })
  return ["| setting | default | meaning |", "|---|---|---|", ...rows].join("\n")
}

const byName = (tree: SettingTree) => declared(tree).toSorted((a, b) => (a.name < b.name ? -1 : 1))

export const siteSettings = (): string => table(declared(LAUNCHER))
export const gatewaySettings = (): string => table(byName(GATEWAY))
export const backendSettings = (): string => table(byName(BACKEND))
export const mediaSettings = (): string => table(byName(MEDIA))
