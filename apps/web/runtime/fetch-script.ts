/**
 * Fetches a chunk of script. A failure is tried once more where the site answers: the network was gone for a moment.
 * So is one while the page is being left: Firefox then aborts its requests although the page stays in use until the
 * next one comes.
 */
import { ChunkGone } from "./import-fetched.ts"
import { isSiteReachable, probeSite, whenSiteReachable } from "./site-reachability.ts"

/** The site did not answer: the chunk can be fetched once it does. */
export class ScriptUnreached extends Error {
  override readonly name = "ScriptUnreached"
}

/** After so long the page has stayed: the navigation was stopped, or was a download. */
const STAYS_AFTER_MS = 10_000

/** The error that a failed load is reported as. */
const reported = async (cause: unknown): Promise<unknown> =>
  cause instanceof ChunkGone || (await probeSite())
    ? cause
    : new ScriptUnreached("the site did not answer", { cause })

/** Rejects with `ScriptUnreached`, or as the second attempt does. */
export const fetchScript = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  let isBeingLeft = false
  const leave = () => {
    isBeingLeft = true
  }
  // Only meanwhile: a permanent beforeunload listener keeps a page out of the back-forward cache.
  addEventListener("beforeunload", leave)
  try {
    return await load()
  } catch (cause) {
    const error = isBeingLeft ? null : await reported(cause)
    if (error instanceof ChunkGone || error instanceof ScriptUnreached) throw error
  } finally {
    removeEventListener("beforeunload", leave)
  }
  if (isBeingLeft) {
    await new Promise((resolve) => {
      setTimeout(resolve, STAYS_AFTER_MS)
    })
  }
  try {
    return await load()
  } catch (cause) {
    throw await reported(cause)
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
