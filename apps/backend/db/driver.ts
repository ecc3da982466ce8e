/** What a database driver does: lend a connection to one borrower at a time, and run SQL text on it. */
import type { Effect, Scope } from "effect"
import type { DatabaseUnavailable } from "./errors.ts"
import type { SqlValue } from "./statement.ts"

export interface DriverConnection {
  /**
   * One statement with parameters; answers its rows. Rejects with the server's error, or after a time-out. After an
   * abort nobody knows whether the statement ran, so the connection and its transaction are given up.
   */
  readonly run: (
    text: string,
    values: ReadonlyArray<SqlValue>,
    signal?: AbortSignal,
  ) => Promise<unknown>
  /** Several statements without parameters and without a time-out. */
  readonly script: (text: string) => Promise<unknown>
}

export interface Driver {
  readonly name: "PGlite" | "PostgreSQL"
  /** Lends a connection until the scope closes. */
  readonly borrow: Effect.Effect<DriverConnection, DatabaseUnavailable, Scope.Scope>
}
