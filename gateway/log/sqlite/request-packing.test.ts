/** What travels between the gateway's thread and the log's, written flat. */
import { describe, expect, it } from "vitest"
import { visitHeader, memberId, START, visitId } from "../visit-log.fixtures.ts"
import { packAnswers, packRequests, unpackAnswers, unpackRequests } from "./request-packing.ts"
import type { LogAnswer, LogRequest, WrittenEntry } from "./thread-protocol.ts"

/** With every number of bodies and terms, and every way to say or not to say the rest. */
const ENTRIES: ReadonlyArray<WrittenEntry> = [0, 1, 3].flatMap((bodies) =>
  [0, 2].flatMap((terms) =>
    [{}, { member: memberId("m") }, { member: null }].map((member, index) => ({
      visits: [visitId(`${bodies}-${terms}`)],
      bodies: Array.from({ length: bodies }, (_, n) => `{"é\n":${n}}`),
      lastEventAt: bodies === 0 ? null : START + index,
      ends: index === 1,
      terms: Array.from({ length: terms }, (_, n) => `reference:${n}`),
      ...member,
    })),
  ),
)
const append = (...entries: ReadonlyArray<WrittenEntry>): LogRequest => ({
  operation: "append",
  asked: [entries],
})

const REQUESTS: ReadonlyArray<LogRequest> = [
  append(),
  ...ENTRIES.map((entry) => append(entry)),
  { operation: "find", asked: [visitId("a")] },
  append(...ENTRIES),
  {
    operation: "begin",
    asked: [visitHeader("a"), { bodies: ["{}"], lastEventAt: START, ends: false, terms: [] }],
  },
  append(...ENTRIES.slice(0, 2)),
  append(...ENTRIES.map((entry) => ({ ...entry, visits: ["x", "y", "z"].map(visitId) }))),
]

const ANSWERS: ReadonlyArray<LogAnswer> = [
  { done: [1] },
  { done: [] },
  { done: [1, "ended", 3] },
  { done: ["full"] },
  { done: 7 },
  { done: null },
  { done: [memberId("m")] },
  { done: [{ seq: 1, body: "{}" }] },
  { closed: visitId("a"), why: "full" },
  { full: "no room" },
  { done: [50_000] },
]

describe("the messages between the log's threads", () => {
  it("arrive unchanged, whatever stands beside them in their group", () => {
    expect(unpackRequests(structuredClone(packRequests(REQUESTS)))).toEqual(REQUESTS)
    expect(unpackAnswers(structuredClone(packAnswers(ANSWERS)))).toEqual(ANSWERS)
    expect(packAnswers([{ done: [1] }])).toEqual([1])
  })

  it("carry a room's fact once, and for each visit its own terms", () => {
    const told = { bodies: ["{}"], lastEventAt: START, ends: false }
    const room = (...names: ReadonlyArray<string>) => names.map(visitId)
    const operation = append(
      { ...told, visits: room("v0", "v1"), terms: [] },
      { ...told, visits: room("v2"), terms: ["a"] },
      { ...told, visits: room("v3", "v4", "v5"), terms: ["b"] },
    )
    const packed = packRequests([operation])
    expect(unpackRequests(packed)).toEqual([operation])
    expect(packed.filter((cell) => cell === "{}")).toHaveLength(3)
  })
})
