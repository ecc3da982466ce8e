/**
 * The mails of the backend, a case per occasion (docs/mails.md). A mail holds facts; its text is made when it is sent
 * (mail-content.ts), in the member's language and brand. Pure.
 */
import { Schema } from "effect"
import { ReportOutcome } from "@foldcast/contracts/upstream/report-decisions"
import { Cents, Credits, Locale } from "@foldcast/contracts/units"

/** Recipient, language and brand, by the brand's id. */
const reader = { to: Schema.String, lang: Locale, brand: Schema.String }
const member = { memberId: Schema.String, ...reader }
const reporter = { ...reader, memberId: Schema.optionalKey(Schema.String) }
const withLink = {
  ...member,
  link: Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s"'<>]+$/u)),
  /** Minutes for which the link is valid; the mail is not sent after that. */
  validForMinutes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 })),
}

export const Mail = Schema.Union([
  Schema.TaggedStruct("Verification", {
    ...withLink,
    /** The credits of a verification; absent where there are none. */
    welcomeCredits: Schema.optionalKey(Credits),
  }),
  /** To the pending address. */
  Schema.TaggedStruct("EmailChange", withLink),
  /** To the present address while another is pending. */
  Schema.TaggedStruct("EmailChangeAsked", { ...member, newEmail: Schema.String }),
  /** To the owner of an address that somebody else registered with or wanted. */
  Schema.TaggedStruct("AddressUsed", member),
  Schema.TaggedStruct("PasswordReset", withLink),
  /** `agent`: the user agent, null where there was none. */
  Schema.TaggedStruct("NewLogIn", {
    ...member,
    agent: Schema.NullOr(Schema.String),
    at: Schema.Date,
  }),
  /** To the previous address. */
  Schema.TaggedStruct("EmailChangedOld", { ...member, newEmail: Schema.String }),
  /** To the present address. */
  Schema.TaggedStruct("EmailChangedNew", { ...member, newEmail: Schema.String }),
  Schema.TaggedStruct("PasswordChanged", {
    ...member,
    at: Schema.Date,
    /** How many passkeys were removed with it; absent where none were. */
    endedPasskeys: Schema.optionalKey(Schema.Int),
  }),
  /** `name`: as the member calls it. */
  Schema.TaggedStruct("PasskeyAdded", { ...member, name: Schema.String, at: Schema.Date }),
  Schema.TaggedStruct("PasskeyRemoved", { ...member, name: Schema.String, at: Schema.Date }),
  Schema.TaggedStruct("Purchase", {
    ...member,
    credits: Credits,
    amountCents: Cents,
    at: Schema.Date,
    transactionId: Schema.String,
  }),
  /** Acknowledges a withdrawal from a purchase. */
  Schema.TaggedStruct("Withdrawal", {
    ...member,
    credits: Credits,
    amountCents: Cents,
    at: Schema.Date,
    transactionId: Schema.String,
  }),
  /** Acknowledges a report; a guest's has no member. */
  Schema.TaggedStruct("ReportReceived", { ...reporter, report: Schema.String, at: Schema.Date }),
  Schema.TaggedStruct("ReportDecided", {
    ...reporter,
    report: Schema.String,
    outcome: ReportOutcome,
    statement: Schema.String,
  }),
  Schema.TaggedStruct("AccountDeleted", reader),
])
export type Mail = typeof Mail.Type
export type MailKind = Mail["_tag"]

/** As stored in the database. */
export const StoredMail = Schema.toCodecJson(Mail)

const MINUTE_MS = 60_000
/** How long a mail without a link is worth sending. */
const NOTICE_MS = 3 * 24 * 60 * MINUTE_MS

/** The mail is not sent after this. */
export const expiryOf = (mail: Mail, writtenAt: number): number =>
  writtenAt + ("link" in mail ? mail.validForMinutes * MINUTE_MS : NOTICE_MS)
