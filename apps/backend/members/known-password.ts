/**
 * Whether somebody knows a member's password. A hash of the password in an earlier spelling is replaced after a match
 * (ADR 0051); tokens stay valid, because the password is the same.
 *
 * Invariant: a concurrent password change is not overwritten.
 */
import { Effect, type Redacted } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { renewPasswordHash } from "./member-store.ts"
import { Passwords } from "./passwords.ts"

interface KeptPassword {
  readonly memberId: string
  readonly hash: string
}

export const isKnownPassword = Effect.fn("members.isKnownPassword")(function* (
  queries: SqlQueries,
  { memberId, hash }: KeptPassword,
  typed: Redacted.Redacted,
) {
  const passwords = yield* Passwords
  const match = yield* passwords.match(typed, hash)
  if (match === "Outdated") {
    yield* renewPasswordHash(queries, memberId, { from: hash, to: yield* passwords.hash(typed) })
  }
  return match !== "None"
})
