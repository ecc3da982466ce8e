/**
 * A password or a passkey confirms the deletion of an account. The name says which account the page showed: a
 * tab that shows another account than the logged-in one deletes nothing.
 */
import { sameKey } from "./names/same-key.ts"
import { presentPasswordFault, type PresentPasswordFault } from "./present-password.ts"

export interface AccountDeletionForm {
  readonly username: string
  /** Null when a passkey is the proof. */
  readonly password: string | null
}

export type DeletionFault = "anotherName" | PresentPasswordFault

export const deletionFault = (
  { username, password }: AccountDeletionForm,
  current: string,
): DeletionFault | null => {
  if (sameKey(username) !== sameKey(current)) return "anotherName"
  return password === null ? null : presentPasswordFault(password)
}
