/**
 * The table of account deletions that are under way (account-deletions.ts): members sealed, found by a keyed digest
 * of their id.
 */
import type { DatabaseSync } from "node:sqlite"

export const accountDeletionsTable = (db: DatabaseSync) => {
  const insert = db.prepare(
    "INSERT OR REPLACE INTO account_deletions (member_index, member) VALUES (?, ?)",
  )
  const remove = db.prepare("DELETE FROM account_deletions WHERE member_index = ?")
  const all = db.prepare("SELECT member FROM account_deletions ORDER BY member_index")
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
