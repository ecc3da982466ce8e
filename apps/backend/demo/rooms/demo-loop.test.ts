import { describe, expect, it } from "vitest"
import { looksOf } from "../../media/looks.ts"
import { DEMO_ID_PREFIX } from "../performers/demo-performers.ts"
import { demoLoopOf } from "./demo-loop.ts"

const IDS = Array.from({ length: 200 }, (_, index) => `${DEMO_ID_PREFIX}${index}`)
const drawnOf = (id: string) => looksOf(demoLoopOf(id)?.replace("portrait-", "loop ") ?? "")

describe("a demo performer's loop", () => {
  it("shows a person of her own gender, and for most with her colour of hair", () => {
    expect(IDS.filter((id) => drawnOf(id).gender !== looksOf(id).gender)).toEqual([])
    const alike = IDS.filter((id) => drawnOf(id).hairColour === looksOf(id).hairColour)
    expect(alike.length).toBeGreaterThan(IDS.length / 2)
  })

  it("is one of eight, each of which some performer has", () => {
    expect(new Set(IDS.map(demoLoopOf)).size).toBe(8)
  })

  it("does not exist for an id that is no performer of the demo", () => {
    expect(demoLoopOf("p_1")).toBeNull()
  })
})
