/** GET /wallet/movements: the member's own movements, newest first, a page at a time. */
import { Effect } from "effect"
import {
  MAX_MOVEMENTS,
  MovementsAnswer,
  type UpstreamMovement,
} from "@foldcast/contracts/upstream/member-api"
import { Database } from "../db/database.ts"
import { memberCall, NoBody } from "../http/call.ts"
import { badRequest } from "../http/refused.ts"
import { type MovementRow, movementsOf } from "../ledger/movements.ts"

const DEFAULT_LIMIT = 50
/** A whole number above zero that is exact everywhere. */
const NUMBER = /^[1-9]\d{0,14}$/u

/** Null where it is not given. */
const numberIn = (query: URLSearchParams, name: "before" | "limit") => {
  const given = query.get(name)
  if (given === null) return Effect.succeed(null)
  return NUMBER.test(given) ? Effect.succeed(Number(given)) : Effect.fail(badRequest(name))
}

const sessionOf = ({
  session_id: id,
  mode,
  session_credits: credits,
  session_seconds: seconds,
  session_movements: movements,
}: MovementRow) =>
  id === null || mode === null || credits === null || movements === null
    ? {}
    : { session: { id, mode, credits, seconds, movements } }

const movementOf = (row: MovementRow): UpstreamMovement => {
  const { id, at, amount, balance, reason, performer_id: performerId, username } = row
  return {
    id,
    at: at.getTime(),
    amount,
    balance,
    reason,
    ...sessionOf(row),
    ...(performerId !== null && { performer: { id: performerId, username } }),
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
  }
}

export const getMovements = memberCall({
  body: NoBody,
  answer: MovementsAnswer,
  handle: Effect.fnUntraced(function* (member, { query }) {
    const before = yield* numberIn(query, "before")
    const limit = (yield* numberIn(query, "limit")) ?? DEFAULT_LIMIT
    if (limit > MAX_MOVEMENTS) return yield* badRequest("limit")
    const { rows, next } = yield* movementsOf(yield* Database, member.id, { before, limit })
    return { movements: rows.map(movementOf), next: next === null ? null : String(next) }
  }),
})
