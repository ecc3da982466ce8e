import { describe, expect, it } from "vitest"
import { creditsEvent, memberId, TERMS, visitId } from "../visit-log.fixtures.ts"
import { appendResult, prepareEntries } from "./written-entries.ts"

const prepare = (entries: Parameters<typeof prepareEntries>[0]) =>
  prepareEntries(entries, TERMS, new Set())

const visitsOf = (entries: ReturnType<typeof prepare>) => entries.map(({ entry }) => entry.visits)

describe("the entries of an append", () => {
  const events = [creditsEvent(1)]
  const [a, b, c] = [visitId("a"), visitId("b"), visitId("c")]

  it("are one for neighbours that are told the same", () => {
    const others = [creditsEvent(2)]
    const prepared = prepare([
      { visit: a, events },
      { visit: b, events },
      { visit: c, events: others },
      { visit: a, events },
    ])
    expect(visitsOf(prepared)).toEqual([[a, b], [c], [a]])
    expect(prepared[0]?.entry.bodies).toHaveLength(1)
  })

  it("have the same bodies where an author's own copy stands between those who are told the same", () => {
    const own = [creditsEvent(2)]
    const prepared = prepare([
      { visit: a, events },
      { visit: b, events: own },
      { visit: c, events },
    ])
    expect(visitsOf(prepared)).toEqual([[a], [b], [c]])
    expect(prepared[2]?.entry.bodies).toBe(prepared[0]?.entry.bodies)
    expect(prepared[2]?.plain).toBe(prepared[0]?.plain)
    expect(prepared[1]?.entry.bodies).not.toEqual(prepared[0]?.entry.bodies)
  })

  it("are another one for a visit that is named again, that ends or that has another member", () => {
    expect(
      visitsOf(
        prepare([
          { visit: a, events },
          { visit: a, events },
          { visit: b, events, ends: true },
          { visit: c, events, member: memberId("m") },
        ]),
      ),
    ).toEqual([[a], [a], [b], [c]])
  })

  it("answer each visit with its own position, or why it refused", () => {
    const prepared = prepare([
      { visit: a, events },
      { visit: b, events },
      { visit: c, events: [] },
    ])
    const { appended, closed } = appendResult(prepared, [7, "full", 3])
    expect(appended.map(({ visit, from, to }) => [visit, from, to])).toEqual([
      [a, 7, 7],
      [c, 3, 2],
    ])
    expect(closed.map(({ visit, why }) => [visit, why])).toEqual([[b, "full"]])
  })
})
