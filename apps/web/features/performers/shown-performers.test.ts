/** Tests the reports of the performers on the screen. */
import { BehaviorSubject } from "rxjs"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type ConnectionStatus, IDLE } from "@foldcast/client/connection-status"
import { reportShown } from "./shown-performers.ts"

const LIVE: ConnectionStatus = { _tag: "Live", transport: "websocket" }
const OFFLINE: ConnectionStatus = { _tag: "Offline" }

const begin = (status: ConnectionStatus = LIVE) => {
  const connection$ = new BehaviorSubject(status)
  const told: Array<ReadonlyArray<string>> = []
  const reporter = reportShown({
    connection$,
    dispatch: ({ performerIds }) => told.push(performerIds),
  })
  return { connection$, told, reporter }
}

describe("the report of whose cards are on the screen", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("is sent once they stood still for a second, and not again while nothing changes", () => {
    const { told, reporter } = begin()
    reporter.show(["a"])
    vi.advanceTimersByTime(900)
    reporter.show(["a", "b"])
    vi.advanceTimersByTime(999)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual([["a", "b"]])
    reporter.show(["a", "b"])
    vi.advanceTimersByTime(5_000)
    expect(told).toEqual([["a", "b"]])
  })

  it("waits for a connection, and is sent again to a new one", () => {
    const { told, reporter, connection$ } = begin(IDLE)
    reporter.show(["a"])
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

  it("is empty when the page is left, which is sent at once and only where somebody was reported", () => {
    const { told, reporter } = begin()
    reporter.show(["a"])
    vi.advanceTimersByTime(1_000)
    reporter.stop()
    expect(told).toEqual([["a"], []])
    const silent = begin()
    silent.reporter.show(["a"])
    silent.reporter.stop()
    vi.advanceTimersByTime(5_000)
    expect(silent.told).toEqual([])
  })

  it("names no more than a hundred", () => {
    const { told, reporter } = begin()
    reporter.show(Array.from({ length: 130 }, (_, index) => `p_${index}`))
    vi.advanceTimersByTime(1_000)
    expect(told[0]).toHaveLength(100)
  })
})
