import { describe, expect, it } from "vitest"
import * as fc from "fast-check"
import {
  afterNotice,
  callCents,
  type CallNotice,
  type PhoneCallFigures,
  type PhoneCallState,
  stateAfterPin,
} from "./call-state.ts"

const at = (state: PhoneCallState, seconds = 0, isConnected = false): PhoneCallFigures => ({
  state,
  isConnected: isConnected || state === "in_call",
  seconds,
  endReason: null,
})
const connected: CallNotice = { kind: "connected" }
const talking = (seconds: number): CallNotice => ({ kind: "talking", seconds })
const ended = (seconds: number): CallNotice => ({ kind: "ended", seconds, reason: "caller" })

describe("a call", () => {
  it("pays from its connection on, which any later notice tells too", () => {
    for (const notice of [connected, talking(0)]) {
      expect(afterNotice(at("pending"), notice)).toEqual(at("in_call"))
    }
  })

  it("that is connected before its PIN is typed waits on, and pays from the PIN on", () => {
    expect(stateAfterPin(at("waiting"))).toBe("pending")
    for (const notice of [connected, talking(0), talking(9)]) {
      const after = afterNotice(at("waiting"), notice)
      const seconds = notice.kind === "talking" ? notice.seconds : 0
      expect(after).toEqual(at("waiting", seconds, true))
      expect(stateAfterPin(after ?? at("waiting"))).toBe("in_call")
    }
    expect(afterNotice(at("waiting", 9, true), talking(5))).toBeNull()
    expect(afterNotice(at("waiting", 9, true), connected)).toBeNull()
  })

  it("is the same in whatever order its PIN and its notices come, and however often these do", () => {
    const notices = fc.array(fc.oneof(fc.constant(connected), fc.nat({ max: 600 }).map(talking)), {
      maxLength: 6,
    })
    const told = (call: PhoneCallFigures, all: ReadonlyArray<CallNotice>) =>
      all.reduce((before, notice) => afterNotice(before, notice) ?? before, call)
    fc.assert(
      fc.property(notices, notices, fc.nat({ max: 600 }), (before, after, seconds) => {
        const waiting = told(at("waiting"), before)
        expect(waiting.state).toBe("waiting")
        const call = told({ ...waiting, state: stateAfterPin(waiting) }, after)
        const all = [...before, ...after]
        expect(call).toEqual(told(at("pending"), all))
        expect(call.state).toBe(all.length === 0 ? "pending" : "in_call")
        expect(told(call, [ended(seconds), ...all])).toEqual(
          told(at("waiting"), [...all, ended(seconds)]),
        )
      }),
    )
  })

  it("never loses a second, and takes none after its end", () => {
    expect(afterNotice(at("in_call", 10), talking(9))).toBeNull()
    expect(afterNotice(at("in_call", 10), talking(11))?.seconds).toBe(11)
    expect(afterNotice(at("in_call", 10), ended(4))?.seconds).toBe(10)
    for (const notice of [connected, talking(99), ended(99)]) {
      expect(afterNotice(at("ended", 10), notice)).toBeNull()
    }
  })

  it("that was given up changes no more but by its end, with what it cost", () => {
    for (const notice of [connected, talking(5)]) {
      expect(afterNotice(at("expired"), notice)).toBeNull()
    }
    expect(afterNotice(at("expired"), ended(5))).toEqual({
      state: "ended",
      isConnected: true,
      seconds: 5,
      endReason: "caller",
    })
  })

  it.each([
    [80, 0, 0, 0],
    [80, 0, 1, 1],
    [80, 0, 59, 78],
    [80, 0, 60, 80],
    [80, 45, 0, 45],
    [80, 45, 600, 845],
    [300, 0, 3_600, 18_000],
  ])("of %i cents a minute and %i for its start costs %i seconds: %i", (...given) => {
    const [tariffCents, startCents, seconds, cents] = given
    expect(callCents({ tariffCents, startCents }, seconds, true)).toBe(cents)
    expect(callCents({ tariffCents, startCents }, seconds, false)).toBe(0)
  })
})
