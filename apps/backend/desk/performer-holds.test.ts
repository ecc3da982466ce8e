import { describe, expect, it } from "vitest"
import { PerformerHolds } from "./performer-holds.ts"

describe("performers held by desks", () => {
  it("are told to each desk as its own, as another desk's or as nobody's", () => {
    const holds = new PerformerHolds()
    holds.begin("7", "hold1", "desk1", 0)
    expect(["desk1", "desk2"].map((desk) => holds.statusFor(desk, "7"))).toEqual([
      "yours",
      "others",
    ])
    expect(holds.end("7")?.id).toBe("hold1")
    expect(holds.statusFor("desk1", "7")).toBe("nobody")
  })

  it("get another version with each change, which wakes every request that waits for one", () => {
    const holds = new PerformerHolds()
    holds.begin("7", "hold1", "desk1", 0)
    const versions = [holds.of("7")?.version]
    let isWoken = false
    holds.of("7")?.wait(() => {
      isWoken = true
    })
    holds.hear("7", { _tag: "Left", session: "cs1", nickname: "noor" }, 1)
    versions.push(holds.of("7")?.version)
    holds.renew("7")
    versions.push(holds.of("7")?.version)
    expect(new Set(versions).size).toBe(3)
    expect(isWoken).toBe(true)
    expect(holds.of("7")?.lines.map(({ event }) => event._tag)).toEqual(["Left"])
  })

  it("keep their status of before a pause, and are away when their desk stops asking", () => {
    const holds = new PerformerHolds()
    holds.begin("7", "hold1", "desk1", 1_000)
    holds.hear("7", { _tag: "ModeChanged", mode: "chat" }, 1)
    holds.hear("7", { _tag: "ModeChanged", mode: "paused" }, 2)
    expect(holds.of("7")?.beforePause).toBe("chat")
    expect(holds.away(6_000, 5_000)).toEqual([])
    expect(holds.away(6_001, 5_000)).toEqual(["7"])
  })
})
