import { describe, expect, it } from "vitest"
import { TestLog } from "./log.fixtures.ts"
import { popUpsOf } from "./pop-ups.ts"

const opened = (...performerIds: ReadonlyArray<string>) => {
  const log = new TestLog()
  for (const performerId of performerIds) log.fact({ _tag: "PopUpOpened", performerId })
  return log
}
const idsOf = (log: TestLog) => popUpsOf(log.state).map(({ performerId }) => performerId)

describe("pop-ups", () => {
  it("are four at most: a fifth drops the oldest", () => {
    expect(idsOf(opened("p1", "p2", "p3", "p4", "p5"))).toEqual(["p2", "p3", "p4", "p5"])
  })

  it("are one for each performer, and stay in their place", () => {
    const log = opened("p1", "p2").fact({ _tag: "PopUpMinimised", performerId: "p1" })
    log.fact({ _tag: "PopUpOpened", performerId: "p1" })
    expect(popUpsOf(log.state)).toEqual([
      { performerId: "p1", isMinimised: false },
      { performerId: "p2", isMinimised: false },
    ])
    log.fact({ _tag: "PopUpClosed", performerId: "p1" })
    expect(idsOf(log)).toEqual(["p2"])
  })

  it("that the browser remembers are older than those of this document, and none is there twice", () => {
    const log = opened("p1", "p2")
    log.fact({
      _tag: "PopUpsRecalled",
      popUps: ["p3", "p1", "p4", "p5"].map((performerId) => ({ performerId, isMinimised: true })),
    })
    expect(idsOf(log)).toEqual(["p4", "p5", "p1", "p2"])
  })

  it("outlive a new stream, and go at log-out", () => {
    const log = opened("p1").event({ _tag: "StreamReset", reason: "unknown" })
    expect(idsOf(log)).toEqual(["p1"])
    log.event({ _tag: "LoggedOut", reason: "requested" })
    expect(idsOf(log)).toEqual([])
  })
})
