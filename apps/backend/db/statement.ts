/**
 * A statement and the shape of its rows, declared together: `statement(Row, "SELECT …")`. Parameters are `$1`, `$2`
 * …; the text is the same for both drivers. Pure.
 */
import { Exit, Schema } from "effect"

/** JSON is passed as text, a point in time as Date. */
export type SqlValue = string | number | boolean | Date | null

export interface Statement<A> {
  readonly text: string
  readonly decodeRows: (rows: unknown) => ReadonlyArray<A>
}

/** The rows have another shape than the statement declares. */
export class RowDefect extends Schema.TaggedError<RowDefect>()("RowDefect", {
  statement: Schema.String,
  detail: Schema.String,
}) {
  override get message() {
    return `rows of another shape than promised: ${this.detail} (${this.statement})`
  }
}

export const statement = <A>(row: Schema.Codec<A, unknown>, text: string): Statement<A> => {
  const decode = Schema.decodeUnknownExit(Schema.Array(row))
  return {
    text,
    decodeRows: (rows) => {
      const read = decode(rows)
      if (Exit.isSuccess(read)) return read.value
      throw new RowDefect({ statement: text, detail: "a column is missing or has another type" })
    },
  }
}

/** The row of a statement that always answers exactly one, like `SELECT EXISTS (…)`. */
export const only = <A>(rows: ReadonlyArray<A>): A => {
  const [row] = rows
  if (row === undefined) throw new Error("a statement that always answers a row answered none")
  return row
}

const NoColumns = Schema.Struct({})
/** A statement whose rows are not read. */
export const voidStatement = (text: string): Statement<typeof NoColumns.Type> =>
  statement(NoColumns, text)
