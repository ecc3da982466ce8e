/**
 * Whether the stream shows in a corner of its own profile: while the stream box is scrolled out of view, until it is
 * closed there. Caller: the stream box; other pages are room-outside.tsx's.
 */
import { type RefObject, useEffect } from "react"
import { useRuntime } from "../../runtime/react.tsx"

export const useMiniPlayer = (box: RefObject<HTMLElement | null>, isInside: boolean): void => {
  const { dispatch, getState } = useRuntime()
  useEffect(() => {
    const { current } = box
    if (!isInside || current === null) return
    const show = (isAway: boolean) => {
      if (getState().room?.miniPlayer === isAway) return
      dispatch({ _tag: isAway ? "MiniPlayerShown" : "MiniPlayerHidden" })
    }
    const watch = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) show(!entry.isIntersecting)
    })
    watch.observe(current)
    return () => {
      watch.disconnect()
    }
  }, [box, dispatch, getState, isInside])
}
