/**
 * The registration form (AUTH-23, AUTH-24). The short form has e-mail and password; the fuller one adds
 * username, birthday and the acceptance of the terms.
 */
import { birthdayFault, type BirthdayFault, type CalendarDate } from "./birthday.ts"
import { emailFault, type EmailFault } from "./email.ts"
import { passwordFault, type PasswordFault, type PasswordLengths } from "./password.ts"
import { usernameFault, type UsernameFault, USERNAME_AT_REGISTRATION } from "./username.ts"

export interface RegistrationForm {
  readonly email: string
  readonly password: string
}
export interface FullerRegistrationForm extends RegistrationForm {
  readonly username: string
  readonly birthday: string
  readonly termsAccepted: boolean
}

export type RegistrationFault =
  | { readonly field: "email"; readonly label: EmailFault }
  | { readonly field: "password"; readonly label: PasswordFault }
  | { readonly field: "username"; readonly label: UsernameFault }
  | { readonly field: "birthday"; readonly label: BirthdayFault }
  | { readonly field: "termsAccepted"; readonly label: "required" }

/** At most one fault per field, in the form's order. Empty: the form may be sent. */
export const registrationFaults = (
  { email, password }: RegistrationForm,
  lengths: PasswordLengths,
): ReadonlyArray<RegistrationFault> => {
  const faults: Array<RegistrationFault> = []
  const ofEmail = emailFault(email)
  if (ofEmail !== null) faults.push({ field: "email", label: ofEmail })
  const ofPassword = passwordFault(password, lengths)
  if (ofPassword !== null) faults.push({ field: "password", label: ofPassword })
  return faults
}

/** Fields of the fuller form that came with a short one: each given value must be acceptable. */
export interface VolunteeredFields {
  readonly username?: string
  readonly birthday?: string
  readonly termsAccepted?: boolean
}

export const volunteeredFaults = (
  { username, birthday, termsAccepted }: VolunteeredFields,
  today: CalendarDate,
  brands: ReadonlyArray<string> = [],
): ReadonlyArray<RegistrationFault> => {
  const faults: Array<RegistrationFault> = []
  const ofUsername =
    username === undefined ? null : usernameFault(username, USERNAME_AT_REGISTRATION, brands)
  if (ofUsername !== null) faults.push({ field: "username", label: ofUsername })
  const ofBirthday = birthday === undefined ? null : birthdayFault(birthday, today)
  if (ofBirthday !== null) faults.push({ field: "birthday", label: ofBirthday })
  if (termsAccepted === false) faults.push({ field: "termsAccepted", label: "required" })
  return faults
}

export const fullerRegistrationFaults = (
  form: FullerRegistrationForm,
  today: CalendarDate,
  lengths: PasswordLengths,
  brands: ReadonlyArray<string> = [],
): ReadonlyArray<RegistrationFault> => [
  ...registrationFaults(form, lengths),
  ...volunteeredFaults(form, today, brands),
]
