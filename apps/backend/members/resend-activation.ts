/** Another verification mail for whoever is logged in. Links of earlier mails stay good until they expire. */
import { Effect } from "effect"
import { Database } from "../db/database.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { writeVerificationMail } from "./account-mails.ts"
import { alreadyVerified } from "./activate.ts"
import { AttemptLimits } from "./attempt-limits.ts"
import type { Member } from "./member.ts"
import { lockPresentMember } from "./member-store.ts"

export const resendActivation = Effect.fn("members.resendActivation")(function* (member: Member) {
  const database = yield* Database
  if (member.verified) return yield* alreadyVerified()
  yield* (yield* AttemptLimits).take({ limit: "verificationMailsPerAccount", name: member.id })
  yield* database.transaction((queries) =>
    Effect.flatMap(lockPresentMember(queries, member.id), (present) =>
      writeVerificationMail(queries, present),
    ),
  )
  yield* (yield* MailSender).wake
})
