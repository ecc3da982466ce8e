/**
 * Whether somebody who is logged in knows the account's password, asked before the account changes hands or
 * ends. Tries are counted like those of a log-in, for they say as much.
 *
 * Callers: change-password.ts, proof.ts.
 */
import { sameKey } from "@foldcast/rules/same-key"
import { Effect, Option, Redacted } from "effect"
import { trimmedPassword } from "@foldcast/rules/password"
import { Database } from "../db/database.ts"
import { forbidden, Refused } from "../http/refused.ts"
import { AttemptLimits, type Try } from "./attempt-limits.ts"
import type { Member } from "./member.ts"
import { passwordHashOf } from "./member-store.ts"
import { Passwords } from "./passwords.ts"

const incorrectPassword = () =>
  new Refused({
    status: 400,
    label: "incorrectPassword",
    fields: [{ field: "password", label: "incorrectPassword" }],
  })

export const checkPassword = Effect.fn("members.checkPassword")(function* (
  member: Member,
  typed: Redacted.Redacted,
) {
  const limits = yield* AttemptLimits
  const counted: Try = { limit: "failedLogInsPerAccount", name: sameKey(member.email) }
  yield* limits.take(counted)
  const hash = yield* passwordHashOf(yield* Database, member.id)
  // Deleted since they were authenticated.
  if (Option.isNone(hash)) return yield* forbidden()
  const present = Redacted.make(trimmedPassword(Redacted.value(typed)))
  const right = yield* (yield* Passwords).matches(present, hash.value)
  if (!right) return yield* incorrectPassword()
  yield* limits.giveBack(counted)
})
