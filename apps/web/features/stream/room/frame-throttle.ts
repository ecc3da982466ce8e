/**
 * Throttles a value to one change per frame. In a room of fifty lines a second a slow phone would otherwise render each
 * and fall ever further behind. A hidden page draws no frames: there a timer takes their place.
 *
 * Invariants: every value that is published was the source's at that moment; the newest one is published within
 * FALLBACK_MS; listeners are called after the value has changed.
 */
const FALLBACK_MS = 100

/** Runs once, in the next frame or after FALLBACK_MS; answers how to cancel. */
export type FrameSchedule = (run: () => void) => () => void

export const scheduleNextFrame: FrameSchedule = (run) => {
  const cancel = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const begin = () => {
    cancel()
    run()
  }
  const frame = requestAnimationFrame(begin)
  const timer = setTimeout(begin, FALLBACK_MS)
  return cancel
}

export interface ValueSource<A> {
  readonly now: () => A
  readonly subscribe: (listener: () => void) => () => void
}

export const throttledByFrame = <A>(
  source: ValueSource<A>,
  schedule: FrameSchedule,
): ValueSource<A> => {
  const listeners = new Set<() => void>()
  let shown = source.now()
  let stop: (() => void) | null = null
  /** While set, this frame has had its change. */
  let frame: (() => void) | null = null
  const show = () => {
    const next = source.now()
    if (Object.is(next, shown)) return
    shown = next
    frame = schedule(() => {
      frame = null
      show()
    })
    for (const listener of listeners) listener()
  }
  const change = () => {
    if (frame === null) show()
  }
  return {
    now: () => {
      // While nobody listens, nothing keeps it.
      if (stop === null) shown = source.now()
      return shown
    },
    subscribe: (listener) => {
      listeners.add(listener)
      stop ??= source.subscribe(change)
      // It may have changed before anybody listened.
      change()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        frame?.()
        stop = frame = null
      }
    },
  }
}
