/** The error texts of the account forms. The tables are total: a new fault without a text does not compile. */
import { MAX_TYPED } from "@foldcast/contracts/commands/typed-length"
import { m } from "@foldcast/messages/messages"
import type { BirthdayFault, CalendarDate } from "@foldcast/rules/birthday"
import type { EmailFault } from "@foldcast/rules/email"
import { forgotPasswordFault, type ForgotPasswordFault } from "@foldcast/rules/forgot-password"
import { logInFaults as findLogInFaults } from "@foldcast/rules/log-in"
import type { PasswordLengths } from "@foldcast/rules/password"
import { passwordChangeFaults } from "@foldcast/rules/password-change"
import {
  fullerRegistrationFaults as findFullerFaults,
  registrationFaults as findRegistrationFaults,
  type RegistrationFault,
} from "@foldcast/rules/registration"
import type { UsernameFault } from "@foldcast/rules/username"
import { type Faults, noFaults, TICKED, type Values } from "../forms/form-state.ts"
import { newPasswordTexts } from "../forms/new-password-texts.ts"

export type LogInField = "email" | "password"
export type ResetField = "newPassword" | "repeatNewPassword"
export type RegisterField = "email" | "password" | "username" | "birthday" | "termsAccepted"

type Texts<Fault extends string> = Readonly<Record<Fault, () => string>>

const LOG_IN_EMAIL: Texts<"required" | "invalid"> = {
  required: m.log_in_error_email_required,
  invalid: m.log_in_error_email_format,
}
const LOG_IN_PASSWORD: Texts<"required" | "tooLong"> = {
  required: m.log_in_error_password_required,
  tooLong: () => m.register_error_password_too_long({ max: MAX_TYPED }),
}
const REGISTER_EMAIL: Texts<EmailFault> = {
  required: m.register_error_email_required,
  invalid: m.register_error_email_format,
  unreachable: m.register_error_email_unreachable,
}
const REGISTER_USERNAME: Texts<UsernameFault> = {
  required: m.register_error_username_required,
  tooShort: m.register_error_username_too_short,
  tooLong: m.register_error_username_too_long,
  characters: m.register_error_username_characters,
  forbidden: m.register_error_username_forbidden,
}
const REGISTER_BIRTHDAY: Texts<BirthdayFault> = {
  required: m.register_error_birthday_required,
  invalid: m.register_error_birthday_invalid,
  tooYoung: m.register_error_birthday_too_young,
}
const FORGOT_PASSWORD: Texts<ForgotPasswordFault> = {
  required: m.forgot_password_error_required,
  tooShort: m.forgot_password_error_too_short,
  tooLong: m.forgot_password_error_too_long,
}

export const logInFieldFaults = (values: Values<LogInField>): Faults<LogInField> =>
  findLogInFaults(values).reduce(
    (faults, fault) =>
      fault.field === "email"
        ? { ...faults, email: LOG_IN_EMAIL[fault.label]() }
        : { ...faults, password: LOG_IN_PASSWORD[fault.label]() },
    noFaults(values),
  )

const registrationText = (fault: RegistrationFault, lengths: PasswordLengths): string => {
  switch (fault.field) {
    case "email":
      return REGISTER_EMAIL[fault.label]()
    case "password":
      return newPasswordTexts(lengths)[fault.label]()
    case "username":
      return REGISTER_USERNAME[fault.label]()
    case "birthday":
      return REGISTER_BIRTHDAY[fault.label]()
    case "termsAccepted":
      return m.register_error_terms_required()
  }
}

const inWords = (
  values: Values<RegisterField>,
  found: ReadonlyArray<RegistrationFault>,
  lengths: PasswordLengths,
) =>
  found.reduce<Faults<RegisterField>>(
    (faults, fault) => ({ ...faults, [fault.field]: registrationText(fault, lengths) }),
    noFaults(values),
  )

/** The short form: only e-mail and password (AUTH-23). */
export const registrationFieldFaults =
  (lengths: PasswordLengths) =>
  (values: Values<RegisterField>): Faults<RegisterField> =>
    inWords(values, findRegistrationFaults(values, lengths), lengths)

/** `today` is the visitor's own calendar date. */
export const fullerRegistrationFieldFaults =
  (today: CalendarDate, lengths: PasswordLengths) =>
  (values: Values<RegisterField>): Faults<RegisterField> =>
    inWords(
      values,
      findFullerFaults(
        { ...values, termsAccepted: values.termsAccepted === TICKED },
        today,
        lengths,
      ),
      lengths,
    )

export const forgotPasswordFaults = (values: Values<"identity">): Faults<"identity"> => {
  const fault = forgotPasswordFault(values.identity)
  return { identity: fault === null ? null : FORGOT_PASSWORD[fault]() }
}

/** For a reset by an e-mailed link, which replaces the old password. */
export const resetPasswordFaults =
  (lengths: PasswordLengths) =>
  (values: Values<ResetField>): Faults<ResetField> =>
    passwordChangeFaults({ ...values, password: null }, lengths).reduce<Faults<ResetField>>(
      (faults, fault) => {
        switch (fault.field) {
          case "password":
            return faults
          case "newPassword":
            // A reset has no old password to compare with.
            return fault.label === "sameAsOld"
              ? faults
              : { ...faults, newPassword: newPasswordTexts(lengths)[fault.label]() }
          case "repeatNewPassword":
            return {
              ...faults,
              repeatNewPassword:
                fault.label === "required"
                  ? m.reset_password_error_repeat_required()
                  : m.reset_password_error_same_as(),
            }
        }
      },
      noFaults(values),
    )
