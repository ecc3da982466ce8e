import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { CreditMovement, MovementSession } from "@foldcast/contracts/queries/movements"
import { historyRows, sessionAmount } from "./history-rows.ts"
import { movementsAfter } from "./movements.ts"

const movement = (number: number, session: string | null): CreditMovement => ({
  movementId: `tr_${number}`,
  at: 1_000 * number,
  amount: -10,
  balance: 10 * number,
  kind: session === null ? "tip" : "paidTime",
  session: session === null ? null : sessionOf(session),
  performer: null,
  transactionId: null,
  paidCents: null,
  withdrawal: null,
})
const sessionOf = (sessionId: string): MovementSession => ({
  sessionId,
  mode: "chat",
  credits: 12,
  seconds: 12,
  movementCount: 3,
  hold: null,
})

const movementsGiven = fc
  .array(fc.option(fc.constantFrom("a", "b", "c")))
  .map((sessions) => sessions.map((session, index) => movement(1_000 - index, session)))

describe("the rows of the history", () => {
  it("hold every movement once, a session in one row at its newest, in their order", () => {
    fc.assert(
      fc.property(movementsGiven, (movements) => {
        const rows = historyRows(movements)
        const heads = rows.map((row) => (row._tag === "Session" ? row.movements[0] : row.movement))
        const all = rows.flatMap((row) => (row._tag === "Session" ? row.movements : [row.movement]))
        expect(new Set(all)).toEqual(new Set(movements))
        expect(all).toHaveLength(movements.length)
        expect(heads).toEqual(heads.toSorted((a, b) => b.at - a.at))
        const sessions = rows.flatMap((row) => (row._tag === "Session" ? [row.session] : []))
        expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(sessions.length)
      }),
    )
  })

  it("stay as they are when older ones come", () => {
    fc.assert(
      fc.property(movementsGiven, fc.nat(), (movements, at) => {
        const first = historyRows(movements.slice(0, at % (movements.length + 1)))
        const names = (rows: typeof first) =>
          rows.map((row) => (row._tag === "Session" ? row.session.sessionId : row.movement))
        expect(names(historyRows(movements)).slice(0, first.length)).toEqual(names(first))
      }),
    )
  })

  it("show the whole cost of a session, however little of it is loaded", () => {
    const [row] = historyRows([movement(1, "a")])
    expect(row?._tag === "Session" && sessionAmount(row)).toBe(-12)
  })
})

describe("an answered page of movements", () => {
  const { read } = movementsAfter(null)
  const told = movement(1, "a")

  it("is read as it was sent", () => {
    expect(read({ movements: [told], next: "1" })).toEqual({ movements: [told], next: "1" })
    expect(movementsAfter("1/2").path).toBe("/api/movements?before=1%2F2")
  })

  it("is refused with a gap in it", () => {
    for (const broken of [null, {}, { ...told, amount: "1" }, { ...told, balance: null }]) {
      expect(read({ movements: [told, broken], next: null })).toBeNull()
    }
    expect(read({ next: null })).toBeNull()
  })

  it("takes an unknown kind as other", () => {
    const [one] =
      read({ movements: [{ ...told, kind: "unheard-of" }], next: null })?.movements ?? []
    expect(one?.kind).toBe("other")
  })
})
