/**
 * Exchanges e-mail and password for a login token. Tries are counted before the check and given back on success; each
 * refusal has a label of its own (ERR-01 to ERR-03), and the gateway decides what a browser is told (its setting
 * ACCOUNT_DISCLOSURE). A refusal takes as long as a match.
 */
import { trimmedEmail } from "@foldcast/rules/email"
import { sameKey } from "@foldcast/rules/names/same-key"
import { Effect, Option, type Redacted } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { Refused } from "../http/refused.ts"
import { AttemptLimits, type CountedTry } from "./attempt-limits.ts"
import { wasAddressDeleted } from "./deleted-addresses.ts"
import { isKnownPassword } from "./known-password.ts"
import { recordLogIn } from "./record-log-in.ts"
import { credentialsByEmail } from "./member-store.ts"
import { Passwords } from "./passwords.ts"
import { Tokens } from "./tokens.ts"

export interface LogInAttempt {
  readonly email: string
  readonly password: Redacted.Redacted
  readonly address: string
  readonly agent: string | null
}

type LogInFault = "notExists" | "deleted" | "incorrectPassword"

export const logInByPassword = Effect.fn("members.logIn")(function* (request: LogInAttempt) {
  const database = yield* SqlDatabase
  const limits = yield* AttemptLimits
  const passwords = yield* Passwords
  const tokens = yield* Tokens

  const email = trimmedEmail(request.email)
  const { password } = request
  const tries: ReadonlyArray<CountedTry> = [
    { limit: "failedLogInsPerAccount", name: sameKey(email) },
    { limit: "failedLogInsPerAddress", address: request.address },
  ]
  const refused = (fault: LogInFault) => new Refused({ status: 400, label: fault })

  yield* limits.take(...tries)
  const found = yield* credentialsByEmail(database, email)
  if (Option.isNone(found)) {
    yield* passwords.matchNobody(password)
    return yield* refused((yield* wasAddressDeleted(database, email)) ? "deleted" : "notExists")
  }
  const member = found.value
  // A deleted account has no password hash that could match.
  if (member.deleted) {
    yield* passwords.matchNobody(password)
    return yield* refused("deleted")
  }
  const kept = { memberId: member.id, hash: member.password_hash }
  const right = yield* isKnownPassword(database, kept, password)
  if (!right) return yield* refused("incorrectPassword")
  yield* limits.giveBack(...tries)
  if (Option.isNone(yield* recordLogIn(member.id, request.agent))) return yield* refused("deleted")
  return yield* tokens.issue(member)
})
