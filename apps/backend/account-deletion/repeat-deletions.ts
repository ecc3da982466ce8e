/**
 * Reconciles database and list of deleted accounts at the start: members who came back with a backup are deleted
 * again, without a mail; members whom the list lacks, because a process ended in between, are added.
 */
import { Effect, Schema } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { anonymiseMember } from "./delete-account.ts"
import { DeletionList } from "./deletion-list.ts"

const PAGE = 1_000
const MEMBERS = statement(
  Schema.Struct({ id: Schema.String, deleted: Schema.Boolean }),
  "SELECT id, deleted FROM members WHERE id > $1 ORDER BY id LIMIT $2",
)

export const repeatDeletions = Effect.gen(function* () {
  const database = yield* SqlDatabase
  const list = yield* DeletionList
  let again = 0
  let last = ""
  for (;;) {
    const page = yield* database.query(MEMBERS, [last, PAGE])
    for (const { id, deleted } of page) {
      last = id
      if (deleted) yield* list.add(id)
      else if (list.has(id)) {
        yield* database.transaction((queries) => anonymiseMember(queries, id))
        again += 1
      }
    }
    if (page.length < PAGE) break
  }
  if (again > 0)
    yield* Effect.logWarning("deleted accounts had come back, as with a backup: deleted again", {
      accounts: again,
    })
})
