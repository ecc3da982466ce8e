/**
 * Erases what reports keep once their term is over, by a time that a second clock confirms. What stays says that there
 * was one, about whom and what was decided, for the figures of a year.
 */
import { Effect } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { dueMillis } from "../steady-clock.ts"
import { eraseDueReports } from "./report-store.ts"

export const eraseReports = Effect.fn("safety.eraseReports")(function* () {
  const now = yield* dueMillis
  if (now !== null) yield* eraseDueReports(yield* SqlDatabase, new Date(now))
})
