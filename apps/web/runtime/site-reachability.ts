/**
 * Whether the site can be reached, for chunks of script and for answers: what is missing is requested when the site
 * answers. `navigator.onLine` may be wrong; the stream's connection is not.
 */
import type { Observable } from "rxjs"
import type { ConnectionStatus } from "@foldcast/client/connection-status"

const PROBE_EVERY_MS = 5_000
/** Small, and the same for every visitor. */
const PROBE = "/offline.html"

/** The stream's connection was lost and has not come back. */
let isDisconnected = false

const probe = (): Promise<boolean> =>
  fetch(PROBE, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  )

export const probeSite = async (): Promise<boolean> => navigator.onLine && probe()

/** By the browser or by the stream's connection. */
export const mayBeUnreachable = (): boolean => !navigator.onLine || isDisconnected

/** Probes only where it may be unreachable. */
export const isSiteReachable = async (): Promise<boolean> => !mayBeUnreachable() || probeSite()

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

/** At once, by a press. */
export const probeAgain = (): void => {
  void look()
}

let isLooking = false

/** Resolves when the site answers: probed when the network or the connection is back, and regularly while visible. */
export const whenSiteReachable = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(resolve)
    tellWatchers()
    probeAgain()
    if (isLooking) return
    isLooking = true
    addEventListener("online", probeAgain)
    setInterval(() => {
      if (document.visibilityState === "visible") probeAgain()
    }, PROBE_EVERY_MS)
  })

/** Whether somebody waits in `whenSiteReachable`. */
export const isWaitingForSite = (): boolean => waiting.size > 0

/** Calls the watcher at each change; answers how to unsubscribe. */
export const watchWaitingForSite = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

/** `onBack`: the connection was lost and has come back. */
export const trackReachability = (
  connection$: Observable<ConnectionStatus>,
  onBack: () => void,
): void => {
  connection$.subscribe(({ _tag }) => {
    if (_tag === "Waiting" || _tag === "Offline") isDisconnected = true
    if (_tag !== "Live") return
    if (isDisconnected) onBack()
    isDisconnected = false
    release()
  })
}
