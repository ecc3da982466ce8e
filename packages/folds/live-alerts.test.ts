/** Whom a member wants to be told of: the upstream's list, and what was changed since. */
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { liveAlertOf, liveAlertRefusal } from "./live-alerts.ts"
import { commandId, TestLog } from "./log.fixtures.ts"

const listed = (...performerIds: ReadonlyArray<string>): Event => ({
  _tag: "LiveAlertsListed",
  performerIds,
})
const changed = (performerId: string, isOn: boolean): Event => ({
  _tag: "LiveAlertChanged",
  performerId,
  isOn,
})
const alerts = ({ state }: TestLog) => ["p1", "p2"].map((id) => liveAlertOf(id)(state))

describe("the live alerts of a member", () => {
  it("are unknown before the list has come, and a change does not make one", () => {
    const log = new TestLog()
    expect(alerts(log)).toEqual([null, null])
    expect(alerts(log.event(changed("p1", true)))).toEqual([null, null])
    expect(alerts(log.event(listed("p1")))).toEqual([true, false])
  })

  it("follow each change once, and are gone with the session", () => {
    const log = new TestLog().event(listed("p1"))
    expect(alerts(log.event(changed("p2", true)).event(changed("p2", true)))).toEqual([true, true])
    expect(log.state.liveAlerts?.performerIds).toEqual(["p2", "p1"])
    expect(alerts(log.event(changed("p1", false)))).toEqual([false, true])
    expect(alerts(log.event({ _tag: "LoggedOut", reason: "requested" }))).toEqual([null, null])
  })

  it("stay as they were where a change is refused, which is said until the next one", () => {
    const log = new TestLog().event(listed())
    log.event({ _tag: "LiveAlertRefused", performerId: "p1", label: "notFound" })
    expect(alerts(log)).toEqual([false, false])
    expect(["p1", "p2"].map((id) => liveAlertRefusal(id)(log.state))).toEqual(["notFound", null])
    log.fact({
      _tag: "CommandSent",
      commandId: commandId("again"),
      command: "SetLiveAlert",
      performerId: "p1",
    })
    expect(liveAlertRefusal("p1")(log.state)).toBeNull()
  })
})
