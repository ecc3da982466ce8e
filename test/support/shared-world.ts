/**
 * One world and one browser for all test files of a worker: starting them costs more than most tests. For files
 * that end no process, set no limits and read only their own records; people use new accounts and browser contexts
 * of their own. No file knows that it is the last, so both end with their worker.
 */
import type { Browser } from "playwright-core"
import { NO_LATE_COMPILERS, openBrowser } from "./browser.ts"
import { WITH_STATES } from "./provider-state.ts"
import { UNLIMITED_PER_ADDRESS } from "./unlimited-rates.ts"
import { startWorld, type World } from "./world.ts"

/**
 * All visitors of a worker share one address, so rate limits are off, and the pause after a failed upstream is
 * short; other files test both.
 */
const SETTINGS = { ...UNLIMITED_PER_ADDRESS, UPSTREAM_PAUSE_MS: "500" }

type Environment = Readonly<Record<string, string>>

const worlds = new Map<string, Promise<World>>()
let browser: Promise<Browser> | undefined

/** A worker has no time for an orderly shutdown. */
const endWithWorker = (world: World): World => {
  process.once("SIGTERM", () => {
    world.abandon()
    process.exit()
  })
  return world
}

/** The worker's world with these settings in addition to the shared ones. */
export const sharedWorld = (environment: Environment = WITH_STATES.environment): Promise<World> => {
  const settings = { ...SETTINGS, ...environment }
  const key = JSON.stringify(settings)
  const known = worlds.get(key)
  if (known !== undefined) return known
  const started = startWorld({ environment: settings }).then(endWithWorker)
  worlds.set(key, started)
  return started
}

export const sharedBrowser = (): Promise<Browser> => {
  browser ??= openBrowser([NO_LATE_COMPILERS])
  return browser
}
