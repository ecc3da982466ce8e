import { describe, expect, it } from "vitest"
import { paced, type Schedule } from "./paced.ts"

const scene = () => {
  let value = 0
  let heard: (() => void) | null = null
  const due: Array<() => void> = []
  const schedule: Schedule = (run) => {
    due.push(run)
    return () => {
      due.splice(due.indexOf(run), 1)
    }
  }
  const shown: Array<number> = []
  const values = paced(
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
  it("shows the newest of what changed in a frame, once", () => {
    const { change, frame, listen, shown, values } = scene()
    listen()
    change(1)
    change(2)
    change(3)
    expect(values.now()).toBe(0)
    frame()
    expect(shown).toEqual([3])
    change(4)
    frame()
    expect(shown).toEqual([3, 4])
  })

  it("tells nobody where it is again what is shown", () => {
    const { change, frame, listen, shown } = scene()
    listen()
    change(1)
    change(0)
    frame()
    expect(shown).toEqual([])
  })

  it("shows what changed before somebody listened, and is silent after they left", () => {
    const { change, due, frame, listen, shown } = scene()
    change(1)
    const leave = listen()
    frame()
    expect(shown).toEqual([1])
    change(2)
    leave()
    expect(due).toEqual([])
    change(3)
    expect(due).toEqual([])
  })
})
