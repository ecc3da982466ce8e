import { describe, expect, it } from "vitest"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { type LiveVisit, VisitTable } from "./registry.ts"
import { CookieChangeTable } from "./cookie-changes.ts"
import { RETIRING_MS } from "../sessions/session-store.ts"

const anna = "owner-anna" as OwnerId
const bert = "owner-bert" as OwnerId
const command = (name: string) => name as CommandId
const id = (name: string) => name as VisitId

const visitOf = (owner: OwnerId, visit: string, key: string | null): LiveVisit => {
  const live = new VisitTable().begin(visitHeader("a", { visit: id(visit), owner }), 1, 0)
  live.key = key
  return live
}

describe("the cookie before a change", () => {
  it("is known until it has retired, counted from the last change", () => {
    const table = new CookieChangeTable()
    table.add(anna, { command: command("log-in"), opens: id("v1") }, 0)
    table.add(anna, { command: command("password"), opens: null }, 10)
    expect(table.last(anna, RETIRING_MS + 9)).toMatchObject({ command: "password" })
    expect(table.last(anna, RETIRING_MS + 10)).toBeUndefined()
    expect(table.last(bert, 11)).toBeUndefined()
    expect(table.opens(visitOf(anna, "v1", null), null, 11)).toBe(false)
  })
  it("gives access to the visit that asked for the change, with that visit's key, and to nothing else", () => {
    const table = new CookieChangeTable()
    table.add(anna, { command: command("log-in"), opens: id("v1") }, 0)
    expect(table.opens(visitOf(anna, "v1", "k"), "k", 1)).toBe(true)
    expect(table.opens(visitOf(anna, "v1", null), null, 1)).toBe(true)
    expect(table.opens(visitOf(anna, "v1", "k"), null, 1)).toBe(false)
    expect(table.opens(visitOf(anna, "v1", "k"), "another", 1)).toBe(false)
    expect(table.opens(visitOf(anna, "v2", "k"), "k", 1)).toBe(false)
    expect(table.opens(visitOf(bert, "v1", "k"), "k", 1)).toBe(false)
    expect(table.opens(undefined, "k", 1)).toBe(false)
    expect(table.opens(visitOf(anna, "v1", "k"), "k", RETIRING_MS)).toBe(false)
  })
  it("is forgotten when it has retired", () => {
    const table = new CookieChangeTable()
    table.add(anna, { command: command("log-in"), opens: null }, 0)
    table.add(bert, { command: command("log-in"), opens: null }, RETIRING_MS)
    expect(table.size).toBe(1)
  })
})
