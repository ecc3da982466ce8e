import { describe, expect, it } from "vitest"
import { Epoch } from "@foldcast/contracts/ids"
import { visitHeader, memberId } from "../log/visit-log.fixtures.ts"
import { VisitTable } from "../visits/registry.ts"
import { PresenceState } from "./presence-state.ts"

const ANNA = memberId("anna")

describe("the state of a member's presence", () => {
  it("tells a visit restored after a restart of one interruption, and a new visit of none", () => {
    const state = new PresenceState()
    const visits = new VisitTable()
    const record = { ...visitHeader("a"), epoch: Epoch.make("e1"), head: 1, n: 0, lastEventAt: 1 }
    const restored = visits.restore({ ...record, ended: false }, 0)
    expect([state.listenFor(restored), state.listenFor(restored)]).toEqual([true, false])
    expect(state.listenFor(visits.begin(visitHeader("b"), 1, 0))).toBe(false)
  })

  it("counts an outage as new once, until the upstream answers again", () => {
    const state = new PresenceState()
    expect([state.unanswered(ANNA), state.unanswered(ANNA)]).toEqual([true, false])
    expect(state.allUnanswered()).toEqual([ANNA])
    state.answered(ANNA)
    expect(state.unanswered(ANNA)).toBe(true)
  })

  it("forgets a member with the socket", () => {
    const state = new PresenceState()
    state.interrupted(ANNA)
    state.unanswered(ANNA)
    state.released(ANNA)
    expect([state.isInterrupted(ANNA), state.allUnanswered()]).toEqual([false, []])
  })
})
