/**
 * Fetches a chunk of script, also while the page is being left: Firefox then aborts its requests although the page
 * stays in use until the next one comes. Such a failure is retried instead of reloading the page.
 */

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
    if (!isBeingLeft) throw cause
  } finally {
    removeEventListener("beforeunload", leave)
  }
  await new Promise((resolve) => {
    setTimeout(resolve, STAYS_AFTER_MS)
  })
  return load()
}
