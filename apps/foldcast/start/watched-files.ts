/**
 * Which processes restart when a file changes in watch mode. Vite, which the gateway runs, reloads the site's
 * pages and browser code itself. Pure.
 */
import type { ProcessName } from "./plans.ts"

/** Sources that gateway and backend share. */
const SHARED = [
  "contracts/",
  "packages/clock/",
  "packages/colours/",
  "packages/limits/",
  "packages/rules/",
]

const SOURCES: Readonly<Record<ProcessName, ReadonlyArray<string>>> = {
  simulators: ["apps/simulators/", "packages/messages/"],
  backend: ["apps/backend/", ...SHARED, "packages/messages/"],
  media: ["apps/media/", "packages/limits/", "packages/settings/"],
  gateway: ["gateway/", ...SHARED, "packages/folds/", "packages/messages/"],
}

export const WATCHED_FOLDERS = ["apps", "contracts", "gateway", "packages"] as const

const isSource = (path: string) =>
  /\.(?:ts|js|sql|json)$/u.test(path) &&
  !/\.(?:test|fixture|fixtures|conformance|pact)\.ts$/u.test(path) &&
  !/(?:^|\/)(?:node_modules|dist)\//u.test(path)

/** The script of the desk's pages, which is packed before the simulators serve it. */
export const isOfDeskScript = (path: string): boolean =>
  isSource(path) && path.startsWith("apps/simulators/desk-client/")

/** `path` is relative to the repository's root, with forward slashes. */
export const affected = (path: string): ReadonlyArray<ProcessName> =>
  isSource(path)
    ? (Object.keys(SOURCES) as ReadonlyArray<ProcessName>).filter((name) =>
        SOURCES[name].some((folder) => path.startsWith(folder)),
      )
    : []
