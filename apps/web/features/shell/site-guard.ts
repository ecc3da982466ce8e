/**
 * Keeps the site's element in its document. `document.body.innerHTML += ""`, of an extension or a bookmarklet, puts a
 * dead copy in its place: all is seen, paid time runs, and nothing can be pressed. The element that React holds goes
 * back where it was, with what was typed, the focus and the moving picture, as often as a part that fails is built
 * anew (restarts.ts); after that, or where it cannot be put back, lost-site.ts ends the site. One that an extension moves
 * elsewhere in the document is whole, and is left there. So it goes with a part of the site that is copied within it,
 * but for one thing: of a part that is copied on and on the site ends only where time is paid for.
 *
 * It happens in the microtask after the change: nothing was painted, and no video has paused yet.
 */
import type { Root } from "react-dom/client"
import { isPaidFor } from "@foldcast/folds/paid-for"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import type { Restarts, restartAt } from "../site/restarts.ts"
import { inertCopies } from "./inert-copies.ts"
import { trackFocusAndScroll } from "./focus-and-scroll.ts"
import { restoreElements } from "./restore-elements.ts"
import { endLostSite } from "./lost-site.ts"

export interface GuardedSite {
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

/** The element around this one, out of a shadow tree too, and last the document. */
const around = (node: Node): Node | null =>
  node instanceof ShadowRoot ? node.host : node.parentNode

export const guardSite = (live: GuardedSite): void => {
  const { site, runtime, restartAt: restart } = live
  const isListenedTo = followListeners()
  const returnToPlaces = trackFocusAndScroll(site)
  let restarts: Restarts = []

  const isHere = () => site.isConnected && site.ownerDocument === document
  /** Whether once more is not too often. */
  const mayMend = (): boolean => {
    const next = restart(restarts, performance.now())
    restarts = next ?? restarts
    return next !== null
  }
  /** Whether it is there again. */
  const mend = (records: ReadonlyArray<MutationRecord>): boolean => {
    if (!isListenedTo() || !mayMend()) return false
    restoreElements(site, records)
    if (!isHere()) return false
    returnToPlaces()
    return true
  }
  const watch = () => {
    // What was done here is no news.
    observer.disconnect()
    for (let at = around(site); at !== null; at = around(at)) {
      observer.observe(at, { childList: true })
    }
  }
  const end = () => {
    observer.disconnect()
    partsObserver.disconnect()
    endLostSite(live)
  }
  const look = (records: ReadonlyArray<MutationRecord>) => {
    if (isHere() || mend(records)) watch()
    else end()
  }
  const lookAtParts = (records: ReadonlyArray<MutationRecord>) => {
    const copies = inertCopies(records)
    if (copies.length === 0) return
    if (mayMend()) {
      for (const { copy, element } of copies) copy.replaceWith(element)
      partsObserver.takeRecords()
      returnToPlaces()
    } else if (isPaidFor(runtime.getState().room)) end()
  }
  const observer = new MutationObserver(look)
  // After it: what stands in the site is looked at where the site is there again.
  const partsObserver = new MutationObserver(lookAtParts)
  partsObserver.observe(site, { childList: true, subtree: true })
  if (!isHere()) {
    look([])
    playOn(site)
  } else watch()
}
