/**
 * The look-alike keys of performers' names, and whether a name looks like one of them.
 *
 * Invariant: after the rule has changed, every key is recomputed at the next start.
 */
import { Effect, Schema } from "effect"
import { lookOf } from "@foldcast/rules/names/look-alike"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"

const KNOWN = statement(
  Schema.Struct({ id: Schema.String, username: Schema.String, look: Schema.NullOr(Schema.String) }),
  "SELECT id, username, look FROM performers",
)
const SET = voidStatement(
  `UPDATE performers p SET look = one.look
   FROM jsonb_to_recordset($1::jsonb) AS one (id text, look text) WHERE p.id = one.id`,
)
const ALIKE = statement(
  Schema.Struct({ id: Schema.String }),
  "SELECT id FROM performers WHERE look = $1 LIMIT 1",
)

/** Rewrites the keys that differ from the rule's. */
export const recomputeLooks = Effect.gen(function* () {
  const database = yield* SqlDatabase
  const known = yield* database.query(KNOWN)
  const changed = known.flatMap(({ id, username, look: before }) => {
    const look = lookOf(username)
    return look === before ? [] : [{ id, look }]
  })
  if (changed.length > 0) yield* database.query(SET, [JSON.stringify(changed)])
})

/** Whether it is a performer's name, or looks like one. */
export const isLikePerformer = (queries: SqlQueries, name: string) =>
  Effect.map(queries.query(ALIKE, [lookOf(name)]), (rows) => rows.length > 0)
