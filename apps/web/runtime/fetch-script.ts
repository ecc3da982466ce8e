/**
 * Fetches a chunk of script. A failure is tried again where the site answers: the network was gone for a moment, and
 * one that comes and goes fails more than one request. So is a failure while the page is being left: Firefox then
 * aborts its requests although the page stays in use until the next one comes.
 */
import { ChunkGone } from "./import-fetched.ts"
import { isSiteReachable, probeSite, whenSiteReachable } from "./site-reachability.ts"

/** The site did not answer: the chunk can be fetched once it does. */
export class ScriptUnreached extends Error {
  override readonly name = "ScriptUnreached"
}

/** After so long the page has stayed: the navigation was stopped, or was a download. */
const STAYS_AFTER_MS = 10_000

/** Before each further attempt, where the site answers. */
const RETRY_AFTER_MS = [0, 500, 2_000]

const later = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

type Attempt<Part> =
  | { readonly _tag: "Loaded"; readonly part: Part }
  | { readonly _tag: "Left" }
  | { readonly _tag: "Failed"; readonly cause: unknown }

const attempt = async <Part>(load: () => Promise<Part>): Promise<Attempt<Part>> => {
  let isBeingLeft = false
  const leave = () => {
    isBeingLeft = true
  }
  // Only meanwhile: a permanent beforeunload listener keeps a page out of the back-forward cache.
  addEventListener("beforeunload", leave)
  try {
    return { _tag: "Loaded", part: await load() }
  } catch (cause) {
    return isBeingLeft ? { _tag: "Left" } : { _tag: "Failed", cause }
  } finally {
    removeEventListener("beforeunload", leave)
  }
}

/** Rejects with `ScriptUnreached`, with `ChunkGone`, or as the last attempt does. */
export const fetchScript = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  for (let retries = 0; ;) {
    const attempted = await attempt(load)
    if (attempted._tag === "Loaded") return attempted.part
    if (attempted._tag === "Left") {
      await later(STAYS_AFTER_MS)
      continue
    }
    const { cause } = attempted
    if (cause instanceof ChunkGone) throw cause
    if (!(await probeSite())) throw new ScriptUnreached("the site did not answer", { cause })
    const ms = RETRY_AFTER_MS[retries]
    if (ms === undefined) throw cause
    retries += 1
    await later(ms)
  }
}

const MAX_TRIES = 3

/**
 * Fetches a chunk of script whose absence nobody sees: it waits for the site and is fetched again after a failure.
 * Null where it does not come.
 */
export const fetchScriptQuietly = async <Part>(load: () => Promise<Part>): Promise<Part | null> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (!(await isSiteReachable())) await whenSiteReachable()
    try {
      return await fetchScript(load)
    } catch (cause) {
      if (cause instanceof ChunkGone) return null
    }
  }
  return null
}
