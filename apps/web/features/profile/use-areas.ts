/**
 * Whether what stands below the stream is drawn yet. On a page that came with it, always. Where a link was followed to
 * somebody who is there, it waits until the room's picture may be moving: on a small machine drawing it, its pictures
 * and its albums take as much of the processor as connecting does (ADR 0039). Caller: profile-view.tsx.
 */
import { useDeferredValue, useEffect, useState } from "react"
import { isOnline } from "@foldcast/rules/performer-status"

/** Milliseconds; a picture that takes longer than this waits for its network. */
const PICTURE_MS = 300

export const useAreas = (onlineStatus: number, cameWithPage: boolean): boolean => {
  const [isDue, setDue] = useState(cameWithPage || !isOnline(onlineStatus))
  useEffect(() => {
    if (isDue) return
    const timer = setTimeout(setDue, PICTURE_MS, true)
    return () => clearTimeout(timer)
  }, [isDue])
  // In slices, after the stream.
  return useDeferredValue(isDue, cameWithPage)
}
