/**
 * Keeps the site's element in its document. `document.body.innerHTML += ""`, of an extension or a bookmarklet, puts a
 * dead copy in its place: all is seen, paid time runs, and nothing can be pressed. The element that React holds goes
 * back where it was, with what was typed, the focus and the moving picture, as often as a part that fails is built
 * anew (restarts.ts); after that, or where the document itself was begun anew, site-gone.ts ends the site. One that an
 * extension moves elsewhere in the document is whole, and is left there.
 *
 * It happens in the microtask after the change: nothing was painted, and no video has paused yet. Caller:
 * late-start.ts.
 */
import type { Root } from "react-dom/client"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import type { Restarts, restartAt } from "../site/restarts.ts"
import { followPlaces } from "./places.ts"
import { putBack } from "./put-back.ts"
import { endSite } from "./site-gone.ts"

export interface LiveSiteElement {
  readonly root: Root
  readonly site: HTMLElement
  readonly runtime: SiteRuntime
  /** The entry's: imported here it would be one more file that every page needs before it begins. */
  readonly restartAt: typeof restartAt
}

const PROBE = "foldcast-probe"

/** False once `document.open()` has taken every listener of the document: nothing in it can be pressed any more. */
const followListeners = (): (() => boolean) => {
  let heard = false
  addEventListener(PROBE, () => {
    heard = true
  })
  return () => {
    heard = false
    dispatchEvent(new Event(PROBE))
    return heard
  }
}

/** What began to play before the site was watched has paused with its element. */
const playOn = (site: HTMLElement): void => {
  for (const video of site.querySelectorAll<HTMLVideoElement>("video[autoplay]")) {
    // As it is let play at first: where it may not, its own controls say so.
    if (video.paused) video.play().catch(() => {})
  }
}

export const keepSite = (live: LiveSiteElement): void => {
  const { site, restartAt: restart } = live
  const isListenedTo = followListeners()
  const returnToPlaces = followPlaces(site)
  let restarts: Restarts = []

  /** Whether it is there again. */
  const mend = (records: ReadonlyArray<MutationRecord>): boolean => {
    const next = isListenedTo() ? restart(restarts, performance.now()) : null
    if (next === null) return false
    restarts = next
    putBack(site, records)
    returnToPlaces()
    return true
  }
  const watch = () => {
    // What was done here is no news.
    observer.disconnect()
    for (let at = site.parentNode; at !== null; at = at.parentNode) {
      observer.observe(at, { childList: true })
    }
  }
  const look = (records: ReadonlyArray<MutationRecord>) => {
    if (site.isConnected || mend(records)) return watch()
    observer.disconnect()
    endSite(live)
  }
  const observer = new MutationObserver(look)
  if (!site.isConnected) {
    look([])
    playOn(site)
  } else watch()
}
