/** What travels between the gateway's thread and the log's, written flat. */
import { describe, expect, it } from "vitest"
import { birthOf, memberId, START, visitId } from "./event-log.fixtures.ts"
import { packAnswers, packOperations, unpackAnswers, unpackOperations } from "./sqlite-packing.ts"
import type { Answer, Operation, WrittenEntry } from "./sqlite-protocol.ts"

/** With every number of bodies and terms, and every way to say or not to say the rest. */
const ENTRIES: ReadonlyArray<WrittenEntry> = [0, 1, 3].flatMap((bodies) =>
  [0, 2].flatMap((terms) =>
    [{}, { member: memberId("m") }, { member: null }].map((member, index) => ({
      visit: visitId(`${bodies}-${terms}`),
      bodies: Array.from({ length: bodies }, (_, n) => `{"é\n":${n}}`),
      lastEventAt: bodies === 0 ? null : START + index,
      ends: index === 1,
      terms: Array.from({ length: terms }, (_, n) => `reference:${n}`),
      ...member,
    })),
  ),
)
const append = (...entries: ReadonlyArray<WrittenEntry>): Operation => ({ kind: "append", entries })

const OPERATIONS: ReadonlyArray<Operation> = [
  append(),
  ...ENTRIES.map((entry) => append(entry)),
  { kind: "find", visit: visitId("a") },
  append(...ENTRIES),
  {
    kind: "begin",
    birth: birthOf("a"),
    entry: { visit: visitId("a"), bodies: ["{}"], lastEventAt: START, ends: false, terms: [] },
  },
  append(...ENTRIES.slice(0, 2)),
  append(
    ...ENTRIES.flatMap((entry) =>
      ["x", "y", "z"].map((name) => ({ ...entry, visit: visitId(name) })),
    ),
  ),
]

const ANSWERS: ReadonlyArray<Answer> = [
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

describe("what the log's threads say to each other", () => {
  it("arrives as it was, whatever stands beside it in its group", () => {
    expect(unpackOperations(structuredClone(packOperations(OPERATIONS)))).toEqual(OPERATIONS)
    const [room] = unpackOperations(packOperations(OPERATIONS.slice(-1)))
    expect(
      new Set(room?.kind === "append" ? room.entries.map(({ bodies }) => bodies) : []).size,
    ).toBe(ENTRIES.length)
    expect(unpackAnswers(structuredClone(packAnswers(ANSWERS)))).toEqual(ANSWERS)
    expect(packAnswers([{ done: [1] }])).toEqual([1])
  })

  it("says once what a room is told, and of each visit the terms that are its own", () => {
    const told = { bodies: ["{}"], lastEventAt: START, ends: false }
    const terms: ReadonlyArray<ReadonlyArray<string>> = [[], [], ["a"], ["a"], [], ["b"]]
    const operation = append(
      ...terms.map((own, index) => ({ ...told, visit: visitId(`v${index}`), terms: own })),
    )
    const packed = packOperations([operation])
    expect(unpackOperations(packed)).toEqual([operation])
    expect(packed.filter((cell) => cell === "{}")).toHaveLength(5)
  })
})
