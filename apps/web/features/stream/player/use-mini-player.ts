/**
 * Whether the stream shows in a corner of its own profile: while the player is scrolled out of view, until it is
 * closed there. Invariant: what paid time costs is seen in the player or in the corner, however far one reads on.
 */
import { type RefObject, useEffect } from "react"
import { useRuntime } from "../../../runtime/react.tsx"

/** The sign of one's own camera, the site's header, and the player's last line, which says what is paid. */
const AT_LEAST_SEEN_PX = 156

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
      { rootMargin: `-${AT_LEAST_SEEN_PX}px 0px 0px` },
    )
    watch.observe(player)
    return () => {
      watch.disconnect()
    }
  }, [box, dispatch, getState, isInside])
}
