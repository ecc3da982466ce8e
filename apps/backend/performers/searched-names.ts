/**
 * The names by which performers are searched and listed: their plain letters, and every suffix of those, so that a
 * search within names is a search by prefix.
 *
 * Invariant: after the rule has changed, every name is recomputed at the next start.
 */
import { Effect, Schema } from "effect"
import { plainLetters } from "@foldcast/rules/names/plain-letters"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"

/** Letters of the shortest suffix that is stored, and of the shortest text that searches within names. */
export const SHORTEST_END = 3

/** What names are to hold; empty: every name does. Null: a text without letters or digits, which no name holds. */
export const searchedLetters = (name: string): string | null => {
  const letters = plainLetters(name)
  return letters === "" && name.trim() !== "" ? null : letters
}

interface Named {
  readonly id: string
  readonly username: string
}

const KNOWN = statement(
  Schema.Struct({
    id: Schema.String,
    username: Schema.String,
    plain_name: Schema.NullOr(Schema.String),
  }),
  "SELECT id, username, plain_name FROM performers",
)
const SET = voidStatement(
  `WITH one AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS one (id text, plain_name text)),
     listed AS (UPDATE performer_listing l SET plain_name = one.plain_name FROM one
       WHERE l.performer_id = one.id)
   UPDATE performers p SET plain_name = one.plain_name FROM one WHERE p.id = one.id`,
)
const DELETE_ENDS = voidStatement(
  `DELETE FROM performer_name_ends
   WHERE performer_id IN (SELECT jsonb_array_elements_text($1::jsonb))`,
)
const NAME_ENDS = voidStatement(
  `INSERT INTO performer_name_ends (name_end, performer_id)
   SELECT DISTINCT name_end, id FROM jsonb_to_recordset($1::jsonb) AS one (id text, name_end text)`,
)

const endsOf = ({ id, username }: Named) => {
  const letters = Array.from(plainLetters(username))
  return letters
    .slice(1, Math.max(1, letters.length - SHORTEST_END + 1))
    .map((_, index) => ({ id, name_end: letters.slice(index + 1).join("") }))
}

/** For performers who have none. */
export const insertNameEnds = (queries: SqlQueries, performers: ReadonlyArray<Named>) =>
  queries.query(NAME_ENDS, [JSON.stringify(performers.flatMap(endsOf))])

const AT_ONCE = 500

/** Rewrites names whose plain letters differ from the rule's. */
export const recomputePlainNames = Effect.gen(function* () {
  const database = yield* SqlDatabase
  const known = yield* database.query(KNOWN)
  const changed = known.flatMap(({ id, username, plain_name: before }) => {
    const name = plainLetters(username)
    return name === before ? [] : [{ id, username, plain_name: name }]
  })
  for (let start = 0; start < changed.length; start += AT_ONCE) {
    const some = changed.slice(start, start + AT_ONCE)
    yield* database.transaction((queries) =>
      Effect.gen(function* () {
        yield* queries.query(DELETE_ENDS, [JSON.stringify(some.map(({ id }) => id))])
        yield* insertNameEnds(queries, some)
        yield* queries.query(SET, [JSON.stringify(some)])
      }),
    )
  }
})
