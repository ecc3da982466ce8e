/** How wide the page is shown, and that it is read again when it changes. */
import { BREAKPOINTS } from "@foldcast/ui/theme/breakpoints"
import { TIMINGS } from "./timings.ts"

export const isMobileWidth = (width: number): boolean => width < BREAKPOINTS.desktop

/** Tells the width now and after each resize, once it has come to rest; answers how to stop. */
export const watchDevice = (
  window: EventTarget,
  width: () => number,
  read: (width: number) => void,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onResize = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      read(width())
    }, TIMINGS.resize)
  }
  read(width())
  window.addEventListener("resize", onResize)
  return () => {
    clearTimeout(timer)
    window.removeEventListener("resize", onResize)
  }
}
