/**
 * Verifies an e-mail address by the link that was sent to it: the member's own, or the pending one (change-email.ts).
 * The link's use, the verification, the welcome credits and the member's events are one transaction. The credits' key
 * names the member, so they are granted once, however often links are clicked and for whatever address.
 */
import { Clock, Effect, Option } from "effect"
import { ACTIVATION_VERIFIED_LABEL } from "@foldcast/contracts/upstream/member-api"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { badRequest, Refused } from "../http/refused.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { takeUpPendingEmail } from "./change-email.ts"
import { recordBrowser } from "./known-browsers.ts"
import { linkOf, useLink } from "./link-store.ts"
import { type LinkContent, LinkTokens } from "./link-tokens.ts"
import type { StoredMember } from "./member.ts"
import { lockMember, markVerified } from "./member-store.ts"
import { Tokens } from "./tokens.ts"
import { grantWelcomeCredits } from "./welcome.ts"

export const alreadyVerified = () => new Refused({ status: 400, label: ACTIVATION_VERIFIED_LABEL })
const expired = () => badRequest("activation.expired")

const verifyIn = Effect.fnUntraced(function* (
  queries: SqlQueries,
  member: StoredMember,
  link: LinkContent,
  at: Date,
) {
  if (link.expired || !(yield* useLink(queries, link.tokenHash, at))) return yield* expired()
  if (link.purpose === "verify") return yield* markVerified(queries, member.id)
  const { pending_email: email } = member
  if (email === null || !(yield* takeUpPendingEmail(queries, member, email, at))) {
    return yield* expired()
  }
})

const activateIn = Effect.fnUntraced(function* (
  queries: SqlQueries,
  link: LinkContent,
  agent: string | null,
) {
  const at = new Date(yield* Clock.currentTimeMillis)
  const found = yield* lockMember(queries, link.memberId)
  const known = yield* linkOf(queries, link.tokenHash, link.purpose)
  if (Option.isNone(found) || Option.isNone(known)) return yield* expired()
  const member = found.value
  const { used } = known.value
  if (link.purpose === "email" ? used : member.verified) return yield* alreadyVerified()
  if (used) return yield* badRequest("activation.used")
  yield* verifyIn(queries, member, link, at)
  // The member reads this mail, so the browser is a known one from now on.
  if (link.purpose === "verify") yield* recordBrowser(queries, link.memberId, agent, at)
  return { member, credits: yield* grantWelcomeCredits(queries, member) }
})

export interface AccountActivation {
  readonly key: string
  readonly agent: string | null
}

export const activate = Effect.fn("members.activate")(function* ({
  key,
  agent,
}: AccountActivation) {
  const database = yield* SqlDatabase
  const link = Option.getOrNull(yield* (yield* LinkTokens).read(key))
  if (link === null || (link.purpose !== "verify" && link.purpose !== "email")) {
    return yield* expired()
  }
  const { member, credits } = yield* database
    .transaction((queries) => activateIn(queries, link, agent))
    .pipe(
      // Somebody else verified the same address at the same moment.
      Effect.catchTag("ConstraintViolated", ({ constraint }) =>
        constraint === "members_email_unique" || constraint === "members_username_unique"
          ? Effect.fail(expired())
          : Effect.die(new Error(`an activation met the constraint ${constraint}`)),
      ),
    )
  yield* (yield* OutboxRelay).wake
  yield* (yield* MailSender).wake
  return {
    token: yield* (yield* Tokens).issue(member),
    credits,
    ...(link.purpose === "email" && { emailChanged: true as const }),
  }
})
