import { describe, expect, it } from "vitest"
import { afterProbe, ENGINE_PRESENT } from "./engine-presence.ts"

const after = (...answers: ReadonlyArray<boolean>) => answers.reduce(afterProbe, ENGINE_PRESENT)

describe("the engine", () => {
  it("is away after two failures in a row, and after no fewer", () => {
    expect(after().isAway).toBe(false)
    expect(after(false).isAway).toBe(false)
    expect(after(false, true, false).isAway).toBe(false)
    expect(after(false, false).isAway).toBe(true)
    expect(after(false, false, false, false).isAway).toBe(true)
  })

  it("is there again with its first answer, and away again after two failures more", () => {
    expect(after(false, false, true).isAway).toBe(false)
    expect(after(false, false, true, false).isAway).toBe(false)
    expect(after(false, false, true, false, false).isAway).toBe(true)
  })
})
