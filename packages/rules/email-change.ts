/** A changed e-mail address: valid, another than the old one, typed twice alike (AUTH-58). */
import { emailFault, type EmailFault, trimmedEmail } from "./email.ts"

export interface EmailChangeForm {
  readonly email: string
  readonly repeatEmail: string
}

export type EmailChangeFault =
  | { readonly field: "email"; readonly label: EmailFault | "sameAsOld" }
  | { readonly field: "repeatEmail"; readonly label: "required" | "sameAs" }

const isSame = (a: string, b: string) =>
  trimmedEmail(a).toLowerCase() === trimmedEmail(b).toLowerCase()

/** At most one fault per field, in the form's order. Empty: the form may be sent. */
export const emailChangeFaults = (
  { email, repeatEmail }: EmailChangeForm,
  current: string,
): ReadonlyArray<EmailChangeFault> => {
  const faults: Array<EmailChangeFault> = []
  const ofEmail = emailFault(email)
  if (ofEmail !== null) faults.push({ field: "email", label: ofEmail })
  else if (isSame(email, current)) faults.push({ field: "email", label: "sameAsOld" })
  if (trimmedEmail(repeatEmail) === "") faults.push({ field: "repeatEmail", label: "required" })
  else if (!isSame(email, repeatEmail)) faults.push({ field: "repeatEmail", label: "sameAs" })
  return faults
}
