/** GET /wallet/movements: the member's own movements, newest first, a page at a time. */
import { Clock, Effect } from "effect"
import {
  MAX_MOVEMENTS,
  MovementsAnswer,
  type UpstreamMovement,
} from "@foldcast/contracts/upstream/member-api"
import { SqlDatabase } from "../db/database.ts"
import { memberCall, NoBody } from "./call.ts"
import { routesOf } from "./routes.ts"
import { badRequest } from "../http/refused.ts"
import { MAX_EXACT, wholeNumberIn } from "../http/whole-number.ts"
import { type StoredMovement, movementsOf } from "../ledger/movements.ts"
import { WITHDRAWAL_MS } from "../payments/withdrawal-refusal.ts"

const DEFAULT_LIMIT = 50

/** Null where it is not given. */
const numberIn = (query: URLSearchParams, name: "before" | "limit", most: number) => {
  const given = wholeNumberIn(query, name, 1, most)
  return given === undefined ? Effect.fail(badRequest(name)) : Effect.succeed(given)
}

const sessionOf = ({
  session_id: id,
  mode,
  session_credits: credits,
  session_seconds: seconds,
  session_movements: movements,
  session_hold: hold,
}: StoredMovement) =>
  id === null || mode === null || credits === null || movements === null
    ? {}
    : {
        session: { id, mode, credits, seconds, movements, ...(hold !== null && { hold }) },
      }

const withdrawalOf = ({ untouched_session: session, untouched_since: since }: StoredMovement) =>
  session === null || since === null
    ? {}
    : { withdrawal: { session, until: since.getTime() + WITHDRAWAL_MS } }

const movementOf = (row: StoredMovement): UpstreamMovement => {
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
    ...(row.paid_cents !== null && { paid: row.paid_cents }),
    ...withdrawalOf(row),
  }
}

const getMovements = memberCall({
  body: NoBody,
  answer: MovementsAnswer,
  handle: Effect.fnUntraced(function* (member, { query }) {
    const before = yield* numberIn(query, "before", MAX_EXACT)
    const limit = (yield* numberIn(query, "limit", MAX_MOVEMENTS)) ?? DEFAULT_LIMIT
    const withdrawableSince = new Date((yield* Clock.currentTimeMillis) - WITHDRAWAL_MS)
    const asked = { before, limit, withdrawableSince }
    const { rows, next } = yield* movementsOf(yield* SqlDatabase, member.id, asked)
    return { movements: rows.map(movementOf), next: next === null ? null : String(next) }
  }),
})

export const movementsRoutes = routesOf({
  "GET /wallet/movements": getMovements,
})
