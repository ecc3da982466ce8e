import { describe, expect, it } from "vitest"
import { afterProbe, ENGINE_PRESENT } from "./engine-presence.ts"

const after = (...answers: ReadonlyArray<boolean>) => answers.reduce(afterProbe, ENGINE_PRESENT)

describe("the presence of the media engine", () => {
  it("is lost after two failures in a row, and not after fewer", () => {
    expect(after().isAway).toBe(false)
    expect(after(false).isAway).toBe(false)
    expect(after(false, true, false).isAway).toBe(false)
    expect(after(false, false).isAway).toBe(true)
    expect(after(false, false, false, false).isAway).toBe(true)
  })

  it("returns with the first answer, and is lost again after two more failures", () => {
    expect(after(false, false, true).isAway).toBe(false)
    expect(after(false, false, true, false).isAway).toBe(false)
    expect(after(false, false, true, false, false).isAway).toBe(true)
  })
})
