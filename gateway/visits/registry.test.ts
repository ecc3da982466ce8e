import { describe, expect, it } from "vitest"
import { Epoch } from "@foldcast/contracts/ids"
import { visitHeader, memberId } from "../log/visit-log.fixtures.ts"
import type { Outbox } from "./outbox.ts"
import { VisitTable } from "./registry.ts"

const ANNA = memberId("anna")
const BEN = memberId("ben")

const visitOf = (table: VisitTable, name: string, now = 0) =>
  table.begin(visitHeader(name, { member: ANNA }), 1, now)

describe("the live visits", () => {
  it("know a member for as long as one of the member's visits is there", () => {
    const table = new VisitTable()
    const [first, second] = [visitOf(table, "a"), visitOf(table, "b")]
    table.remove(first)
    expect([...table.ofMember(ANNA)]).toEqual([second])
    table.remove(second)
    expect([...table.members()]).toEqual([])
  })

  it("move a visit from one member to the next", () => {
    const table = new VisitTable()
    const visit = visitOf(table, "a")
    table.assignMember(visit, BEN)
    expect([...table.ofMember(BEN)]).toEqual([visit])
    expect([...table.members()]).toEqual([BEN])
  })

  it("list a visit under the member who logs in there, and no removed visit", () => {
    const table = new VisitTable()
    const [guest, removed] = [
      table.begin(visitHeader("g", { member: null }), 1, 0),
      visitOf(table, "a"),
    ]
    table.assignMember(guest, ANNA)
    table.remove(removed)
    expect([...table.ofMember(ANNA)]).toEqual([guest])
    expect(table.ofOwner(removed.owner)).not.toContain(removed)
  })

  it("begin with nothing known and nothing missing, unless it is said", () => {
    const table = new VisitTable()
    expect(visitOf(table, "a")).toMatchObject({
      beganWithoutProfile: false,
      projection: { isAgeVerified: false },
    })
  })

  it("are restored from the log with what their logs tell, and with payments still to be read", () => {
    const visit = new VisitTable().restore(
      {
        ...visitHeader("a"),
        epoch: Epoch.make("e1"),
        head: 4,
        n: 2,
        lastEventAt: 1,
        ended: false,
      },
      7,
    )
    expect(visit).toMatchObject({ head: 4, n: 2, isRestored: true })
    expect(visit.attachment).toEqual({ _tag: "Detached", since: 7 })
    expect(visit.beganWithoutProfile).toBe(false)
    expect(visit.projection).toMatchObject({ isAgeVerified: false, open: null })
  })

  it("can be resumed up to the end of the window, and while a browser is connected", () => {
    const table = new VisitTable()
    const gone = visitOf(table, "gone", 9)
    visitOf(table, "just", 10)
    visitOf(table, "here", 0).attachment = { _tag: "Attached", outbox: {} as Outbox }
    expect(table.detachedLongerThan(90, 100)).toEqual([gone])
  })
})
