/**
 * Whether what stands below the stream is drawn yet. It is, at once, on a page that came with it, for who comes back
 * to a place further down, and where one of its pictures is open. Else the stream is drawn first, and this after it,
 * in slices; where somebody is there, once the room's picture may be moving, for on a small machine it takes as much
 * of the processor as connecting does (ADR 0039).
 */
import { useElementScrollRestoration } from "@tanstack/react-router"
import { startTransition, useEffect, useState } from "react"
import { isOnline } from "@foldcast/rules/performer-status"

/** Milliseconds; a picture that takes longer than this waits for its network. */
const PICTURE_MS = 300

const pageOf = () => window

export interface AreasWanted {
  readonly onlineStatus: number
  readonly cameWithPage: boolean
  /** Whether one of its pictures is open. */
  readonly isLookedAt: boolean
}

export const useAreas = ({ onlineStatus, cameWithPage, isLookedAt }: AreasWanted): boolean => {
  // Of this entry of the history: none where a link was followed.
  const place = useElementScrollRestoration({ getElement: pageOf })
  const isBack = place !== undefined && place.scrollY > 0
  const [isDrawn, setDrawn] = useState(cameWithPage || isLookedAt || isBack)
  const waitMs = isOnline(onlineStatus) ? PICTURE_MS : 0
  useEffect(() => {
    if (isDrawn) return
    const timer = setTimeout(() => {
      startTransition(() => {
        setDrawn(true)
      })
    }, waitMs)
    return () => {
      clearTimeout(timer)
    }
  }, [isDrawn, waitMs])
  return isDrawn
}
