/**
 * A mail with a reset link, if there is such an account. The answer is the same either way: no label, no
 * status and no limit tells who is a member, only how often one address may ask. An account is mailed so
 * often and no more, without a word about it.
 */
import { Effect, Option, Result } from "effect"
import { Database, type Queries } from "../db/database.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { writePasswordResetMail } from "./account-mails.ts"
import { addressName, AttemptLimits } from "./attempt-limits.ts"
import { credentialsByEmail, lockMember, memberByUsername } from "./member-store.ts"

export type Forgetful = ({ readonly email: string } | { readonly username: string }) & {
  readonly address: string
}

const memberOf = (queries: Queries, who: Forgetful) =>
  "email" in who
    ? credentialsByEmail(queries, who.email.trim())
    : memberByUsername(queries, who.username.trim())

export const forgotPassword = Effect.fn("members.forgotPassword")(function* (who: Forgetful) {
  const limits = yield* AttemptLimits
  const database = yield* Database
  yield* limits.take({ limit: "passwordResetsPerAddress", name: addressName(who.address) })
  yield* database.transaction(
    Effect.fnUntraced(function* (queries: Queries) {
      const known = yield* memberOf(queries, who)
      const found = Option.isNone(known) ? known : yield* lockMember(queries, known.value.id)
      if (Option.isNone(found)) return
      const member = found.value
      const mailed = yield* limits
        .take({ limit: "passwordResetsPerAccount", name: member.id })
        .pipe(Effect.result)
      if (Result.isSuccess(mailed)) yield* writePasswordResetMail(queries, member)
    }),
  )
  yield* (yield* MailSender).wake
})
