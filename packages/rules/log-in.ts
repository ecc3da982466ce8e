/**
 * The log-in form: an e-mail address and a password, both present (AUTH-11, AUTH-12) and short enough to be
 * sent.
 */
import { knownEmailFault } from "./email.ts"
import { isTooLongToSend, trimmedPassword } from "./password.ts"

export interface LogInForm {
  readonly email: string
  readonly password: string
}

export type LogInFault =
  | { readonly field: "email"; readonly label: "required" | "invalid" }
  | { readonly field: "password"; readonly label: "required" | "tooLong" }

/** At most one fault per field, in the form's order. Empty: the form may be sent. */
export const logInFaults = ({ email, password }: LogInForm): ReadonlyArray<LogInFault> => {
  const faults: Array<LogInFault> = []
  const ofEmail = knownEmailFault(email)
  if (ofEmail !== null) faults.push({ field: "email", label: ofEmail })
  if (trimmedPassword(password) === "") faults.push({ field: "password", label: "required" })
  else if (isTooLongToSend(password)) faults.push({ field: "password", label: "tooLong" })
  return faults
}
