/** Whom a member blocked: the upstream's list, and what was changed since. */
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { blockRefusal } from "./block-refusal.ts"
import { isBlocked } from "./blocks.ts"
import { commandId, TestLog } from "./log.fixtures.ts"

const listed = (...performerIds: ReadonlyArray<string>): Event => ({
  _tag: "BlocksListed",
  performerIds,
})
const blocked = (performerId: string): Event => ({ _tag: "PerformerBlocked", performerId })
const unblocked = (performerId: string): Event => ({ _tag: "PerformerUnblocked", performerId })
const blocks = ({ state }: TestLog) => ["p1", "p2"].map((id) => isBlocked(id)(state))

describe("the blocks of a member", () => {
  it("hide nobody before the list has come, and a change does not make one [BLOCK-02]", () => {
    const log = new TestLog()
    expect(log.state.blocks).toBeUndefined()
    log.event(blocked("p1"))
    expect(log.state.blocks).toBeUndefined()
    expect(blocks(log)).toEqual([false, false])
    expect(blocks(log.event(listed("p1")))).toEqual([true, false])
  })

  it("follow each change once, and are gone with the session [BLOCK-02]", () => {
    const log = new TestLog().event(listed("p1"))
    expect(blocks(log.event(blocked("p2")).event(blocked("p2")))).toEqual([true, true])
    expect(log.state.blocks).toEqual(["p2", "p1"])
    expect(blocks(log.event(unblocked("p1")))).toEqual([false, true])
    const gone = log.event({ _tag: "LoggedOut", reason: "requested" })
    expect(gone.state.blocks).toBeUndefined()
  })

  it("stay as they were where a change is refused, which is said until the next one", () => {
    const log = new TestLog().event(listed())
    log.event({ _tag: "BlockRefused", performerId: "p1", label: "notFound" })
    expect(blocks(log)).toEqual([false, false])
    expect(["p1", "p2"].map((id) => blockRefusal(id)(log.state))).toEqual(["notFound", null])
    log.fact({
      _tag: "CommandSent",
      commandId: commandId("again"),
      command: "BlockPerformer",
      performerId: "p1",
    })
    expect(blockRefusal("p1")(log.state)).toBeNull()
  })
})
