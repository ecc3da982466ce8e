/**
 * Shows the mini player on the profile itself while the player is scrolled out of view. Invariant: the cost of paid
 * time is in view, in the player or in the mini player, wherever the page is scrolled.
 */
import { type RefObject, useEffect } from "react"
import { useRuntime } from "../../../runtime/react.tsx"

/** The heights of the camera badge and of the bar of paid time at the picture's end. */
const BADGE_AND_BAR_PX = 112

/** The site's header is hidden in a room on a phone, and sticks to the top elsewhere. */
const headerHeight = (): number =>
  document.querySelector<HTMLElement>(".site-header")?.offsetHeight ?? 0

export const useMiniPlayer = (box: RefObject<HTMLElement | null>, isInside: boolean): void => {
  const { dispatch, getState } = useRuntime()
  useEffect(() => {
    const player = box.current?.querySelector(".player") ?? null
    if (!isInside || player === null) return
    const show = (isAway: boolean) => {
      if (getState().room?.miniPlayer === isAway) return
      dispatch({ _tag: isAway ? "MiniPlayerShown" : "MiniPlayerHidden" })
    }
    const newWatch = () => {
      const observer = new IntersectionObserver(
        (entries) => {
          const newest = entries.at(-1)
          if (newest !== undefined) show(!newest.isIntersecting)
        },
        { rootMargin: `-${BADGE_AND_BAR_PX + headerHeight()}px 0px 0px` },
      )
      observer.observe(player)
      return observer
    }
    let watch = newWatch()
    const onResize = () => {
      watch.disconnect()
      watch = newWatch()
    }
    addEventListener("resize", onResize)
    return () => {
      removeEventListener("resize", onResize)
      watch.disconnect()
    }
  }, [box, dispatch, getState, isInside])
}
