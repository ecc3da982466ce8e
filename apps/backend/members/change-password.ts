/**
 * Changes a password, by the old one or by the token of a reset link. From the commit on every earlier token of the
 * member is void, and every link that would open the account or change its address. A reset link removes all passkeys
 * too: whoever reads the mail may be shutting out somebody who added one (ADR 0043).
 *
 * The reset link is used in the same transaction: of concurrent tries one succeeds, and a failed change leaves the
 * link usable.
 */
import { Clock, Effect, Option, Redacted } from "effect"
import { passwordChangeFaults } from "@foldcast/rules/password-change"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { badRequest, forbidden, unauthorized } from "../http/refused.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { MemberSocketServer } from "../sockets/member-sockets.ts"
import { mailTo } from "./account-mails.ts"
import { checkPassword } from "./check-password.ts"
import { linkUsed } from "./link-refusals.ts"
import { useLinkForPassword, voidLinks, voidVerified } from "./link-store.ts"
import type { StoredMember } from "./member.ts"
import { lockPresentMember, setPassword } from "./member-store.ts"
import { passwordLengthsAt, refuseCommon } from "./new-password.ts"
import { deletePasskeysOf } from "./passkey-store.ts"
import { Passwords } from "./passwords.ts"
import { Tokens } from "./tokens.ts"

export interface PasswordChange {
  /** The old password; not read with a reset link. */
  readonly password: Redacted.Redacted
  readonly newPassword: Redacted.Redacted
  readonly repeatNewPassword: Redacted.Redacted
  /** The brand of the form; undefined for the brand at which the member registered (UA61). */
  readonly brand: string | undefined
  /** When the member of this token logged in, milliseconds since 1970. */
  readonly loggedInAt: number
  readonly resetLink: string | null
}

/** Milliseconds that the gateway has to take the next token before its socket ends. */
const SOCKET_GRACE_MS = 2_000

const changeIn = Effect.fnUntraced(function* (
  queries: SqlQueries,
  member: StoredMember,
  passwordHash: string,
  resetLink: string | null,
) {
  const at = new Date(yield* Clock.currentTimeMillis)
  const current = yield* lockPresentMember(queries, member.id)
  if (resetLink !== null && !(yield* useLinkForPassword(queries, resetLink, at)))
    return yield* linkUsed()
  // Another change committed first and made this call's token void.
  if (current.token_version !== member.token_version) return yield* unauthorized()
  const changed = yield* setPassword(queries, member.id, passwordHash)
  if (Option.isNone(changed)) return yield* forbidden()
  yield* voidLinks(queries, member.id, ["reset", "login", "email"], at)
  yield* voidVerified(queries, member.id, at)
  const endedPasskeys = resetLink === null ? 0 : yield* deletePasskeysOf(queries, member.id)
  yield* writeMail(queries, {
    _tag: "PasswordChanged",
    ...mailTo(changed.value),
    at,
    ...(endedPasskeys > 0 && { endedPasskeys }),
  })
  return changed.value
})

/** Answers the next token; null after a reset, because the member logs in with the new password. */
export const changePassword = Effect.fn("members.changePassword")(function* (
  member: StoredMember,
  { password, newPassword, repeatNewPassword, brand, loggedInAt, resetLink }: PasswordChange,
) {
  const database = yield* SqlDatabase
  const faults = passwordChangeFaults(
    {
      password: resetLink === null ? Redacted.value(password) : null,
      newPassword: Redacted.value(newPassword),
      repeatNewPassword: Redacted.value(repeatNewPassword),
    },
    passwordLengthsAt(brand ?? member.brand),
  )
  if (faults.length > 0) return yield* badRequest("password", faults)
  yield* refuseCommon("newPassword", newPassword)
  if (resetLink === null) yield* checkPassword(member, password)
  const passwordHash = yield* (yield* Passwords).hash(newPassword)
  const changed = yield* database.transaction((queries) =>
    changeIn(queries, member, passwordHash, resetLink),
  )
  yield* (yield* MailSender).wake
  const now = yield* Clock.currentTimeMillis
  yield* (yield* MemberSocketServer).endAt(member.id, now + SOCKET_GRACE_MS)
  if (resetLink !== null) return Option.none()
  return Option.some(yield* (yield* Tokens).exchange(changed, loggedInAt))
})
