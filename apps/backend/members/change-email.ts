/**
 * Another e-mail address: unverified again, with a verification mail to it, and word of the change to
 * both addresses. Links that went to the old address open nothing any more. Credits for verifying are
 * granted once per member (activate.ts), so a changed address earns none.
 */
import { Clock, Effect } from "effect"
import { trimmedEmail } from "@foldcast/rules/email"
import { emailChangeFaults } from "@foldcast/rules/email-change"
import { Database, type Queries } from "../db/database.ts"
import { badRequest, Refused } from "../http/refused.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { mailTo, writeVerificationMail } from "./account-mails.ts"
import { AttemptLimits } from "./attempt-limits.ts"
import { forgetDeleted } from "./deleted-addresses.ts"
import { LINK_PURPOSES, voidLinks } from "./link-store.ts"
import type { Member } from "./member.ts"
import { lockPresentMember, setEmail } from "./member-store.ts"

const emailExists = () =>
  new Refused({
    status: 409,
    label: "emailExists",
    fields: [{ field: "email", label: "emailExists" }],
  })

const changeIn = Effect.fnUntraced(function* (queries: Queries, id: string, email: string) {
  const at = new Date(yield* Clock.currentTimeMillis)
  const before = yield* lockPresentMember(queries, id)
  const after = { ...before, email }
  yield* setEmail(queries, id, email)
  yield* forgetDeleted(queries, email)
  yield* voidLinks(queries, id, LINK_PURPOSES, at)
  yield* writeVerificationMail(queries, after)
  const notice = { newEmail: email }
  yield* writeMail(queries, { _tag: "EmailChangedOld", ...mailTo(before), ...notice })
  yield* writeMail(queries, { _tag: "EmailChangedNew", ...mailTo(after), ...notice })
})

export const changeEmail = Effect.fn("members.changeEmail")(function* (
  member: Member,
  typed: string,
) {
  const database = yield* Database
  const email = trimmedEmail(typed)
  const faults = emailChangeFaults({ email, repeatEmail: email }, member.email).filter(
    ({ field }) => field === "email",
  )
  if (faults.length > 0) return yield* badRequest("email", faults)
  // Each try mails somebody, or tells whether somebody has the address.
  yield* (yield* AttemptLimits).take({ limit: "verificationMailsPerAccount", name: member.id })
  yield* database
    .transaction((queries) => changeIn(queries, member.id, email))
    .pipe(
      Effect.catchTag("ConstraintViolated", ({ constraint }) =>
        // A username that was the old address follows, so it may meet the other member's first.
        constraint === "members_email_unique" || constraint === "members_username_unique"
          ? Effect.fail(emailExists())
          : Effect.die(new Error(`changing an e-mail met the constraint ${constraint}`)),
      ),
    )
  yield* (yield* MailSender).wake
})
