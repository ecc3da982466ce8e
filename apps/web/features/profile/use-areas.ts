/**
 * Whether the areas below the stream are rendered. They are rendered at once if the page came with the profile, if
 * a scroll position further down is restored, and if one of their pictures is open. Otherwise the stream renders
 * first and the areas later, in slices. For an online performer they wait until the room's video may be playing: on
 * a small machine rendering them takes as much of the processor as connecting does (ADR 0039).
 */
import { useElementScrollRestoration } from "@tanstack/react-router"
import { startTransition, useEffect, useState } from "react"
import { isOnline } from "@foldcast/rules/performer-status"

/** Milliseconds; a video that takes longer waits for its network. */
const PICTURE_MS = 300

const pageOf = () => window

export interface AreasWanted {
  readonly onlineStatus: number
  readonly cameWithPage: boolean
  /** Whether one of the areas' pictures is open. */
  readonly isLookedAt: boolean
}

export const useAreas = ({ onlineStatus, cameWithPage, isLookedAt }: AreasWanted): boolean => {
  // The scroll position of this history entry: none where a link was followed.
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
