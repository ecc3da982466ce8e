/**
 * A browser of the Baseline's year, as far as its script goes: whatever is newer is taken out of this one before a page
 * begins. What a package asks of it unasked fails there as it does for who has such a browser.
 */
import type { BrowserContext } from "playwright-core"
import { inject } from "vitest"

/** In the page. A key's owner is a global; an interface's members are its prototype's. */
const TAKE_AWAY = `(keys) => {
  let taken = 0
  const take = (from, name) => {
    if (from !== undefined && from !== null && Object.hasOwn(from, name) && delete from[name]) taken += 1
  }
  for (const key of keys) {
    const path = key.replace(/^api\\.|^javascript\\.builtins\\./u, "").split(".")
    const name = path.pop().replace(/_static$/u, "").replace(/^(.*)_event$/u, "on$1")
    const owner = path.reduce((from, part) => from?.[part], globalThis)
    if (path.length === 0 || path[0] === "Window") take(globalThis, name)
    else if (name !== path.at(-1)) {
      take(owner, name)
      take(owner?.prototype, name)
    }
  }
  globalThis.takenAway = taken
}`

/** What an older browser has too, though not all of it or not as it is today. */
const KEPT = new Set([
  // Ended with another error.
  "abortsignal-timeout",
  // Without some of what may be handed over.
  "media-source",
  "video",
  "wheel-events",
  "window",
  // The page's own policy asks a newer browser for it.
  "trusted-types",
])

export const makeOlder = async (context: BrowserContext): Promise<void> => {
  const taken = inject("newerScript").filter(({ feature }) => !KEPT.has(feature))
  const keys = JSON.stringify(taken.map(({ key }) => key))
  await context.addInitScript({ content: `(${TAKE_AWAY})(${keys})` })
}
