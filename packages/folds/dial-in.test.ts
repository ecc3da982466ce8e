/** A guest's call by phone: the number, the PIN, and what has become of the call. */
import { describe, expect, it } from "vitest"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event, EventOf } from "@foldcast/contracts/stream/event"
import { callOf, hasCall, isInCall } from "./call.ts"
import { dialInOf } from "./dial-in.ts"
import { commandId, TestLog } from "./log.fixtures.ts"

const session = "ivr-1" as EventOf<"IvrSessionOpened">["session"]
const other = "ivr-2" as typeof session

const opened = (changed: Partial<EventOf<"IvrSessionOpened">> = {}): Event => ({
  _tag: "IvrSessionOpened",
  session,
  calledNumber: "+31900123456",
  displayNumber: "0900 - 123 456",
  country: "NL",
  tariffCents: 80,
  startCents: 5,
  expiresAt: 60_000,
  ...changed,
})
const started: Event = { _tag: "DialInStarted", session, username: "anon1234567" }
const told = (
  state: EventOf<"DialInStateChanged">["state"],
  changed: Partial<EventOf<"DialInStateChanged">> = {},
): Event => ({ _tag: "DialInStateChanged", session, state, ...changed })

describe("the number to call", () => {
  it("is known once it is told, and is asked for where it was lost", () => {
    const log = new TestLog().fact({
      _tag: "CommandSent",
      commandId: commandId("open"),
      command: "OpenIvrSession",
    })
    expect(dialInOf(log.state).ivr._tag).toBe("Asked")
    expect(dialInOf(log.event(opened()).state).ivr).toMatchObject({
      content: { session, country: "NL", tariffCents: 80 },
    })
  })

  it("goes when it expires or the dialog closes; the country stays", () => {
    const expired = new TestLog()
      .event(opened({ country: "BE" }))
      .fact({ _tag: "WaitElapsed", name: "dial-in-expiry" })
    expect(dialInOf(expired.state)).toMatchObject({ ivr: { _tag: "Unasked" }, country: "BE" })
    const closed = new TestLog().event(opened()).fact({ _tag: "DialogClosed", dialog: "dialIn" })
    expect(dialInOf(closed.state).ivr._tag).toBe("Unasked")
    expect(dialInOf(closed.event(opened({ country: "DE" })).state)).toMatchObject({
      country: "DE",
      firstCountry: "NL",
    })
    expect(dialInOf(closed.fact({ _tag: "DialInAbandoned" }).state)).toMatchObject({
      country: null,
      firstCountry: null,
    })
    const elsewhere = new TestLog().event(opened()).fact({ _tag: "DialogClosed", dialog: "promo" })
    expect(dialInOf(elsewhere.state).ivr._tag).toBe("Known")
  })
})

describe("a PIN", () => {
  it("that was refused is said so until something is typed", () => {
    const log = new TestLog().event(opened())
    log.event({ _tag: "DialInRefused", label: "badRequest.pincode" })
    expect(dialInOf(log.state).pinRefusal).toBe("badRequest.pincode")
    expect(dialInOf(log.fact({ _tag: "PinTyped", length: 4 }).state).pinRefusal).toBeNull()
  })

  it("that could not be sent counts as refused; another command's failure does not", () => {
    const failing = (command: "StartDialIn" | "CheckDialIn") =>
      new TestLog()
        .event(opened())
        .fact({ _tag: "CommandSent", commandId: commandId("one"), command })
        .fact({ _tag: "CommandFailed", commandId: commandId("one"), label: "request.unavailable" })
    expect(dialInOf(failing("StartDialIn").state).pinRefusal).toBe("request.unavailable")
    expect(dialInOf(failing("CheckDialIn").state).pinRefusal).toBeNull()
  })
})

describe("a call", () => {
  it("is pending once the PIN was accepted, and knows what its number costs [DIALIN-09]", () => {
    const log = new TestLog().event(opened()).event(started)
    expect(callOf(log.state)).toEqual({
      _tag: "Pending",
      session,
      username: "anon1234567",
      costs: { tariffCents: 80, startCents: 5 },
    })
    expect(hasCall(log.state)).toBe(true)
    expect(isInCall(log.state)).toBe(false)
  })

  it("keeps what the service said last where it says nothing new", () => {
    const log = new TestLog().event(opened()).event(started)
    log.event(told("in_call", { seconds: 10, cents: 18 }))
    expect(callOf(log.state)).toMatchObject({ seconds: 10, cents: 18, at: 3_000 })
    log.event(told("in_call"))
    expect(callOf(log.state)).toMatchObject({ seconds: 10, cents: 18, at: 3_000 })
    log.event(told("in_call", { seconds: 20, cents: 31 }))
    expect(callOf(log.state)).toMatchObject({ seconds: 20, cents: 31, at: 5_000 })
  })

  it("that ended has cost what the service says, and is forgotten after a moment", () => {
    const log = new TestLog().event(opened()).event(started).event(told("in_call"))
    log.event(told("ended", { seconds: 192, cents: 256 }))
    expect(dialInOf(log.state)).toMatchObject({
      call: { _tag: "Ended" },
      ivr: { _tag: "Unasked" },
      lastCall: { seconds: 192, cents: 256 },
    })
    log.fact({ _tag: "WaitElapsed", name: "dial-in-reset" })
    expect(dialInOf(log.state)).toMatchObject({
      call: { _tag: "None" },
      lastCall: { seconds: 192, cents: 256 },
    })
  })

  it("does not end by what is told of another", () => {
    const log = new TestLog().event(opened()).event(started).event(told("in_call"))
    log.event(told("ended", { session: other })).event(told("expired", { session: other }))
    expect(isInCall(log.state)).toBe(true)
  })

  it("that is not known here has not ended either", () => {
    expect(callOf(new TestLog().event(told("ended")).state)._tag).toBe("None")
  })

  it("that expired is told apart by whether it had begun here", () => {
    expect(callOf(new TestLog().event(told("expired")).state)).toEqual({
      _tag: "Expired",
      wasStarted: false,
    })
    const log = new TestLog().event(opened()).event(started).event(told("expired"))
    expect(callOf(log.state)).toEqual({ _tag: "Expired", wasStarted: true })
    expect(callOf(log.fact({ _tag: "DialogOpened", dialog: "dialIn" }).state)._tag).toBe("None")
  })

  it("is found again by its next word", () => {
    const log = new TestLog().event(opened()).event(started).fact({ _tag: "DialInAbandoned" })
    expect(hasCall(log.state)).toBe(false)
    expect(isInCall(log.event(told("in_call")).state)).toBe(true)
  })

  it("is over with a log-in, and what it cost stays to be read", () => {
    const loggedIn: Event = {
      _tag: "LoggedIn",
      memberId: "m1" as MemberId,
      username: "robin",
      verified: true,
    }
    const log = new TestLog().event(opened()).event(started)
    expect(log.event(loggedIn).state.dialIn).toBeUndefined()
    const ended = new TestLog().event(opened()).event(started).event(told("in_call"))
    ended.event(told("ended", { seconds: 60, cents: 80 })).event(loggedIn)
    expect(dialInOf(ended.state)).toMatchObject({ call: { _tag: "None" }, lastCall: { cents: 80 } })
  })
})
