/**
 * Compares the backend's books with those of the phone's provider, once all calls are over: each call is one row with
 * the seconds that were told of it and the cents of the whole, and nothing of it is on the ledger.
 */
import { Effect, Schema } from "effect"
import { expect } from "vitest"
import { SqlDatabase } from "@foldcast/backend/db/database"
import { statement } from "@foldcast/backend/db/statement"
import { centsOf, type PhoneLine, secondsTold } from "./phone-lines.ts"

const CALLS = statement(
  Schema.Struct({
    provider_call: Schema.String,
    state: Schema.String,
    seconds: Schema.Int,
    cents: Schema.Int,
    end_reason: Schema.NullOr(Schema.String),
  }),
  "SELECT provider_call, state, seconds, cents, end_reason FROM phone_calls",
)
/** Every movement of credits, by what caused it. */
const CAUSES = statement(
  Schema.Struct({ cause: Schema.String }),
  "SELECT idempotency_key AS cause FROM transfers UNION ALL SELECT session_id FROM paid_time",
)

/** `sessions`: those in rooms that callers paid for. */
export const checkPhoneBooks = Effect.fnUntraced(function* (
  lines: ReadonlyArray<PhoneLine>,
  sessions: ReadonlySet<string>,
) {
  const database = yield* SqlDatabase
  const rows = Map.groupBy(yield* database.query(CALLS), ({ provider_call: call }) => call)
  expect(rows.size, "calls that the provider knows").toBe(lines.length)
  for (const line of lines) {
    const [row, ...others] = rows.get(line.call) ?? []
    expect(others, "other rows of the same call").toEqual([])
    const { seconds = -1, cents, state, end_reason: reason } = row ?? {}
    // What was given up while the clock had jumped was told of in vain from then on.
    if (line.isOverdue && reason === null) expect(line.told).toContain(seconds)
    else expect({ state, seconds }).toEqual({ state: "ended", seconds: secondsTold(line) })
    if (seconds > 0 || !line.isOverdue) expect(cents).toBe(centsOf(line, seconds))
  }
  const causes = yield* database.query(CAUSES)
  const callers = causes.filter(({ cause }) => [...sessions].some((one) => cause.includes(one)))
  expect(callers, "movements of credits by callers").toEqual([])
})
