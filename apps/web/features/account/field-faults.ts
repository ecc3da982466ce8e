/**
 * What the rules find wrong with an account form, in words. The tables are total: a new fault without a
 * text does not compile.
 */
import { m } from "@foldcast/messages/messages"
import type { EmailFault } from "@foldcast/rules/email"
import { logInFaults as findLogInFaults } from "@foldcast/rules/log-in"
import type { PasswordFault } from "@foldcast/rules/password"
import { registrationFaults as findRegistrationFaults } from "@foldcast/rules/registration"
import type { Faults, Values } from "./form-state.ts"

export type AccountField = "email" | "password"

type Texts<Fault extends string> = Readonly<Record<Fault, () => string>>

const LOG_IN_EMAIL: Texts<EmailFault> = {
  required: m.log_in_error_email_required,
  invalid: m.log_in_error_email_format,
}
const REGISTER_EMAIL: Texts<EmailFault> = {
  required: m.register_error_email_required,
  invalid: m.register_error_email_format,
}
const REGISTER_PASSWORD: Texts<PasswordFault> = {
  required: m.register_error_password_required,
  tooShort: m.register_error_password_too_short,
  tooLong: m.register_error_password_too_long,
  whitespace: m.register_error_password_whitespace,
  noNumbers: m.register_error_password_no_numbers,
  noLetters: m.register_error_password_no_letters,
}

const NONE: Faults<AccountField> = { email: null, password: null }

export const logInFaults = (values: Values<AccountField>): Faults<AccountField> =>
  findLogInFaults(values).reduce(
    (faults, fault) =>
      fault.field === "email"
        ? { ...faults, email: LOG_IN_EMAIL[fault.label]() }
        : { ...faults, password: m.log_in_error_password_required() },
    NONE,
  )

export const registrationFaults = (values: Values<AccountField>): Faults<AccountField> =>
  findRegistrationFaults(values).reduce((faults, fault) => {
    if (fault.field === "email") return { ...faults, email: REGISTER_EMAIL[fault.label]() }
    if (fault.field === "password") return { ...faults, password: REGISTER_PASSWORD[fault.label]() }
    return faults
  }, NONE)
