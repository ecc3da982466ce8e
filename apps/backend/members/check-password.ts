/**
 * Checks the password of somebody who is logged in, before the account changes hands or ends. Tries are limited
 * together with log-ins, because they reveal the same.
 */
import { sameKey } from "@foldcast/rules/names/same-key"
import { Effect, Option, type Redacted } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { forbidden, Refused } from "../http/refused.ts"
import { AttemptLimits, type CountedTry } from "./attempt-limits.ts"
import { isKnownPassword } from "./known-password.ts"
import type { StoredMember } from "./member.ts"
import { passwordHashOf } from "./member-store.ts"

const incorrectPassword = () =>
  new Refused({
    status: 400,
    label: "incorrectPassword",
    fields: [{ field: "password", label: "incorrectPassword" }],
  })

export const checkPassword = Effect.fn("members.checkPassword")(function* (
  member: StoredMember,
  typed: Redacted.Redacted,
) {
  const limits = yield* AttemptLimits
  const counted: CountedTry = { limit: "failedLogInsPerAccount", name: sameKey(member.email) }
  yield* limits.take(counted)
  const database = yield* SqlDatabase
  const hash = yield* passwordHashOf(database, member.id)
  // Deleted since they were authenticated.
  if (Option.isNone(hash)) return yield* forbidden()
  const right = yield* isKnownPassword(database, { memberId: member.id, hash: hash.value }, typed)
  if (!right) return yield* incorrectPassword()
  yield* limits.giveBack(counted)
})
