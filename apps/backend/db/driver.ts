/**
 * What a database must be able to do: lend a connection to one borrower at a time, and run text on it.
 * Implemented by pglite.ts and postgres.ts; used by database.ts and migrate.ts alone.
 */
import type { Effect, Scope } from "effect"
import type { DatabaseUnavailable } from "./errors.ts"
import type { SqlValue } from "./statement.ts"

export interface DriverConnection {
  /**
   * One statement with parameters; its rows. Rejects with the server's error, and in the end where there
   * is no answer. Who aborts does not learn whether the statement was carried out, and ends the
   * connection's usefulness, transaction and all.
   */
  readonly run: (
    text: string,
    values: ReadonlyArray<SqlValue>,
    signal?: AbortSignal,
  ) => Promise<unknown>
  /** Several statements without parameters, for as long as they take. */
  readonly script: (text: string) => Promise<unknown>
}

export interface Driver {
  readonly name: "PGlite" | "PostgreSQL"
  /** Lends a connection until the scope closes. */
  readonly borrow: Effect.Effect<DriverConnection, DatabaseUnavailable, Scope.Scope>
}
