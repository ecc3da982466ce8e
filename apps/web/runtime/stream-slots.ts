/**
 * This document's slot for server-sent events (ADR 0050). Its rank: whether paid time runs in it, whether it is
 * visible, when it was used last. The search for a slot is loaded when it is needed (seek-slot.ts): few browsers need
 * one.
 */
import type { SlotSeeker, SoughtSlot, StreamSlots } from "@foldcast/client/stream-slots"
import { newUuid } from "./uuid.ts"

const isSeen = () => document.visibilityState === "visible"

const id = newUuid()
let isPaid = false
let usedAt = 0
const watchers = new Set<() => void>()

const tellWatchers = () => {
  for (const watcher of watchers) watcher()
}

const markUsed = () => {
  usedAt = Date.now()
  tellWatchers()
}

/** A document with paid time ranks before all others. */
export const setPaidTimeRunning = (runs: boolean): void => {
  if (runs === isPaid) return
  isPaid = runs
  tellWatchers()
}

/** From the start of the document, since a slot may be sought much later. */
const followUse = () => {
  if (isSeen()) markUsed()
  document.addEventListener("visibilitychange", () => {
    if (isSeen()) markUsed()
    else tellWatchers()
  })
  addEventListener("focus", markUsed)
}

export type WatchSeeker = (changed: (seeker: SlotSeeker) => void) => {
  readonly claim: () => void
  readonly end: () => void
}

const watch: WatchSeeker = (changed) => {
  const tell = () => {
    changed({ id, isPaid, isSeen: isSeen(), usedAt })
  }
  watchers.add(tell)
  tell()
  return {
    claim: markUsed,
    end: () => {
      watchers.delete(tell)
    },
  }
}

/** Over HTTP/2 and later one connection carries all streams of a host. */
const isUnbounded = (): boolean => {
  const [page] = performance.getEntriesByType("navigation")
  return page instanceof PerformanceNavigationTiming && /^h[23]/u.test(page.nextHopProtocol)
}

const seek: StreamSlots["seek"] = (told) => {
  let sought: SoughtSlot | "left" | null = null
  const begin = async () => {
    const found = await import("./seek-slot.ts")
      .then(({ seekSlot }) => seekSlot(watch, told, () => sought === "left"))
      .catch(() => {
        // The script did not load: better one stream too many than none.
        if (sought !== "left") told("own")
        return null
      })
    if (sought === "left") found?.leave()
    else sought = found
  }
  void begin()
  return {
    claim: markUsed,
    leave: () => {
      if (sought !== "left") sought?.leave()
      sought = "left"
    },
  }
}

export const browserStreamSlots = (): StreamSlots | null => {
  if (isUnbounded()) return null
  followUse()
  return { seek }
}
