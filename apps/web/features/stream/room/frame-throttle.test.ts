import { describe, expect, it } from "vitest"
import { throttledByFrame, type FrameSchedule } from "./frame-throttle.ts"

const scene = () => {
  let value = 0
  let heard: (() => void) | null = null
  const due: Array<() => void> = []
  const schedule: FrameSchedule = (run) => {
    due.push(run)
    return () => {
      due.splice(due.indexOf(run), 1)
    }
  }
  const shown: Array<number> = []
  const values = throttledByFrame(
    {
      now: () => value,
      subscribe: (listener) => {
        heard = listener
        return () => {
          heard = null
        }
      },
    },
    schedule,
  )
  const change = (next: number) => {
    value = next
    heard?.()
  }
  return {
    change,
    due,
    shown,
    values,
    listen: () => values.subscribe(() => shown.push(values.now())),
    frame: () => {
      for (const run of due.splice(0)) run()
    },
  }
}

describe("a value that is shown once a frame", () => {
  it("shows a single change at once", () => {
    const { change, frame, listen, shown } = scene()
    listen()
    change(1)
    expect(shown).toEqual([1])
    frame()
    change(2)
    expect(shown).toEqual([1, 2])
  })

  it("answers its newest value while nobody listens, and the frame's while somebody does", () => {
    const { change, frame, listen, values } = scene()
    change(1)
    expect(values.now()).toBe(1)
    const leave = listen()
    change(2)
    change(3)
    expect(values.now()).toBe(2)
    const leaveToo = values.subscribe(() => undefined)
    expect(values.now()).toBe(2)
    frame()
    expect(values.now()).toBe(3)
    leave()
    change(4)
    expect(values.now()).toBe(3)
    frame()
    expect(values.now()).toBe(4)
    leaveToo()
    change(5)
    expect(values.now()).toBe(5)
  })

  it("shows the newest of several changes in a frame, once", () => {
    const { change, due, frame, listen, shown, values } = scene()
    listen()
    change(1)
    change(2)
    change(3)
    expect(values.now()).toBe(1)
    frame()
    expect(shown).toEqual([1, 3])
    change(4)
    expect(shown).toEqual([1, 3])
    frame()
    expect(shown).toEqual([1, 3, 4])
    frame()
    expect(due).toEqual([])
  })

  it("notifies nobody where the value is again the shown one", () => {
    const { change, frame, listen, shown } = scene()
    listen()
    change(1)
    change(2)
    change(1)
    frame()
    expect(shown).toEqual([1])
  })

  it("shows what changed before somebody listened, and is silent after they left", () => {
    const { change, due, listen, shown } = scene()
    change(1)
    const leave = listen()
    expect(shown).toEqual([1])
    change(2)
    leave()
    expect(due).toEqual([])
    change(3)
    expect(shown).toEqual([1])
  })
})
