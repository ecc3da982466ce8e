/**
 * A value that is shown at once where it changes seldom, and once a frame where it changes more often: where fifty
 * lines a second are said, a slow phone would draw each and fall behind ever more. Where no frame is drawn, as in a
 * hidden page, it is shown soon all the same.
 *
 * Invariants: what is shown was the value once, and the newest one is shown within SOON_MS; who listens is told
 * after it is shown.
 */
const SOON_MS = 100

/** Runs once, in the next frame or soon; the answer takes it back. */
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
  const timer = setTimeout(begin, SOON_MS)
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
  /** While there is one, something was shown in this frame. */
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
    now: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      stop ??= source.subscribe(change)
      // What changed before somebody listened.
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
