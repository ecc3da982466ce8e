/**
 * Another e-mail address. It is asked for with proof and waits until the link that goes to it is
 * followed; until then the old one logs in and gets every mail, and is told of the request. A newer request
 * takes the place of an older one, and a changed password ends it.
 *
 *   ask ─▶ members.pending_email ─▶ link ─▶ members.email, verified      or cancelled, or run out
 *
 * Two members may wait for one address: it is whose link is followed first. The link logs nobody in, for who
 * reads the mail of a mistyped address is somebody else.
 */
import { Clock, Effect, Option, Redacted } from "effect"
import { trimmedEmail } from "@foldcast/rules/email"
import { emailChangeFaults } from "@foldcast/rules/email-change"
import { sameKey } from "@foldcast/rules/names/same-key"
import { Database, type Queries } from "../db/database.ts"
import { badRequest } from "../http/refused.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { mailTo, writeEmailChangeMail } from "./account-mails.ts"
import type { Try } from "./attempt-limits.ts"
import { forgetDeleted } from "./deleted-addresses.ts"
import { LINK_PURPOSES, voidLinks } from "./link-store.ts"
import { LinkTokens } from "./link-tokens.ts"
import type { Member } from "./member.ts"
import {
  credentialsByEmail,
  forgetPendingEmail,
  lockPresentMember,
  lockProvenMember,
  memberByUsername,
  setEmail,
  setPendingEmail,
} from "./member-store.ts"
import { checkProof, type Proof } from "./proof.ts"
import { claimAddress, emailExists } from "./taken-addresses.ts"

/** A username that is the old address follows, so it may meet another member's first. */
const isTaken = Effect.fnUntraced(function* (queries: Queries, member: Member, email: string) {
  if (Option.isSome(yield* credentialsByEmail(queries, email))) return true
  if (sameKey(member.username) !== sameKey(member.email)) return false
  return Option.isSome(yield* memberByUsername(queries, email))
})

const askIn = Effect.fnUntraced(function* (queries: Queries, proven: Member, email: string) {
  const now = yield* Clock.currentTimeMillis
  const { id } = proven
  const member = yield* lockProvenMember(queries, proven)
  if (yield* isTaken(queries, member, email)) return yield* emailExists()
  const until = new Date(now + (yield* LinkTokens).validForMs("email"))
  yield* setPendingEmail(queries, id, { email, until })
  yield* voidLinks(queries, id, ["email"], new Date(now))
  yield* writeEmailChangeMail(queries, member, email)
  yield* writeMail(queries, { _tag: "EmailChangeAsked", ...mailTo(member), newEmail: email })
})

export const changeEmail = Effect.fn("members.changeEmail")(function* (
  member: Member,
  typed: {
    readonly email: string
    readonly proof: Proof
    /** The client address. */
    readonly address: string
  },
) {
  const database = yield* Database
  const email = trimmedEmail(typed.email)
  const password = typed.proof._tag === "Password" ? Redacted.value(typed.proof.password) : null
  const faults = emailChangeFaults({ email, repeatEmail: email, password }, member.email).filter(
    ({ field }) => field !== "repeatEmail",
  )
  if (faults.length > 0) return yield* badRequest("email", faults)
  yield* checkProof(member, typed.proof, "emailChange")
  // Each try mails somebody, or tells whether somebody has the address.
  const counted: Try = { limit: "verificationMailsPerAccount", name: member.id }
  yield* claimAddress(
    { email, address: typed.address, tries: [counted] },
    database.transaction((queries) => askIn(queries, member, email)),
  )
  yield* (yield* MailSender).wake
})

/** Done too where nothing waits. */
export const cancelEmailChange = Effect.fn("members.cancelEmailChange")(function* (id: string) {
  const database = yield* Database
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, id)
      yield* forgetPendingEmail(queries, id)
      yield* voidLinks(queries, id, ["email"], at)
    }),
  )
})

/**
 * The address that waited is the member's, verified, and no link that went to the old one opens anything.
 * Inside the transaction that uses the link; false where somebody else has the address by now.
 */
export const takeUpPendingEmail = Effect.fnUntraced(function* (
  queries: Queries,
  before: Member,
  email: string,
  at: Date,
) {
  if (yield* isTaken(queries, before, email)) return false
  const after = { ...before, email }
  yield* setEmail(queries, before.id, email)
  yield* forgetDeleted(queries, email)
  yield* voidLinks(queries, before.id, LINK_PURPOSES, at)
  const notice = { newEmail: email }
  yield* writeMail(queries, { _tag: "EmailChangedOld", ...mailTo(before), ...notice })
  yield* writeMail(queries, { _tag: "EmailChangedNew", ...mailTo(after), ...notice })
  return true
})
