import { describe, expect, it } from "vitest"
import type { OwnerId } from "../log/event-log.ts"
import { RETIRING_MS } from "./session-store.ts"
import { SuspectCookieTable } from "./suspect-cookies.ts"

const anna = "owner-anna" as OwnerId
const bert = "owner-bert" as OwnerId

describe("a suspect cookie", () => {
  it("is one until it has retired, counted from the last change", () => {
    const table = new SuspectCookieTable()
    table.add(anna, 0)
    table.add(anna, 10)
    expect(table.has(anna, RETIRING_MS + 9)).toBe(true)
    expect(table.has(anna, RETIRING_MS + 10)).toBe(false)
    expect(table.has(bert, 11)).toBe(false)
  })
  it("is forgotten when it has", () => {
    const table = new SuspectCookieTable()
    table.add(anna, 0)
    table.add(bert, RETIRING_MS)
    expect(table.size).toBe(1)
  })
})
