/**
 * One world and one browser for all test files that run in a worker: to start them costs more than most
 * tests. For files that end no process, set no limits and look at nobody's records but their own; people
 * come with new accounts and in browser contexts of their own. The last file does not know that it is the
 * last, so both end with their worker.
 */
import type { Browser } from "playwright-core"
import { openBrowser } from "./browser.ts"
import { WITH_STATES } from "./provider-state.ts"
import { UNLIMITED_PER_ADDRESS } from "./unlimited-rates.ts"
import { startWorld, type World } from "./world.ts"

/**
 * All visitors of a worker have one address; how often one may try is another file's question, and so is how
 * long a service that does not answer is left alone.
 */
const SETTINGS = { ...UNLIMITED_PER_ADDRESS, UPSTREAM_PAUSE_MS: "500" }

type Environment = Readonly<Record<string, string>>

const worlds = new Map<string, Promise<World>>()
let browser: Promise<Browser> | undefined

/** A worker is given no time to end in. */
const endWithWorker = (world: World): World => {
  process.once("SIGTERM", () => {
    world.abandon()
    process.exit()
  })
  return world
}

/** The worker's world with these settings beside the shared ones. */
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
  browser ??= openBrowser()
  return browser
}
