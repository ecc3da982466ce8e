/**
 * Exchanges a link's token for a login token. A log-in link is used by the log-in, once, also among concurrent tries.
 *
 * A password-reset link is not used by the log-in but by the password change that follows (change-password.ts): its
 * token allows nothing else, a refused form can be sent again, and a crash in between costs the member nothing. One
 * change comes of one link.
 *
 * A verification link does the same for half an hour after it verified: the owner of the mailbox takes over an
 * account that somebody else registered with their address.
 */
import { Clock, Effect, Option } from "effect"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { AttemptLimits, type CountedTry } from "./attempt-limits.ts"
import { linkExpired, linkUsed } from "./link-refusals.ts"
import { linkOf, useLink, wasVerifiedBy } from "./link-store.ts"
import { type LinkContent, LinkTokens } from "./link-tokens.ts"
import { recordLogInWithin } from "./record-log-in.ts"
import { memberById } from "./member-store.ts"
import { Tokens } from "./tokens.ts"

export interface LogInByLink {
  readonly token: string
  readonly address: string
  readonly agent: string | null
}

/** Milliseconds after a verification in which its link may set a password. */
const TAKING_OVER_MS = 30 * 60_000

const enter = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { memberId, purpose, expired, tokenHash }: LinkContent,
  agent: string | null,
) {
  const tokens = yield* Tokens
  // It proves who reads the mail, not who the member is.
  if (purpose === "email") return yield* linkExpired()
  const link = yield* linkOf(queries, tokenHash, purpose)
  if (Option.isNone(link)) return yield* linkExpired()
  const now = new Date(yield* Clock.currentTimeMillis)
  const since = new Date(now.getTime() - TAKING_OVER_MS)
  const hasVerified = purpose === "verify" && (yield* wasVerifiedBy(queries, tokenHash, since))
  if (!hasVerified) {
    if (link.value.used) return yield* linkUsed()
    if (expired || link.value.voided || purpose === "verify") return yield* linkExpired()
  }
  const member = yield* memberById(queries, memberId)
  if (Option.isNone(member) || member.value.deleted) return yield* linkExpired()
  if (purpose !== "login") return yield* tokens.issueForReset(member.value, tokenHash)
  if (!(yield* useLink(queries, tokenHash, now))) return yield* linkUsed()
  const present = yield* recordLogInWithin(queries, memberId, agent)
  return Option.isNone(present) ? yield* linkExpired() : yield* tokens.issue(present.value)
})

export const logInByLink = Effect.fn("members.logInByLink")(function* (request: LogInByLink) {
  const database = yield* SqlDatabase
  const limits = yield* AttemptLimits
  const counted: CountedTry = { limit: "refusedLinksPerAddress", address: request.address }
  yield* limits.take(counted)
  const content = yield* (yield* LinkTokens).read(request.token)
  if (Option.isNone(content)) return yield* linkExpired()
  const token = yield* database.transaction((queries) =>
    enter(queries, content.value, request.agent),
  )
  yield* limits.giveBack(counted)
  yield* (yield* MailSender).wake
  return token
})
