/**
 * This document's slot for server-sent events (ADR 0050): how much it matters is whether paid time runs in it, whether
 * it is seen and when it was used last. Caller: live-site.ts, which also tells of paid time.
 *
 * Where the browser has no locks, outside secure contexts, or refuses them, as it does where cookies are blocked, no
 * document knows of the others: each that is seen, or pays, streams, and each that is hidden yields.
 */
import type { SlotSeeker, SoughtSlot, StreamSlots } from "@foldcast/client/stream-slots"
import { seekByLocks, type SlotNews } from "./slots-by-locks.ts"
import { newUuid } from "./uuid.ts"

const CHANNEL = "foldcast-stream-slots"

const news: SlotNews = {
  tell: () => {
    const channel = new BroadcastChannel(CHANNEL)
    // A broadcast channel reaches its own origin alone, and knows no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(null)
    channel.close()
  },
  hear: (changed) => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener("message", changed)
    return () => {
      channel.close()
    }
  },
}

const isVisible = () => document.visibilityState === "visible"

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

/** Whether paid time runs in this document: it yields to none where it does not. */
export const tellPaidTime = (runs: boolean): void => {
  if (runs === isPaid) return
  isPaid = runs
  tellWatchers()
}

/** From the document's beginning on: who seeks a slot later was used before. */
const followUse = () => {
  if (isVisible()) markUsed()
  document.addEventListener("visibilitychange", () => {
    if (isVisible()) markUsed()
    else tellWatchers()
  })
  addEventListener("focus", markUsed)
}

const watch = (changed: (seeker: SlotSeeker) => void) => {
  const tell = () => {
    changed({ id, isPaid, isVisible: isVisible(), usedAt })
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

const seekBySight = (told: (isGranted: boolean) => void): SoughtSlot => {
  let last: boolean | null = null
  const { claim, end } = watch((seeker) => {
    const isGranted = seeker.isVisible || seeker.isPaid
    if (isGranted === last) return
    last = isGranted
    told(isGranted)
  })
  return { claim, leave: end }
}

/** Over HTTP/2 and later one connection carries all streams of a host. */
const isUnbounded = (): boolean => {
  const [page] = performance.getEntriesByType("navigation")
  return page instanceof PerformanceNavigationTiming && /^h[23]/u.test(page.nextHopProtocol)
}

/** Null where there are none. */
const usableLocks = async (): Promise<LockManager | null> => {
  if (!("locks" in navigator)) return null
  return navigator.locks.query().then(
    () => navigator.locks,
    () => null,
  )
}

const seek: StreamSlots["seek"] = (told) => {
  let sought: SoughtSlot | "left" | null = null
  const begin = async () => {
    const locks = await usableLocks()
    if (sought === "left") return
    sought = locks === null ? seekBySight(told) : seekByLocks({ locks, news, watch }, told)
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
