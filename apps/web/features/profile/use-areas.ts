/**
 * Whether what stands below the stream is drawn yet. On a page that comes with it, always. Where a link was followed,
 * its drawing, its pictures and its albums wait until the picture of the room moves: on a small machine they take as
 * much of the processor as connecting does (docs/media.md, "Figures"). Caller: profile-view.tsx.
 */
import { useDeferredValue, useEffect, useState } from "react"
import { isOnline } from "@foldcast/rules/performer-status"

/** Milliseconds in which a picture moves after the click; one that takes longer waits for its network, not for us. */
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
