import { describe, expect, it } from "vitest"
import { loggedIn, memberLoaded } from "./account.fixtures.ts"
import { Draft } from "./draft.ts"
import { commandId, envelopeOf, TestLog } from "./log.fixtures.ts"
import { failureOf, isPending, settle } from "./pending.ts"

describe("a pending command", () => {
  const id = commandId("in")
  const sent = () => new TestLog().fact({ _tag: "CommandSent", commandId: id, command: "LogIn" })

  it("ends at a fact of its outcomes with its cause, and at no other", () => {
    expect(isPending("LogIn")(sent().state)).toBe(true)
    expect(isPending("LogOut")(sent().state)).toBe(false)
    expect(isPending("LogIn")(sent().event(loggedIn, id).state)).toBe(false)
    expect(isPending("LogIn")(sent().event(loggedIn, commandId("other")).state)).toBe(true)
    expect(isPending("LogIn")(sent().event(memberLoaded, id).state)).toBe(true)
  })

  it("ends when it was not admitted, and says why until the next of its kind", () => {
    const log = sent().fact({ _tag: "CommandFailed", commandId: id, label: "request.tooMany" })
    expect(isPending("LogIn")(log.state)).toBe(false)
    expect(failureOf("LogIn")(log.state)).toBe("request.tooMany")
    log.fact({ _tag: "CommandSent", commandId: commandId("in-2"), command: "LogIn" })
    expect(failureOf("LogIn")(log.state)).toBeNull()
  })

  it("ends when its position is reached, before or after the gateway's answer", () => {
    const admitted = { _tag: "CommandAdmitted", commandId: id, seq: 1 } as const
    const answerFirst = sent().fact(admitted)
    expect(isPending("LogIn")(answerFirst.state)).toBe(true)
    answerFirst.event({ _tag: "CreditsChanged", credits: 1 })
    expect(isPending("LogIn")(answerFirst.state)).toBe(false)
    const factFirst = sent().event({ _tag: "CreditsChanged", credits: 1 }).fact(admitted)
    expect(isPending("LogIn")(factFirst.state)).toBe(false)
  })

  it("ends when the stream is reset", () => {
    const log = sent().event({ _tag: "StreamReset", reason: "evicted" })
    expect(log.state.pending.commands).toEqual({})
    expect(log.state.visit).toMatchObject({ resetBy: "evicted", started: null, seq: 1 })
  })
})

describe("a command that ends", () => {
  it("is written to the site that the draft has copied already", () => {
    const log = new TestLog().fact({
      _tag: "CommandSent",
      commandId: commandId("a"),
      command: "LogIn",
    })
    const before = log.state
    const draft = new Draft(before)
    draft.moveTo(1, 1_000)
    const { site } = draft
    settle(draft, envelopeOf(loggedIn, 1, commandId("a")))
    expect(draft.site).toBe(site)
    expect([isPending("LogIn")(before), isPending("LogIn")(draft.site)]).toEqual([true, false])
  })
})
