import { beforeEach, describe, expect, it } from "vitest"
import { SteadyTime } from "./steady-time.ts"

const START = 1_800_000_000_000
const SECOND = 1_000
const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR

/** The machine's clock, which is wrong by `wrongMs`, and the passed time. */
let passed: number
let wrongMs: number
let time: SteadyTime

const start = () => {
  time = new SteadyTime({ wall: () => START + passed + wrongMs, monotonic: () => 77 + passed })
}
beforeEach(() => {
  passed = 0
  wrongMs = 0
  start()
})

describe("the steady clock", () => {
  it("runs as time does, and follows a clock that drifts", () => {
    passed += HOUR
    expect(time.now()).toBe(START + HOUR)
    wrongMs += 4 * SECOND
    time.look()
    expect([time.now(), time.disputedMs()]).toEqual([START + HOUR + 4 * SECOND, 0])
  })

  it.each([HOUR, MONTH, -HOUR])("does not follow a clock that jumps by %i ms", (jump) => {
    wrongMs += jump
    time.look()
    passed += SECOND
    time.look()
    expect([time.now(), time.disputedMs()]).toEqual([START + SECOND, jump])
    time.witness(START + SECOND)
    expect([time.now(), time.disputedMs()]).toEqual([START + SECOND, jump])
    wrongMs = 0
    time.look()
    expect(time.disputedMs()).toBe(0)
  })

  it("follows a jump that a second machine confirms: this one slept", () => {
    wrongMs += HOUR
    time.look()
    time.witness(START + HOUR - SECOND)
    expect([time.now(), time.disputedMs()]).toEqual([START + HOUR, 0])
  })

  it("says so where a second machine disagrees with both, and is right again with the clock", () => {
    wrongMs = MONTH
    start()
    time.witness(START)
    expect([time.now(), time.disputedMs()]).toEqual([START + MONTH, MONTH])
    wrongMs = 0
    time.witness(START)
    expect([time.now(), time.disputedMs()]).toEqual([START, 0])
  })

  it("lets nothing be deleted without a confirmation by written times or a second machine", () => {
    expect(time.vouched()).toBeNull()
    wrongMs = MONTH
    start()
    time.isAtLeast(START - HOUR)
    passed += SECOND
    expect(time.vouched()).toBe(START - HOUR + SECOND)
    time.witness(START + SECOND)
    expect(time.vouched()).toBe(START + SECOND)
    // A source in the future does not count either.
    time.witness(START + 3 * MONTH)
    expect(time.vouched()).toBe(time.now())
  })

  it("lets no session expire by a clock that a second source says is ahead", () => {
    expect(time.earliest()).toBe(START)
    wrongMs = MONTH
    start()
    time.isAtLeast(START - HOUR)
    expect(time.earliest()).toBe(START - HOUR)
    time.witness(START)
    expect(time.earliest()).toBe(START)
    // If the machines agree, the result is the present, to the millisecond.
    time.witness(START + MONTH - SECOND)
    expect(time.earliest()).toBe(START + MONTH)
  })
})
