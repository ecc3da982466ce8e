/**
 * Changes an e-mail address. The request needs proof, and the new address is pending until its link is followed;
 * until then the old address logs in, receives all mails, and is told of the request. A newer request replaces an
 * older one, and a changed password ends it.
 *
 * request ─▶ members.pending_email ─▶ link ─▶ members.email, verified or cancelled, or expired
 *
 * Two members may have the same pending address: whoever follows their link first gets it. The link logs nobody in,
 * because a mistyped address belongs to somebody else.
 */
import { Clock, Effect, Option, Redacted } from "effect"
import { trimmedEmail } from "@foldcast/rules/email"
import { emailChangeFaults } from "@foldcast/rules/email-change"
import { sameKey } from "@foldcast/rules/names/same-key"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { badRequest } from "../http/refused.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { mailTo, writeEmailChangeMail } from "./account-mails.ts"
import type { CountedTry } from "./attempt-limits.ts"
import { removeDeletedAddress } from "./deleted-addresses.ts"
import { LINK_PURPOSES, voidLinks } from "./link-store.ts"
import { LinkTokens } from "./link-tokens.ts"
import type { StoredMember } from "./member.ts"
import {
  credentialsByEmail,
  clearPendingEmail,
  lockPresentMember,
  lockProvenMember,
  memberByUsername,
  setEmail,
  setPendingEmail,
} from "./member-store.ts"
import { checkProof, type GivenProof } from "./proof.ts"
import { claimAddress, emailExists } from "./taken-addresses.ts"

/** A username that is the old address changes with it, and may be another member's already. */
const isTaken = Effect.fnUntraced(function* (
  queries: SqlQueries,
  member: StoredMember,
  email: string,
) {
  if (Option.isSome(yield* credentialsByEmail(queries, email))) return true
  if (sameKey(member.username) !== sameKey(member.email)) return false
  return Option.isSome(yield* memberByUsername(queries, email))
})

const askIn = Effect.fnUntraced(function* (
  queries: SqlQueries,
  proven: StoredMember,
  email: string,
) {
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
  member: StoredMember,
  typed: {
    readonly email: string
    readonly proof: GivenProof
    /** The client address. */
    readonly address: string
  },
) {
  const database = yield* SqlDatabase
  const email = trimmedEmail(typed.email)
  const password = typed.proof._tag === "Password" ? Redacted.value(typed.proof.password) : null
  const faults = emailChangeFaults({ email, repeatEmail: email, password }, member.email).filter(
    ({ field }) => field !== "repeatEmail",
  )
  if (faults.length > 0) return yield* badRequest("email", faults)
  yield* checkProof(member, typed.proof, "emailChange")
  // Each try sends a mail, or tells whether the address is in use.
  const counted: CountedTry = { limit: "verificationMailsPerAccount", name: member.id }
  yield* claimAddress(
    { email, address: typed.address, tries: [counted] },
    database.transaction((queries) => askIn(queries, member, email)),
  )
  yield* (yield* MailSender).wake
})

/** Succeeds where no address is pending. */
export const cancelEmailChange = Effect.fn("members.cancelEmailChange")(function* (id: string) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, id)
      yield* clearPendingEmail(queries, id)
      yield* voidLinks(queries, id, ["email"], at)
    }),
  )
})

/**
 * The pending address becomes the member's, verified, and links to the old one are void. Inside the transaction that
 * uses the link; false where somebody else has the address by now.
 */
export const takeUpPendingEmail = Effect.fnUntraced(function* (
  queries: SqlQueries,
  before: StoredMember,
  email: string,
  at: Date,
) {
  if (yield* isTaken(queries, before, email)) return false
  const after = { ...before, email }
  yield* setEmail(queries, before.id, email)
  yield* removeDeletedAddress(queries, email)
  yield* voidLinks(queries, before.id, LINK_PURPOSES, at)
  const notice = { newEmail: email }
  yield* writeMail(queries, { _tag: "EmailChangedOld", ...mailTo(before), ...notice })
  yield* writeMail(queries, { _tag: "EmailChangedNew", ...mailTo(after), ...notice })
  return true
})
