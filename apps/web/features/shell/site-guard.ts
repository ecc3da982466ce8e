/**
 * Keeps the site's element in its document. An extension or bookmarklet that runs `document.body.innerHTML += ""`
 * replaces it by an inert copy: everything is visible, paid time runs, and nothing can be pressed. The guard puts
 * the React element back with its typed text, focus and video, with the same limit as for the restarts of a failed
 * part (restarts.ts). Beyond that, or where it cannot be put back, lost-site.ts ends the site. An element that was
 * moved elsewhere in the document is left there. Parts that are copied within the site are restored alike, but only
 * paid time makes repeated copying end the site (ADR 0055).
 *
 * It runs in the microtask after the change: nothing was painted, and no video has paused yet.
 */
import type { Root } from "react-dom/client"
import { isPaying } from "@foldcast/folds/paid-for"
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
  /** Passed by the entry: an import would make it a chunk of its own, needed before the first view. */
  readonly restartAt: typeof restartAt
}

const PROBE = "foldcast-probe"

/** Returns a function that tells whether listeners still work: `document.open()` removes all of them. */
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

/** A video that started before the guard paused when its element was removed. */
const playOn = (site: HTMLElement): void => {
  for (const video of site.querySelectorAll<HTMLVideoElement>("video[autoplay]")) {
    // Where autoplay is refused, the player's own button appears.
    if (video.paused) video.play().catch(() => {})
  }
}

/** The parent, also across a shadow root. */
const parentOf = (node: Node): Node | null =>
  node instanceof ShadowRoot ? node.host : node.parentNode

export const guardSite = (live: GuardedSite): void => {
  const { site, runtime, restartAt: restart } = live
  const isListenedTo = followListeners()
  const returnToPlaces = trackFocusAndScroll(site)
  let restarts: Restarts = []

  const isHere = () => site.isConnected && site.ownerDocument === document
  /** Whether the limit of restarts allows one more. */
  const mayMend = (): boolean => {
    const next = restart(restarts, performance.now())
    restarts = next ?? restarts
    return next !== null
  }
  /** Returns whether the site is in the document again. */
  const mend = (records: ReadonlyArray<MutationRecord>): boolean => {
    if (!isListenedTo() || !mayMend()) return false
    restoreElements(site, records)
    if (!isHere()) return false
    returnToPlaces()
    return true
  }
  const watch = () => {
    // The guard's own changes are not observed.
    observer.disconnect()
    for (let at = parentOf(site); at !== null; at = parentOf(at)) {
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
    } else if (isPaying(runtime.getState())) end()
  }
  const observer = new MutationObserver(look)
  // After the first observer: parts are checked when the site is back.
  const partsObserver = new MutationObserver(lookAtParts)
  partsObserver.observe(site, { childList: true, subtree: true })
  if (!isHere()) {
    look([])
    playOn(site)
  } else watch()
}
