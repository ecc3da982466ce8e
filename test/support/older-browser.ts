/**
 * A browser of the Baseline's year, for script: removes newer features from this browser before a page starts. Code
 * that uses one without a check then fails as it does in such a browser.
 */
import type { BrowserContext } from "playwright-core"
import { inject } from "vitest"

/** Runs in the page. A key's owner is a global; an interface's members are on its prototype. */
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

/** Features that an older browser has too, if only in part or in an earlier form. */
const KEPT = new Set([
  // Aborted with another error.
  "abortsignal-timeout",
  // Lacks some types of transferable objects.
  "media-source",
  "video",
  "wheel-events",
  "window",
  // The page's own policy requires it of a newer browser.
  "trusted-types",
])

export const makeOlder = async (context: BrowserContext): Promise<void> => {
  const taken = inject("newerScript").filter(({ feature }) => !KEPT.has(feature))
  const keys = JSON.stringify(taken.map(({ key }) => key))
  await context.addInitScript({ content: `(${TAKE_AWAY})(${keys})` })
}
