/**
 * The database as the rest of the backend uses it: decoded queries, and transactions that are retried after a
 * conflict. The same SQL runs on both drivers.
 *
 * Invariants: a failed or interrupted transaction leaves nothing; what `transaction` returned is committed. An
 * interrupted query ends at once, and whether it ran is unknown.
 */
import { Cause, Context, Effect, Exit, Schedule } from "effect"
import type { DriverConnection, Driver } from "./driver.ts"
import {
  type ConstraintViolated,
  DatabaseUnavailable,
  type StatementError,
  statementError,
} from "./errors.ts"
import type { SqlValue, Statement } from "./statement.ts"

export type QueryError = DatabaseUnavailable | ConstraintViolated

/** Runs one statement; inside a transaction, the one of that transaction. */
export interface SqlQueries {
  readonly query: <A>(
    statement: Statement<A>,
    values?: ReadonlyArray<SqlValue>,
  ) => Effect.Effect<ReadonlyArray<A>, QueryError>
}

export interface SqlDatabaseShape extends SqlQueries {
  readonly driver: Driver["name"]
  /** READ COMMITTED; retried as a whole after a conflict with another transaction. */
  readonly transaction: <A, E, R>(
    work: (queries: SqlQueries) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | DatabaseUnavailable, R>
}

/** Retries of a transaction after conflicts; then the caller tries later. */
const CONFLICT_RETRIES = 12
const again = Schedule.max([
  Schedule.exponential("2 millis", 1.6).pipe(Schedule.jittered),
  Schedule.recurs(CONFLICT_RETRIES),
])

/** A conflict passes through the caller's code as a defect: the caller has nothing to decide about it. */
class Conflict extends Error {}

const run = <A>(
  connection: DriverConnection,
  { text, decodeRows }: Statement<A>,
  values: ReadonlyArray<SqlValue>,
): Effect.Effect<ReadonlyArray<A>, QueryError> =>
  Effect.tryPromise({
    try: (signal) => connection.run(text, values, signal),
    catch: statementError,
  }).pipe(
    Effect.catch((error: StatementError) => {
      switch (error._tag) {
        case "TransactionConflict":
          return Effect.die(new Conflict())
        case "StatementDefect":
          return Effect.die(error)
        case "DatabaseUnavailable":
        case "ConstraintViolated":
          return Effect.fail(error)
      }
    }),
    Effect.map(decodeRows),
  )

const metAnother = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some(
    (reason) => Cause.isDieReason(reason) && reason.defect instanceof Conflict,
  )

const retryConflicts = <A, E, R>(
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | DatabaseUnavailable, R> =>
  Effect.exit(work).pipe(
    Effect.flatMap((exit) =>
      metAnother(exit) ? Effect.fail(new Conflict()) : Effect.succeed(exit),
    ),
    Effect.retry(again),
    Effect.catch(() =>
      Effect.fail(new DatabaseUnavailable({ detail: "too many transactions met" })),
    ),
    Effect.flatMap((exit) => exit),
  )

const control = (connection: DriverConnection, text: string) =>
  Effect.tryPromise({ try: () => connection.run(text, []), catch: statementError }).pipe(
    Effect.catch((error: StatementError) =>
      error._tag === "TransactionConflict"
        ? Effect.die(new Conflict())
        : Effect.fail(new DatabaseUnavailable({ detail: error.message })),
    ),
  )

export const makeSqlDatabase = (driver: Driver): SqlDatabaseShape => ({
  driver: driver.name,
  query: (statement, values = []) =>
    driver.borrow.pipe(
      Effect.flatMap((connection) => run(connection, statement, values)),
      Effect.scoped,
      retryConflicts,
    ),
  transaction: (work) =>
    driver.borrow.pipe(
      Effect.flatMap((connection) =>
        Effect.acquireUseRelease(
          control(connection, "BEGIN"),
          () =>
            work({ query: (statement, values = []) => run(connection, statement, values) }).pipe(
              Effect.tap(() => Effect.uninterruptible(control(connection, "COMMIT"))),
            ),
          (_, exit) =>
            Exit.isSuccess(exit) ? Effect.void : Effect.ignore(control(connection, "ROLLBACK")),
        ),
      ),
      Effect.scoped,
      retryConflicts,
    ),
})

export class SqlDatabase extends Context.Service<SqlDatabase, SqlDatabaseShape>()(
  "backend/SqlDatabase",
) {}
