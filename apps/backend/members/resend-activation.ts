/**
 * Sends another verification mail to a member who is logged in: to the pending address, else to their own. Links of
 * earlier mails stay valid until they expire.
 */
import { Clock, Effect } from "effect"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { writeEmailChangeMail, writeVerificationMail } from "./account-mails.ts"
import { alreadyVerified } from "./activate.ts"
import { AttemptLimits } from "./attempt-limits.ts"
import { LinkTokens } from "./link-tokens.ts"
import { type StoredMember, pendingEmail } from "./member.ts"
import { lockPresentMember, setPendingEmail } from "./member-store.ts"

const resendIn = Effect.fnUntraced(function* (queries: SqlQueries, id: string) {
  const now = yield* Clock.currentTimeMillis
  const member = yield* lockPresentMember(queries, id)
  const email = pendingEmail(member, now)
  if (email === null) return yield* writeVerificationMail(queries, member)
  // It stays pending as long as its newest link is valid.
  const until = new Date(now + (yield* LinkTokens).validForMs("email"))
  yield* setPendingEmail(queries, id, { email, until })
  yield* writeEmailChangeMail(queries, member, email)
})

export const resendActivation = Effect.fn("members.resendActivation")(function* (
  member: StoredMember,
) {
  const database = yield* SqlDatabase
  const isWaiting = pendingEmail(member, yield* Clock.currentTimeMillis) !== null
  if (member.verified && !isWaiting) return yield* alreadyVerified()
  yield* (yield* AttemptLimits).take({ limit: "verificationMailsPerAccount", name: member.id })
  yield* database.transaction((queries) => resendIn(queries, member.id))
  yield* (yield* MailSender).wake
})
