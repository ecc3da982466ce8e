/**
 * The visitor's message for a refusal. Labels are the machine words of upstream, gateway and rules. Each form
 * has its own table; a label without a text gets the form's general one, so a new upstream label never shows as
 * a machine word.
 *
 * The English texts of ERR-01, ERR-02, ERR-04 and ROUTE-35 are exact.
 */
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { COMMON_PASSWORD } from "@foldcast/contracts/common-password"
import { LIMIT_REACHED, SPENDING_PAUSED } from "@foldcast/contracts/spending"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "./generated/messages.js"

/** A message without inputs, in the page's language unless one is given. */
export type Text = (
  inputs?: Readonly<Record<string, never>>,
  options?: { readonly locale?: Locale },
) => string

type Texts = Readonly<Record<string, Text>>

/** Refusals of every command, by the gateway or by the tab itself. */
const COMMAND_TEXTS = {
  [NO_ANSWER]: m.error_unreachable,
  [NO_COOKIE]: m.error_no_cookie,
  "request.tooMany": m.error_too_many,
  "request.unauthenticated": m.error_not_logged_in,
  "request.unavailable": m.error_unavailable,
  "request.storageFull": m.error_storage_full,
  "request.malformed": m.error_general,
  "request.foreign": m.error_general,
  "request.notFound": m.error_general,
  "request.method": m.error_general,
  "request.tooLarge": m.error_general,
  "request.mediaType": m.error_general,
  "request.contentEncoding": m.error_general,
  "request.failed": m.error_general,
  "visit.unknown": m.error_stale_page,
  "command.running": m.error_general,
  "command.differentBody": m.error_general,
  unavailable: m.error_unavailable,
  unauthorized: m.error_not_logged_in,
  tooManyAttempts: m.error_too_many,
} as const satisfies Texts

/** Refusals of a passkey by the browser, its authenticator or the member API. */
const PASSKEY_TEXTS = {
  passkeyCancelled: m.passkey_error_cancelled,
  passkeyTimedOut: m.passkey_error_timed_out,
  passkeyUnsupported: m.passkey_error_unsupported,
  passkeyExists: m.passkey_error_exists,
  passkeyFailed: m.passkey_error_failed,
  passkeyUnknown: m.passkey_error_unknown,
  passkeyRefused: m.passkey_error_refused,
  passkeyExpired: m.passkey_error_timed_out,
  tooManyPasskeys: m.passkey_error_too_many,
} as const satisfies Texts

const LOG_IN_TEXTS = {
  notExists: m.log_in_error_not_exists,
  deleted: m.log_in_error_deleted,
  incorrectPassword: m.log_in_error_incorrect_password,
  invalidLogin: m.log_in_error_generic,
  tooManyAttempts: m.log_in_error_too_many,
  linkExpired: m.log_in_error_link_expired,
  linkUsed: m.log_in_error_link_used,
} as const satisfies Texts

const REGISTRATION_TEXTS = {
  emailExists: m.register_error_email_exists,
  usernameExists: m.register_error_username_exists,
  [COMMON_PASSWORD]: m.register_error_password_common,
  forbidden: m.register_error_username_forbidden,
  lookalike: m.name_lookalike,
  undefined: m.register_error_generic,
} as const satisfies Texts

const lookUp = (tables: ReadonlyArray<Texts>, label: string, otherwise: Text): Text => {
  for (const table of tables) {
    const text = Object.hasOwn(table, label) ? table[label] : undefined
    if (text !== undefined) return text
  }
  return otherwise
}

/** An unknown cause gets the generic text (ERR-04). */
export const logInMessage = (label: string): Text =>
  lookUp([LOG_IN_TEXTS, PASSKEY_TEXTS, COMMAND_TEXTS], label, m.log_in_error_generic)

/** For a passkey that was not used or not created. */
export const passkeyMessage = (label: string): Text =>
  lookUp([PASSKEY_TEXTS, COMMAND_TEXTS], label, m.passkey_error_failed)

/** A label with a text of its own, otherwise `register_error` (ERR-08). */
export const registrationMessage = (label: string): Text =>
  lookUp([REGISTRATION_TEXTS, COMMAND_TEXTS], label, m.register_error)

/** For an e-mailed link, `incorrectPassword` means that the link is no longer valid. */
const RESET_PASSWORD_TEXTS = {
  incorrectPassword: m.reset_password_error_link,
  linkExpired: m.reset_password_error_link,
  linkUsed: m.reset_password_error_link,
  [COMMON_PASSWORD]: m.register_error_password_common,
  undefined: m.reset_password_error_undefined,
} as const satisfies Texts

export const resetPasswordMessage = (label: string): Text =>
  lookUp([RESET_PASSWORD_TEXTS, COMMAND_TEXTS], label, m.reset_password_error_undefined)

/** Whether the refusal means that the visitor must request another link. */
export const isLinkOfNoUse = (label: string): boolean =>
  lookUp([RESET_PASSWORD_TEXTS], label, m.reset_password_error_undefined) ===
  m.reset_password_error_link

/** For a command that was not admitted, and for refusals without a form of their own. */
export const commandMessage = (label: string): Text =>
  lookUp([COMMAND_TEXTS], label, m.error_general)

const LIMIT_TEXTS = {
  [LIMIT_REACHED.day]: m.limit_reached_day,
  [LIMIT_REACHED.week]: m.limit_reached_week,
  [LIMIT_REACHED.month]: m.limit_reached_month,
  [SPENDING_PAUSED]: m.limits_paused_refusal,
} as const satisfies Texts

/** For a payment that the member's own limits or pause refused; null for any other label. */
export const limitMessage = (label: string): Text | null =>
  Object.hasOwn(LIMIT_TEXTS, label) ? LIMIT_TEXTS[label as keyof typeof LIMIT_TEXTS] : null

/** An unknown outcome of a change: neither done nor refused (law L7). */
const UNKNOWN_TEXTS = {
  outcomeUnknown: m.settings_unknown,
  [NO_ANSWER]: m.settings_unknown,
} as const satisfies Texts

const EMAIL_CHANGE_TEXTS = {
  emailExists: m.settings_email_error_exists,
  incorrectPassword: m.settings_password_error_incorrect,
} as const satisfies Texts

/** Already in use, or an error while saving. */
export const emailChangeMessage = (label: string): Text =>
  lookUp(
    [EMAIL_CHANGE_TEXTS, PASSKEY_TEXTS, UNKNOWN_TEXTS, COMMAND_TEXTS],
    label,
    m.settings_error_saving,
  )

const PASSWORD_CHANGE_TEXTS = {
  [COMMON_PASSWORD]: m.register_error_password_common,
  incorrectPassword: m.settings_password_error_incorrect,
} as const satisfies Texts

/** Whether the refusal is about the new password and belongs at its field. */
export const isAboutNewPassword = (label: string): boolean => label === COMMON_PASSWORD

/** In settings, where the old password is requested. A label without a text gets the undefined error. */
export const passwordChangeMessage = (label: string): Text =>
  lookUp([PASSWORD_CHANGE_TEXTS, UNKNOWN_TEXTS, COMMAND_TEXTS], label, m.settings_error_undefined)

const USERNAME_CHANGE_TEXTS = {
  "change_username.required": m.change_username_required,
  "change_username.tooShort": m.change_username_too_short,
  "change_username.tooLong": m.change_username_too_long,
  "change_username.characters": m.change_username_characters,
  "change_username.forbidden": m.change_username_forbidden,
  "change_username.usernameExists": m.change_username_username_exists,
  "change_username.lookalike": m.name_lookalike,
} as const satisfies Texts

/** The prefix `badRequest` of a label is read as `change_username`. */
export const usernameChangeMessage = (label: string): Text =>
  lookUp(
    [USERNAME_CHANGE_TEXTS, UNKNOWN_TEXTS, COMMAND_TEXTS],
    label.replace(/^badRequest(?=\.)/u, "change_username"),
    m.settings_error_saving,
  )

/** For a change of the limits on buying, or of the pause. */
export const limitsChangeMessage = (label: string): Text =>
  lookUp([UNKNOWN_TEXTS, COMMAND_TEXTS], label, m.settings_error_saving)

export const emailCancellationMessage = (label: string): Text =>
  lookUp([UNKNOWN_TEXTS, COMMAND_TEXTS], label, m.settings_email_cancel_refused)

const DELETION_TEXTS = {
  incorrectPassword: m.settings_password_error_incorrect,
  anotherName: m.settings_delete_error_another_name,
} as const satisfies Texts

export const accountDeletionMessage = (label: string): Text =>
  lookUp(
    [DELETION_TEXTS, PASSKEY_TEXTS, UNKNOWN_TEXTS, COMMAND_TEXTS],
    label,
    m.settings_delete_refused,
  )

/** Refusals of the proof that the settings ask for. */
const PROOF_TEXTS = {
  incorrectPassword: m.settings_password_error_incorrect,
  required: m.settings_passkey_name_required,
  tooLong: m.settings_passkey_name_too_long,
} as const satisfies Texts

export const passkeyAdditionMessage = (label: string): Text =>
  lookUp(
    [PROOF_TEXTS, PASSKEY_TEXTS, UNKNOWN_TEXTS, COMMAND_TEXTS],
    label,
    m.settings_passkey_refused,
  )

export const passkeyRemovalMessage = (label: string): Text =>
  lookUp(
    [PROOF_TEXTS, PASSKEY_TEXTS, UNKNOWN_TEXTS, COMMAND_TEXTS],
    label,
    m.settings_passkey_removal_refused,
  )

export const sessionEndMessage = (label: string): Text =>
  lookUp([UNKNOWN_TEXTS, COMMAND_TEXTS], label, m.settings_session_refused)

/** Each reason has its own text; a reason without one gets the default text (WALLET-35). */
const PAYMENT_FAILURE_TEXTS = {
  default: m.pay_failed_default,
  antiFraud: m.pay_failed_anti_fraud,
  rejected: m.pay_failed_rejected,
  expired: m.pay_failed_expired,
  cancelled: m.pay_failed_cancelled,
} as const satisfies Texts

export const paymentFailureMessage = (reason: keyof typeof PAYMENT_FAILURE_TEXTS): Text =>
  PAYMENT_FAILURE_TEXTS[reason]
