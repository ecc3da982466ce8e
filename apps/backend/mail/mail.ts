/**
 * What the backend mails, a case per occasion (docs/mails.md). A mail names what happened; its words are
 * made when it is sent (mail-content.ts), in the member's language and under the member's brand.
 *
 * Pure.
 */
import { Schema } from "effect"
import { Cents, Credits, Locale } from "@foldcast/contracts/units"

/** Where it goes and how it speaks. `brand` is a brand's id. */
const reader = { to: Schema.String, lang: Locale, brand: Schema.String }
const member = { memberId: Schema.String, ...reader }
const withLink = {
  ...member,
  link: Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s"'<>]+$/u)),
  /** How long the link opens something, in minutes; nothing is sent after that. */
  validForMinutes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 })),
}

export const Mail = Schema.Union([
  Schema.TaggedStruct("Verification", {
    ...withLink,
    /** What verifying earns; absent where it earns nothing. */
    welcomeCredits: Schema.optionalKey(Credits),
  }),
  /** To the address that is to be the member's. */
  Schema.TaggedStruct("EmailChange", withLink),
  /** To the address that is, while another one waits. */
  Schema.TaggedStruct("EmailChangeAsked", { ...member, newEmail: Schema.String }),
  /** To whose address somebody else registered with, or wanted for their account. */
  Schema.TaggedStruct("AddressUsed", member),
  Schema.TaggedStruct("PasswordReset", withLink),
  /** `agent` is the browser's own word for itself, null where it gave none. */
  Schema.TaggedStruct("NewLogIn", {
    ...member,
    agent: Schema.NullOr(Schema.String),
    at: Schema.Date,
  }),
  /** To the address that was. */
  Schema.TaggedStruct("EmailChangedOld", { ...member, newEmail: Schema.String }),
  /** To the address that is. */
  Schema.TaggedStruct("EmailChangedNew", { ...member, newEmail: Schema.String }),
  Schema.TaggedStruct("PasswordChanged", {
    ...member,
    at: Schema.Date,
    /** How many passkeys ended with it; absent where none did. */
    endedPasskeys: Schema.optionalKey(Schema.Int),
  }),
  /** `name` is what the member calls it. */
  Schema.TaggedStruct("PasskeyAdded", { ...member, name: Schema.String, at: Schema.Date }),
  Schema.TaggedStruct("PasskeyRemoved", { ...member, name: Schema.String, at: Schema.Date }),
  Schema.TaggedStruct("Purchase", {
    ...member,
    credits: Credits,
    amountCents: Cents,
    at: Schema.Date,
    transactionId: Schema.String,
  }),
  Schema.TaggedStruct("AccountDeleted", reader),
])
export type Mail = typeof Mail.Type
export type MailKind = Mail["_tag"]

/** As the database keeps it. */
export const StoredMail = Schema.toCodecJson(Mail)

const MINUTE_MS = 60_000
/** How long a mail without a link is worth sending. */
const NOTICE_MS = 3 * 24 * 60 * MINUTE_MS

/** After this the mail is no longer sent. */
export const expiryOf = (mail: Mail, writtenAt: number): number =>
  writtenAt + ("link" in mail ? mail.validForMinutes * MINUTE_MS : NOTICE_MS)
