/** Telling the gateway who is on the screen. */
import { BehaviorSubject } from "rxjs"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type ConnectionStatus, IDLE } from "@foldcast/client/connection-status"
import { shownTeller } from "./shown-teller.ts"

const LIVE: ConnectionStatus = { _tag: "Live", transport: "websocket" }
const OFFLINE: ConnectionStatus = { _tag: "Offline" }

const begin = (status: ConnectionStatus = LIVE) => {
  const connection$ = new BehaviorSubject(status)
  const told: Array<ReadonlyArray<string>> = []
  const teller = shownTeller({
    connection$,
    dispatch: ({ performerIds }) => told.push(performerIds),
  })
  return { connection$, told, teller }
}

describe("whose cards are on the screen", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("is told once they stood still for a second, and not again while nothing changes", () => {
    const { told, teller } = begin()
    teller.show(["a"])
    vi.advanceTimersByTime(900)
    teller.show(["a", "b"])
    vi.advanceTimersByTime(999)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual([["a", "b"]])
    teller.show(["a", "b"])
    vi.advanceTimersByTime(5_000)
    expect(told).toEqual([["a", "b"]])
  })

  it("waits for a connection, and is told again to a new one", () => {
    const { told, teller, connection$ } = begin(IDLE)
    teller.show(["a"])
    vi.advanceTimersByTime(5_000)
    expect(told).toEqual([])
    connection$.next(LIVE)
    vi.advanceTimersByTime(1_000)
    expect(told).toEqual([["a"]])
    connection$.next(OFFLINE)
    connection$.next(LIVE)
    vi.advanceTimersByTime(1_000)
    expect(told).toEqual([["a"], ["a"]])
  })

  it("is nobody when the page leaves, which is told at once and only where somebody was", () => {
    const { told, teller } = begin()
    teller.show(["a"])
    vi.advanceTimersByTime(1_000)
    teller.stop()
    expect(told).toEqual([["a"], []])
    const silent = begin()
    silent.teller.show(["a"])
    silent.teller.stop()
    vi.advanceTimersByTime(5_000)
    expect(silent.told).toEqual([])
  })

  it("is no more than a hundred", () => {
    const { told, teller } = begin()
    teller.show(Array.from({ length: 130 }, (_, index) => `p_${index}`))
    vi.advanceTimersByTime(1_000)
    expect(told[0]).toHaveLength(100)
  })
})
