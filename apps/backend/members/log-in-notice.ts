/**
 * What goes with every log-in: its browser is remembered, and the member is told by mail of one from a
 * browser that is not known (docs/mails.md). The first log-in of an account sends none.
 */
import { Clock, Effect } from "effect"
import { Database } from "../db/database.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import type { Queries } from "../db/database.ts"
import { mailTo } from "./account-mails.ts"
import { noteBrowser } from "./known-browsers.ts"
import type { Member } from "./member.ts"

/** Inside the transaction of the log-in; afterwards `MailSender.wake`. */
export const noteLogInIn = Effect.fn("members.noteLogInIn")(function* (
  queries: Queries,
  member: Member,
  agent: string | null,
) {
  const at = new Date(yield* Clock.currentTimeMillis)
  if ((yield* noteBrowser(queries, member.id, agent, at)) !== "new") return
  yield* writeMail(queries, { _tag: "NewLogIn", ...mailTo(member), agent, at })
})

export const noteLogIn = Effect.fn("members.noteLogIn")(function* (
  member: Member,
  agent: string | null,
) {
  const database = yield* Database
  yield* database.transaction((queries) => noteLogInIn(queries, member, agent))
  yield* (yield* MailSender).wake
})
