/**
 * Fetches a piece of script for a page that may be left meanwhile: Firefox ends all that is being loaded in the
 * moment in which it begins to leave a page, and the page stays in sight and in use until the next one is there. A
 * script is not gone because of that; a reload for it would take the visitor back.
 */

/** Milliseconds after which a page that was to be left has stayed: somebody stopped it, or what came was a file. */
const STAYS_AFTER_MS = 10_000

export const fetchScript = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  let isBeingLeft = false
  const leave = () => {
    isBeingLeft = true
  }
  // Only meanwhile: a page that listens for it for ever may not be kept for the way back.
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
