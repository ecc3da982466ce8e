/**
 * What can go wrong with the database, grouped by what the caller does next. A statement that the
 * database does not understand, or a row in another shape than its statement promised, is a defect of
 * this program and stays one.
 */
import { Schema } from "effect"

/** The database did not answer; whether a commit happened may be unknown. Try later. */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()(
  "DatabaseUnavailable",
  { detail: Schema.String },
) {
  override get message() {
    return `the database does not answer: ${this.detail}`
  }
}

/** A named constraint refused the change: the caller knows what the name means. */
export class ConstraintViolated extends Schema.TaggedError<ConstraintViolated>()(
  "ConstraintViolated",
  { constraint: Schema.String },
) {
  override get message() {
    return `the constraint ${this.constraint} refused the change`
  }
}

/** Two transactions conflicted (40001, 40P01); nothing was written, and database.ts retries. */
export class TransactionConflict extends Schema.TaggedError<TransactionConflict>()(
  "TransactionConflict",
  {},
) {}

/** A statement failed for a reason that only a change of this program can repair. */
export class StatementDefect extends Schema.TaggedError<StatementDefect>()("StatementDefect", {
  code: Schema.String,
  detail: Schema.String,
}) {
  override get message() {
    return `the database refused a statement (${this.code}): ${this.detail}`
  }
}

export type StatementError =
  | DatabaseUnavailable
  | ConstraintViolated
  | TransactionConflict
  | StatementDefect

const CONFLICTS: ReadonlySet<string> = new Set(["40001", "40P01"])
/**
 * Connection trouble, too few resources, a time-out, an operator who stops the server, and a transaction
 * that the server ended because it heard nothing (25P03).
 */
const UNAVAILABLE = /^(?:08|53|57|58|25P03)/u

const textOf = (error: object, name: string): string => {
  const value = (error as Readonly<Record<string, unknown>>)[name]
  return typeof value === "string" ? value : ""
}

/** Never carries the server's `detail`, which repeats values. */
export const statementError = (error: unknown): StatementError => {
  if (!(error instanceof Error)) return new DatabaseUnavailable({ detail: String(error) })
  const code = textOf(error, "code")
  if (CONFLICTS.has(code)) return new TransactionConflict()
  if (code.startsWith("23"))
    return new ConstraintViolated({ constraint: textOf(error, "constraint") })
  if (/^[0-9A-Z]{5}$/u.test(code) && !UNAVAILABLE.test(code)) {
    return new StatementDefect({ code, detail: error.message })
  }
  return new DatabaseUnavailable({ detail: code === "" ? error.message : code })
}
