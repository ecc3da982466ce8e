/**
 * Recomputes the keys by which members are found after the rule that makes them has changed (same-key.ts):
 * `anna@bücher.example` is found by either spelling of its domain, also if it registered before they were one.
 *
 * Invariant: a member who has a key keeps it. If two older accounts now have the same key, it goes to the one whose
 * spelling is the key; the other is found by its own spelling only (member-store.ts).
 */
import { Array as Arr, Effect, Option, Schema } from "effect"
import { sameKey } from "@foldcast/rules/names/same-key"
import { SqlDatabase } from "../db/database.ts"
import { statement } from "../db/statement.ts"

const Keyed = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  email_key: Schema.String,
  username: Schema.String,
  username_key: Schema.String,
})
type Keyed = typeof Keyed.Type

/** Plain ASCII has the same key by every rule. */
const KNOWN = statement(
  Keyed,
  `SELECT id, email, email_key, username, username_key FROM members
   WHERE NOT deleted AND (octet_length(email_key) > length(email_key)
     OR octet_length(username_key) > length(username_key)) ORDER BY registered_at, id`,
)
const Id = Schema.Struct({ id: Schema.String })
const SET_EMAIL_KEY = statement(
  Id,
  `UPDATE members SET email_key = $2 WHERE id = $1 AND NOT deleted
     AND NOT EXISTS (SELECT FROM members WHERE email_key = $2) RETURNING id`,
)
const SET_USERNAME_KEY = statement(
  Id,
  `UPDATE members SET username_key = $2 WHERE id = $1 AND NOT deleted
     AND NOT EXISTS (SELECT FROM members WHERE username_key = $2) RETURNING id`,
)

const changesOf = ({ id, email, email_key, username, username_key }: Keyed) =>
  [
    { id, set: SET_EMAIL_KEY, before: email_key, key: sameKey(email) },
    { id, set: SET_USERNAME_KEY, before: username_key, key: sameKey(username) },
  ].filter(({ before, key }) => before !== key)

/** One by one: each may take a key that another wants. */
export const recomputeMemberKeys = Effect.gen(function* () {
  const database = yield* SqlDatabase
  const changes = (yield* database.query(KNOWN)).flatMap(changesOf)
  let kept = 0
  for (const { id, set, key } of changes) {
    const done = yield* database.query(set, [id, key])
    if (Option.isNone(Arr.head(done))) kept += 1
  }
  if (kept > 0) {
    yield* Effect.logWarning("members are kept whose address or name is another member's by now", {
      members: kept,
    })
  }
})
