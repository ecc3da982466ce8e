/**
 * Shows the mini player on the profile itself while the player is scrolled out of view. Invariant: the cost of paid
 * time is in view, in the player or in the mini player, wherever the page is scrolled.
 */
import { type RefObject, useEffect } from "react"
import { useRuntime } from "../../../runtime/react.tsx"

/**
 * The heights of the camera badge and of the bar of paid time at the picture's end: about a fifth of the picture. In a
 * room the site's header takes nothing of the screen: it scrolls away, or is hidden (header.css, stream.css).
 */
const LEAST_SEEN_PX = 112

export const useMiniPlayer = (box: RefObject<HTMLElement | null>, isInside: boolean): void => {
  const { dispatch, getState } = useRuntime()
  useEffect(() => {
    const player = box.current?.querySelector(".player") ?? null
    if (!isInside || player === null) return
    const show = (isAway: boolean) => {
      if (getState().room?.miniPlayer === isAway) return
      dispatch({ _tag: isAway ? "MiniPlayerShown" : "MiniPlayerHidden" })
    }
    const watch = new IntersectionObserver(
      (entries) => {
        const newest = entries.at(-1)
        if (newest !== undefined) show(!newest.isIntersecting)
      },
      { rootMargin: `-${LEAST_SEEN_PX}px 0px 0px` },
    )
    watch.observe(player)
    return () => {
      watch.disconnect()
    }
  }, [box, dispatch, getState, isInside])
}
