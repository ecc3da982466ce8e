/**
 * A changed e-mail address: valid, different from the old one, typed twice alike, with the password or a
 * passkey (AUTH-58).
 */
import { emailFault, type EmailFault, trimmedEmail } from "./email.ts"
import { sameKey } from "./names/same-key.ts"
import { presentPasswordFault, type PresentPasswordFault } from "./present-password.ts"

export interface EmailChangeForm {
  readonly email: string
  readonly repeatEmail: string
  /** The present password; the server checks it. Null when a passkey is the proof. */
  readonly password: string | null
}

export type EmailChangeFault =
  | { readonly field: "email"; readonly label: EmailFault | "sameAsOld" }
  | { readonly field: "repeatEmail"; readonly label: "required" | "sameAs" }
  | { readonly field: "password"; readonly label: PresentPasswordFault }

const isSame = (a: string, b: string) => sameKey(a) === sameKey(b)

/** At most one fault per field, in the form's order. Empty: the form may be sent. */
export const emailChangeFaults = (
  { email, repeatEmail, password }: EmailChangeForm,
  current: string,
): ReadonlyArray<EmailChangeFault> => {
  const faults: Array<EmailChangeFault> = []
  const ofEmail = emailFault(email)
  if (ofEmail !== null) faults.push({ field: "email", label: ofEmail })
  else if (isSame(email, current)) faults.push({ field: "email", label: "sameAsOld" })
  if (trimmedEmail(repeatEmail) === "") faults.push({ field: "repeatEmail", label: "required" })
  else if (!isSame(email, repeatEmail)) faults.push({ field: "repeatEmail", label: "sameAs" })
  const ofPassword = password === null ? null : presentPasswordFault(password)
  if (ofPassword !== null) faults.push({ field: "password", label: ofPassword })
  return faults
}
