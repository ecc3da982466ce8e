import { describe, expect, it } from "vitest"
import { TestLog } from "./log.fixtures.ts"
import { isMemberSourceInterrupted } from "./visit.ts"

describe("an interruption of a source", () => {
  it("is known per source, once, until that is restored", () => {
    const log = new TestLog()
      .event({ _tag: "SourceInterrupted", source: "member-socket" })
      .event({ _tag: "SourceInterrupted", source: "member-socket" })
    expect(log.state.visit.interrupted).toEqual(["member-socket"])
    expect(isMemberSourceInterrupted(log.state)).toBe(true)
    log.event({ _tag: "SourceRestored", source: "member-socket" })
    expect(log.state.visit.interrupted).toEqual([])
  })
})
