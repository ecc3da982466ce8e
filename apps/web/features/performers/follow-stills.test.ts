/** Tests the order of stills, with the test's own answers and clock. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type StillResult, followStills } from "./follow-stills.ts"

const came = (picture: string): StillResult<string> => ({ _tag: "Came", picture })
const MISSING: StillResult<string> = { _tag: "Missing" }
const LOST: StillResult<string> = { _tag: "Lost" }

const following = (answers: ReadonlyArray<StillResult<string> | Promise<StillResult<string>>>) => {
  const shown: Array<string | null> = []
  const signals: Array<AbortSignal> = []
  let isHidden = false
  const end = followStills<string>({
    ask: async (signal) => {
      signals.push(signal)
      return (await answers[signals.length - 1]) ?? LOST
    },
    show: (picture) => {
      shown.push(picture)
    },
    isHidden: () => isHidden,
  })
  const hide = (hides: boolean) => {
    isHidden = hides
  }
  return { shown, end, hide, signals, asked: () => signals.length }
}

describe("a series of stills", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("is begun at once, and each next still is asked for two seconds after the one before has come", async () => {
    const { promise, resolve } = Promise.withResolvers<StillResult<string>>()
    const { shown, asked } = following([came("a"), promise, came("c")])
    await vi.advanceTimersByTimeAsync(0)
    expect(shown).toEqual(["a"])
    await vi.advanceTimersByTimeAsync(1_999)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(2)
    resolve(came("b"))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(shown).toEqual(["a", "b", "c"])
  })

  it("shows nothing where there is no still, and keeps one over a failing connection until it is too old", async () => {
    const { shown } = following([came("a"), MISSING, came("b"), LOST, LOST, LOST])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(shown).toEqual(["a", null])
    await vi.advanceTimersByTimeAsync(6_000)
    expect(shown).toEqual(["a", null, "b"])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(shown).toEqual(["a", null, "b", null])
  })

  it("is asked for less often after three times without a still, until one comes", async () => {
    const { asked } = following([MISSING, MISSING, MISSING, came("a"), came("b")])
    await vi.advanceTimersByTimeAsync(4_000)
    expect(asked()).toBe(3)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(asked()).toBe(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toBe(4)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked()).toBe(5)
  })

  it("is not asked for while the page is hidden", async () => {
    const { asked, hide } = following([came("a"), came("b")])
    await vi.advanceTimersByTimeAsync(0)
    hide(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(1)
    hide(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked()).toBe(2)
  })

  it("ends at once: what is on its way is cancelled, and not shown", async () => {
    const { promise, resolve } = Promise.withResolvers<StillResult<string>>()
    const { shown, end, signals, asked } = following([came("a"), promise])
    await vi.advanceTimersByTimeAsync(2_000)
    end()
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    resolve(came("b"))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([shown, asked()]).toEqual([["a"], 2])
  })
})
