/** What SQLite says of a statement that it did not carry out. */

/** Of every code: someone else holds the file; the disk, or the file's own bound, takes no more. */
export const SQLITE_BUSY = 5
export const SQLITE_FULL = 13

/** SQLite's code without what it adds to it; 0 where the error is none of SQLite's. */
export const sqliteCodeOf = (error: unknown): number =>
  // Stryker disable next-line LogicalOperator: an error without a code counts as 0 either way.
  error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0
