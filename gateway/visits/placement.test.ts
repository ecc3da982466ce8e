import { describe, expect, it } from "vitest"
import type { EventId, MemberId, VisitId } from "@foldcast/contracts/ids"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { fanOut } from "./placement.ts"
import { type LiveVisit, VisitTable } from "./registry.ts"

const MEMBER = "m1" as MemberId

const visitOf = (table: VisitTable, visit: string, owner: string, member: MemberId | null) =>
  table.begin(visitHeader("a", { visit: visit as VisitId, owner: owner as OwnerId, member }), 1, 0)

const envelope = (event: Event): UnnumberedEnvelope => ({
  id: `id-of-${event._tag}` as EventId,
  at: 0,
  ...FACT_TRAITS[event._tag],
  src: { from: "gateway" },
  event,
})

const world = () => {
  const table = new VisitTable()
  const here = visitOf(table, "here-0001", "o1", MEMBER)
  const otherTab = visitOf(table, "tab-00001", "o1", MEMBER)
  const otherDevice = visitOf(table, "device-01", "o2", MEMBER)
  visitOf(table, "stranger1", "o3", null)
  return { table, here, otherTab, otherDevice }
}

const receivers = (table: VisitTable, here: LiveVisit, event: Event) =>
  fanOut(table, { visit: here.visit, owner: here.owner, member: here.member }, [
    envelope(event),
  ]).map(({ visit }) => visit)

describe("the receivers of a fact", () => {
  it("are only the asking visit for a refusal", () => {
    const { table, here } = world()
    expect(receivers(table, here, { _tag: "LogInRefused", label: "notExists" })).toEqual([here])
  })
  it("are all visits of the owner for a log-out", () => {
    const { table, here, otherTab } = world()
    expect(receivers(table, here, { _tag: "LoggedOut", reason: "requested" })).toEqual([
      here,
      otherTab,
    ])
  })
  it("are all visits of the member, on every device, for the balance, and nobody else [WALLET-47]", () => {
    const { table, here, otherTab, otherDevice } = world()
    expect(receivers(table, here, { _tag: "CreditsChanged", credits: 5 })).toEqual([
      here,
      otherTab,
      otherDevice,
    ])
  })
  it("are found for each of several facts, in their order", () => {
    const { table, here, otherTab, otherDevice } = world()
    const facts = [
      envelope({ _tag: "LogInRefused", label: "notExists" }),
      envelope({ _tag: "CreditsChanged", credits: 5 }),
    ]
    const about = { visit: here.visit, owner: here.owner, member: MEMBER }
    expect(fanOut(table, about, facts)).toEqual([
      { visit: here, events: facts },
      { visit: otherTab, events: [facts[1]] },
      { visit: otherDevice, events: [facts[1]] },
    ])
    expect(fanOut(table, about, [])).toEqual([])
  })
  it("get copies with one id", () => {
    const { table, here } = world()
    const shares = fanOut(table, { visit: here.visit, owner: here.owner, member: MEMBER }, [
      envelope({ _tag: "CreditsChanged", credits: 5 }),
    ])
    expect(new Set(shares.map(({ events }) => events[0]?.id))).toHaveProperty("size", 1)
  })
})
