/**
 * Fetches a chunk of script. A failure is tried once more where the site answers: the network was gone for a moment.
 * So is one while the page is being left: Firefox then aborts its requests although the page stays in use until the
 * next one comes.
 */
import { ChunkGone } from "./import-fetched.ts"
import { isSiteReachable, probeSite, whenSiteReachable } from "./site-reachability.ts"

/** After so long the page has stayed: the navigation was stopped, or was a download. */
const STAYS_AFTER_MS = 10_000

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
    if (!isBeingLeft && (cause instanceof ChunkGone || !(await probeSite()))) throw cause
  } finally {
    removeEventListener("beforeunload", leave)
  }
  if (isBeingLeft) {
    await new Promise((resolve) => {
      setTimeout(resolve, STAYS_AFTER_MS)
    })
  }
  return load()
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
