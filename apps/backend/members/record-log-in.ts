/**
 * What goes with every log-in: the browser is recorded, and a log-in from an unknown browser is told by mail
 * (docs/mails.md). The first log-in of an account sends none.
 */
import { Clock, Effect, Option } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import type { SqlQueries } from "../db/database.ts"
import { mailTo } from "./account-mails.ts"
import { recordBrowser } from "./known-browsers.ts"
import { lockMember } from "./member-store.ts"

/**
 * Inside the transaction of the log-in; call `MailSender.wake` afterwards. Answers the member as they are now; none
 * where they were deleted meanwhile, and then nothing is recorded.
 */
export const recordLogInWithin = Effect.fn("members.noteLogInIn")(function* (
  queries: SqlQueries,
  memberId: string,
  agent: string | null,
) {
  const present = yield* lockMember(queries, memberId)
  if (Option.isNone(present)) return present
  const at = new Date(yield* Clock.currentTimeMillis)
  if ((yield* recordBrowser(queries, memberId, agent, at)) === "new") {
    yield* writeMail(queries, { _tag: "NewLogIn", ...mailTo(present.value), agent, at })
  }
  return present
})

export const recordLogIn = Effect.fn("members.noteLogIn")(function* (
  memberId: string,
  agent: string | null,
) {
  const database = yield* SqlDatabase
  const present = yield* database.transaction((queries) =>
    recordLogInWithin(queries, memberId, agent),
  )
  yield* (yield* MailSender).wake
  return present
})
