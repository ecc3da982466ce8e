/** A changed password (AUTH-53 to AUTH-57). The server checks the old one. */
import {
  normalisedPassword,
  passwordFault,
  type PasswordFault,
  type PasswordLengths,
} from "./password.ts"
import { presentPasswordFault, type PresentPasswordFault } from "./present-password.ts"

export interface PasswordChangeForm {
  /** Null when an e-mailed link replaces the old password. */
  readonly password: string | null
  readonly newPassword: string
  readonly repeatNewPassword: string
}

export type PasswordChangeFault =
  | { readonly field: "password"; readonly label: PresentPasswordFault }
  | { readonly field: "newPassword"; readonly label: PasswordFault | "sameAsOld" }
  | { readonly field: "repeatNewPassword"; readonly label: "required" | "sameAs" }

/** At most one fault per field, in the form's order. Empty: the form may be sent. */
export const passwordChangeFaults = (
  { password, newPassword, repeatNewPassword }: PasswordChangeForm,
  lengths: PasswordLengths,
): ReadonlyArray<PasswordChangeFault> => {
  const faults: Array<PasswordChangeFault> = []
  const ofOld = password === null ? null : presentPasswordFault(password)
  if (ofOld !== null) faults.push({ field: "password", label: ofOld })
  const ofNew = passwordFault(newPassword, lengths)
  if (ofNew !== null) faults.push({ field: "newPassword", label: ofNew })
  else if (password !== null && normalisedPassword(password) === normalisedPassword(newPassword)) {
    faults.push({ field: "newPassword", label: "sameAsOld" })
  }
  const repeated = normalisedPassword(repeatNewPassword)
  if (repeated === "") faults.push({ field: "repeatNewPassword", label: "required" })
  else if (repeated !== normalisedPassword(newPassword)) {
    faults.push({ field: "repeatNewPassword", label: "sameAs" })
  }
  return faults
}
