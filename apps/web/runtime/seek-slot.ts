/**
 * How a document gets its slot: by the browser's locks, which show the other documents. Without usable locks (insecure
 * contexts, blocked cookies) no document knows of the others: visible and paid ones stream, hidden ones yield.
 */
import type { SlotTurn, SoughtSlot } from "@foldcast/client/stream-slots"
import { seekByLocks, type SlotNews } from "./slots-by-locks.ts"
import type { WatchSeeker } from "./stream-slots.ts"

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

const seekByVisibility = (watch: WatchSeeker, told: (turn: SlotTurn) => void): SoughtSlot => {
  let last: boolean | null = null
  const { claim, end } = watch((seeker) => {
    const isGranted = seeker.isSeen || seeker.isPaid
    if (isGranted === last) return
    last = isGranted
    told(isGranted ? "own" : "others")
  })
  return { claim, leave: end }
}

/** Null where there are none. */
const usableLocks = async (): Promise<LockManager | null> => {
  if (!("locks" in navigator)) return null
  return navigator.locks.query().then(
    () => navigator.locks,
    () => null,
  )
}

/** Null where it was left meanwhile. */
export const seekSlot = async (
  watch: WatchSeeker,
  told: (turn: SlotTurn) => void,
  isLeft: () => boolean,
): Promise<SoughtSlot | null> => {
  const locks = await usableLocks()
  if (isLeft()) return null
  return locks === null ? seekByVisibility(watch, told) : seekByLocks({ locks, news, watch }, told)
}
