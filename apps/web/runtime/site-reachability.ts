/**
 * Whether the site answers, for what is fetched by an address that must not fail: a browser may keep the failure of
 * a piece of script for as long as the document lives, so none is asked for in vain. A browser that says it is
 * online may be so on a network that leads nowhere: the connection knows.
 */
import type { Observable } from "rxjs"
import type { ConnectionStatus } from "@foldcast/client/connection-status"

const LOOK_EVERY_MS = 5_000
/** Small, of no visitor, and the same for everybody. */
const PROBE = "/offline.html"

/** The connection was lost, and nothing has answered since. */
let isDoubted = false

const probe = (): Promise<boolean> =>
  fetch(PROBE, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  )

/** Asks it. */
export const probeSite = async (): Promise<boolean> => navigator.onLine && probe()

/** Whether the browser, or the connection, says that it does not. */
export const mayBeUnreachable = (): boolean => !navigator.onLine || isDoubted

/** Asks it where there is a doubt. */
export const isSiteReachable = async (): Promise<boolean> => !mayBeUnreachable() || probeSite()

/** Those who wait until the site answers. */
const waiting = new Set<() => void>()
const watchers = new Set<() => void>()

const tellWatchers = () => {
  for (const watcher of watchers) watcher()
}

const release = () => {
  const released = [...waiting]
  waiting.clear()
  for (const goOn of released) goOn()
  tellWatchers()
}

const look = async () => {
  if (waiting.size > 0 && (await probeSite())) release()
}

/** Asks at once, for somebody who pressed a button. */
export const probeAgain = (): void => {
  void look()
}

let isLooking = false

/** Looked for when the network or the connection is back, and every few seconds while somebody looks. */
export const whenSiteReachable = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(resolve)
    tellWatchers()
    // It may have come back meanwhile.
    probeAgain()
    if (isLooking) return
    isLooking = true
    addEventListener("online", probeAgain)
    setInterval(() => {
      if (document.visibilityState === "visible") probeAgain()
    }, LOOK_EVERY_MS)
  })

/** Whether something that was asked for waits. */
export const isWaitingForSite = (): boolean => waiting.size > 0

/** Tells of each change of it; answers how to hear no more. */
export const watchWaitingForSite = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

/** What the document's connection says of the site. */
export const trackReachability = (connection$: Observable<ConnectionStatus>): void => {
  connection$.subscribe(({ _tag }) => {
    if (_tag === "Waiting" || _tag === "Offline") isDoubted = true
    if (_tag !== "Live") return
    isDoubted = false
    release()
  })
}
