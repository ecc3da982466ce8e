/**
 * The mails about an account: recipient, language and links. Each is written by the transaction that makes it true;
 * the caller wakes the sender after the commit.
 */
import { Clock, Effect } from "effect"
import type { Locale } from "@foldcast/contracts/units"
import { localePath } from "@foldcast/rules/page-routes"
import { BackendConfig } from "../config.ts"
import type { SqlQueries } from "../db/database.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { LinkTokens } from "./link-tokens.ts"
import type { StoredMember } from "./member.ts"
import { pendingWelcomeCredits } from "./welcome.ts"

/** The recipient of a mail. */
export type Addressee = Pick<StoredMember, "id" | "email" | "lang" | "brand">

/** The fields that every mail to a member has. */
export const mailTo = ({ id, email, lang, brand }: Addressee) => ({
  memberId: id,
  to: email,
  lang,
  brand,
})

const MINUTE_MS = 60_000
const ACTIONS = { verify: "validate", email: "validate", reset: "resetpassword" } as const

const linkOf = (origin: string, lang: Locale, action: string, token: string) =>
  `${origin}${localePath("/", lang)}?${new URLSearchParams({ action, token }).toString()}`

const withLink = Effect.fnUntraced(function* (
  queries: SqlQueries,
  member: Addressee,
  purpose: keyof typeof ACTIONS,
) {
  const { origins } = (yield* BackendConfig).links
  const [house = ""] = origins.values()
  const links = yield* LinkTokens
  const at = yield* Clock.currentTimeMillis
  const token = yield* links.issue(queries, { memberId: member.id, purpose, at })
  return {
    ...mailTo(member),
    link: linkOf(origins.get(member.brand) ?? house, member.lang, ACTIONS[purpose], token),
    validForMinutes: Math.floor(links.validForMs(purpose) / MINUTE_MS),
  }
})

export const writeVerificationMail = Effect.fn("members.writeVerificationMail")(function* (
  queries: SqlQueries,
  member: Addressee,
) {
  const mail = yield* withLink(queries, member, "verify")
  const welcomeCredits = yield* pendingWelcomeCredits(queries, member)
  yield* writeMail(queries, {
    _tag: "Verification",
    ...mail,
    ...(welcomeCredits > 0 && { welcomeCredits }),
  })
})

/** To the new address, before it is the member's. */
export const writeEmailChangeMail = Effect.fn("members.writeEmailChangeMail")(function* (
  queries: SqlQueries,
  member: Addressee,
  email: string,
) {
  const mail = yield* withLink(queries, { ...member, email }, "email")
  yield* writeMail(queries, { _tag: "EmailChange", ...mail })
})

export const writePasswordResetMail = Effect.fn("members.writePasswordResetMail")(function* (
  queries: SqlQueries,
  member: Addressee,
) {
  const mail = yield* withLink(queries, member, "reset")
  yield* writeMail(queries, { _tag: "PasswordReset", ...mail })
})
