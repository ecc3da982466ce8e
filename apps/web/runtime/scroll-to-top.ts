/**
 * Back to the top in 450 milliseconds, slower towards the end; at once for who asked for less motion, and
 * no further than a visitor who scrolls meanwhile (SHELL-59).
 */
import { TIMINGS } from "./timings.ts"

/** Where the page stands this long after it began at `from`. Pure. */
export const scrollAt = (from: number, elapsedMs: number): number => {
  const done = Math.min(1, Math.max(0, elapsedMs / TIMINGS.scrollToTop))
  return Math.round(from * (1 - done) ** 3)
}

export interface ScrollPorts {
  readonly now: () => number
  readonly nextFrame: (draw: () => void) => void
  readonly position: () => number
  readonly scrollTo: (position: number) => void
  readonly wantsLessMotion: () => boolean
}

export const scrollToTop = (ports: ScrollPorts): void => {
  if (ports.wantsLessMotion()) return ports.scrollTo(0)
  const from = ports.position()
  const begun = ports.now()
  let shown = from
  const draw = () => {
    // Somebody else moved the page.
    if (Math.abs(ports.position() - shown) > 2) return
    shown = scrollAt(from, ports.now() - begun)
    ports.scrollTo(shown)
    if (shown > 0) ports.nextFrame(draw)
  }
  ports.nextFrame(draw)
}

export const browserScroll: ScrollPorts = {
  now: () => performance.now(),
  nextFrame: (draw) => requestAnimationFrame(draw),
  position: () => scrollY,
  scrollTo: (top) => scrollTo({ top, behavior: "instant" }),
  wantsLessMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
}
