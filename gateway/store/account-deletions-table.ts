/** The table of the accountDeletions (accountDeletions.ts): members sealed, found by a keyed digest of their id. */
import type { DatabaseSync } from "node:sqlite"

export const departuresTable = (db: DatabaseSync) => {
  const insert = db.prepare(
    "INSERT OR REPLACE INTO accountDeletions (member_index, member) VALUES (?, ?)",
  )
  const remove = db.prepare("DELETE FROM accountDeletions WHERE member_index = ?")
  const all = db.prepare("SELECT member FROM accountDeletions ORDER BY member_index")
  return {
    reads: {
      pending: (): ReadonlyArray<string> => all.all().map((row) => String(row["member"])),
    },
    writes: {
      begin: ({ index, member }: { readonly index: string; readonly member: string }): void => {
        insert.run(index, member)
      },
      end: ({ indexes }: { readonly indexes: ReadonlyArray<string> }): void => {
        for (const index of indexes) remove.run(index)
      },
    },
  }
}
