/** Faults of the backend that the simulation of payments has to find. Each replaces the backend's database. */
import { Effect } from "effect"
import type { SqlDatabaseShape } from "@foldcast/backend/db/database"
import type { SqlValue, Statement } from "@foldcast/backend/db/statement"

export type PlantedBug = (database: SqlDatabaseShape) => SqlDatabaseShape

export const noBug: PlantedBug = (database) => database

type Query = Parameters<Parameters<SqlDatabaseShape["transaction"]>[0]>[0]["query"]

/** Changes what transactions ask and are answered. */
const inTransactions =
  (change: (query: Query) => Query): PlantedBug =>
  (database) => ({
    ...database,
    transaction: (work) => database.transaction(({ query }) => work({ query: change(query) })),
  })

/** Changes the rows that statements with this text answer. */
const answering = (part: string, row: Readonly<Record<string, unknown>>): PlantedBug =>
  inTransactions((query) => (asked, values = []) => {
    const rows = query(asked, values)
    if (!asked.text.includes(part)) return rows
    return Effect.map(rows, (found) => found.map((one) => ({ ...one, ...row })))
  })

/** Changes what statements with this text are given. */
const giving = (
  part: string,
  values: (given: ReadonlyArray<SqlValue>) => ReadonlyArray<SqlValue>,
): PlantedBug =>
  inTransactions(
    (query) =>
      <A>(asked: Statement<A>, given: ReadonlyArray<SqlValue> = []) =>
        query(asked, asked.text.includes(part) ? values(given) : given),
  )

/** A grant that bypasses the session's state and the movement's key, which both prevent duplicates. */
export const grantsTwice: PlantedBug = (database) => {
  let grants = 0
  const otherKey = giving("ledger_transfer", ([id = null, key = null, ...rest]) => {
    grants += 1
    return [id, `${String(key)} ${grants}`, ...rest]
  })
  return otherKey(answering("transaction_id, withdrawn_at FROM", { state: "open" })(database))
}

/** A check of a limit that sees nothing of what is open. */
export const countsNothing = answering("FILTER (WHERE state = 'open'", {
  day: 0,
  week: 0,
  month: 0,
})

/** A withdrawal that takes every purchase for untouched. */
export const seesNothingSpent = answering("AS granted_since", { granted_since: 0 })

/** A call whose seconds are added up, where each notice tells all of them. */
export const addsSecondsUp: PlantedBug = (database) => {
  const told = new Map<SqlValue, number>()
  return giving("SET state = $2, seconds", ([id = null, state = null, seconds, ...rest]) => {
    const sum = (told.get(id) ?? 0) + Number(seconds)
    told.set(id, sum)
    return [id, state, sum, ...rest]
  })(database)
}

/** A connection that is forgotten where it is told of before the PIN is typed. */
export const forgetsConnections = giving(
  "SET state = $2, seconds",
  ([id = null, state = null, seconds = null, cents = null, connectedAt = null, ...rest]) => [
    id,
    state,
    seconds,
    cents,
    state === "waiting" ? null : connectedAt,
    ...rest,
  ],
)
