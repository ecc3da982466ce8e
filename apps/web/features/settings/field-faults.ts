/** The error texts of the settings' forms. The tables are total: a new fault without a text does not compile. */
import { MAX_TYPED } from "@foldcast/contracts/commands/typed-length"
import { m } from "@foldcast/messages/messages"
import { emailChangeFaults, type EmailChangeFault } from "@foldcast/rules/email-change"
import { passkeyNameFault, type PasskeyNameFault } from "@foldcast/rules/passkey"
import { presentPasswordFault, type PresentPasswordFault } from "@foldcast/rules/present-password"
import { passwordChangeFaults, type PasswordChangeFault } from "@foldcast/rules/password-change"
import type { PasswordLengths } from "@foldcast/rules/password"
import { usernameFault, type UsernameFault, type UsernameLimits } from "@foldcast/rules/username"
import { newPasswordTexts } from "../forms/new-password-texts.ts"
import { type Faults, noFaults, type Values } from "../forms/form-state.ts"

export type EmailField = "email" | "repeatEmail" | "password"
export type PasswordChangeField = "password" | "newPassword" | "repeatNewPassword"

type TextsOf<Fault extends { readonly field: string; readonly label: string }> = {
  readonly [Field in Fault["field"]]: Readonly<
    Record<Extract<Fault, { readonly field: Field }>["label"], () => string>
  >
}

const PRESENT_PASSWORD: Readonly<Record<PresentPasswordFault, () => string>> = {
  required: m.settings_password_error_old_required,
  tooShort: m.settings_password_error_old_too_short,
  tooLong: () => m.register_error_password_too_long({ max: MAX_TYPED }),
}

const EMAIL: TextsOf<EmailChangeFault> = {
  email: {
    required: m.settings_email_error_required,
    invalid: m.settings_email_error_format,
    unreachable: m.register_error_email_unreachable,
    sameAsOld: m.settings_email_error_same_as_old,
  },
  repeatEmail: {
    required: m.settings_email_error_repeat_required,
    sameAs: m.settings_email_error_same_as,
  },
  password: PRESENT_PASSWORD,
}

const passwordTexts = (lengths: PasswordLengths): TextsOf<PasswordChangeFault> => ({
  password: PRESENT_PASSWORD,
  newPassword: { ...newPasswordTexts(lengths), sameAsOld: m.settings_password_error_same_as_old },
  repeatNewPassword: {
    required: m.reset_password_error_repeat_required,
    sameAs: m.reset_password_error_same_as,
  },
})

const USERNAME: Readonly<Record<UsernameFault, () => string>> = {
  required: m.change_username_required,
  tooShort: m.change_username_too_short,
  tooLong: m.change_username_too_long,
  characters: m.change_username_characters,
  forbidden: m.change_username_forbidden,
}

const emailText = (fault: EmailChangeFault): string => {
  switch (fault.field) {
    case "email":
      return EMAIL.email[fault.label]()
    case "repeatEmail":
      return EMAIL.repeatEmail[fault.label]()
    case "password":
      return EMAIL.password[fault.label]()
  }
}

/** The password as the rules see it: null where a passkey is the proof. */
type PasswordOf = (typed: string) => string | null

/** `current` is the present address. */
export const emailFaults =
  (current: string, passwordOf: PasswordOf) =>
  (values: Values<EmailField>): Faults<EmailField> =>
    emailChangeFaults({ ...values, password: passwordOf(values.password) }, current).reduce<
      Faults<EmailField>
    >((faults, fault) => ({ ...faults, [fault.field]: emailText(fault) }), noFaults(values))

const passwordText = (fault: PasswordChangeFault, lengths: PasswordLengths): string => {
  const texts = passwordTexts(lengths)
  switch (fault.field) {
    case "password":
      return texts.password[fault.label]()
    case "newPassword":
      return texts.newPassword[fault.label]()
    case "repeatNewPassword":
      return texts.repeatNewPassword[fault.label]()
  }
}

export const passwordFaults =
  (lengths: PasswordLengths) =>
  (values: Values<PasswordChangeField>): Faults<PasswordChangeField> =>
    passwordChangeFaults(values, lengths).reduce<Faults<PasswordChangeField>>(
      (faults, fault) => ({ ...faults, [fault.field]: passwordText(fault, lengths) }),
      noFaults(values),
    )

export const usernameFaults =
  (limits: UsernameLimits) =>
  ({ username }: Values<"username">): Faults<"username"> => {
    const fault = usernameFault(username, limits)
    return { username: fault === null ? null : USERNAME[fault]() }
  }

const presentPasswordText = (password: string | null): string | null => {
  const fault = password === null ? null : presentPasswordFault(password)
  return fault === null ? null : PRESENT_PASSWORD[fault]()
}

/** For a form that asks only for proof. */
export const proofFaults =
  (passwordOf: PasswordOf) =>
  ({ password }: Values<"password">): Faults<"password"> => ({
    password: presentPasswordText(passwordOf(password)),
  })

const PASSKEY_NAME: Readonly<Record<PasskeyNameFault, () => string>> = {
  required: m.settings_passkey_name_required,
  tooLong: m.settings_passkey_name_too_long,
}

export const passkeyAdditionFaults =
  (passwordOf: PasswordOf) =>
  ({ name, password }: Values<"name" | "password">): Faults<"name" | "password"> => {
    const fault = passkeyNameFault(name)
    return {
      name: fault === null ? null : PASSKEY_NAME[fault](),
      password: presentPasswordText(passwordOf(password)),
    }
  }
