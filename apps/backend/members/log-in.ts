/**
 * E-mail and password to a login token. Tries are counted before the password is looked at and given back
 * when it was right; each refusal has its own label (ERR-01 to ERR-03). What a browser is told of it, the
 * gateway decides (its setting ACCOUNT_DISCLOSURE). A refusal takes as long as a match.
 */
import { trimmedEmail } from "@foldcast/rules/email"
import { sameKey } from "@foldcast/rules/names/same-key"
import { Effect, Option, type Redacted } from "effect"
import { Database } from "../db/database.ts"
import { Refused } from "../http/refused.ts"
import { AttemptLimits, type Try } from "./attempt-limits.ts"
import { wasDeleted } from "./deleted-addresses.ts"
import { isKnownPassword } from "./known-password.ts"
import { noteLogIn } from "./log-in-notice.ts"
import { credentialsByEmail } from "./member-store.ts"
import { Passwords } from "./passwords.ts"
import { Tokens } from "./tokens.ts"

export interface LogIn {
  readonly email: string
  readonly password: Redacted.Redacted
  readonly address: string
  readonly agent: string | null
}

type LogInFault = "notExists" | "deleted" | "incorrectPassword"

export const logIn = Effect.fn("members.logIn")(function* (request: LogIn) {
  const database = yield* Database
  const limits = yield* AttemptLimits
  const passwords = yield* Passwords
  const tokens = yield* Tokens

  const email = trimmedEmail(request.email)
  const { password } = request
  const tries: ReadonlyArray<Try> = [
    { limit: "failedLogInsPerAccount", name: sameKey(email) },
    { limit: "failedLogInsPerAddress", address: request.address },
  ]
  const refused = (fault: LogInFault) => new Refused({ status: 400, label: fault })

  yield* limits.take(...tries)
  const found = yield* credentialsByEmail(database, email)
  if (Option.isNone(found)) {
    yield* passwords.matchNobody(password)
    return yield* refused((yield* wasDeleted(database, email)) ? "deleted" : "notExists")
  }
  const member = found.value
  // What stands in a deleted account's place has no password that could match.
  if (member.deleted) {
    yield* passwords.matchNobody(password)
    return yield* refused("deleted")
  }
  const kept = { memberId: member.id, hash: member.password_hash }
  const right = yield* isKnownPassword(database, kept, password)
  if (!right) return yield* refused("incorrectPassword")
  yield* limits.giveBack(...tries)
  if (Option.isNone(yield* noteLogIn(member.id, request.agent))) return yield* refused("deleted")
  return yield* tokens.issue(member)
})
