/**
 * Deleting an account is confirmed by its password or a passkey. The name says which account the member was shown: a tab
 * that shows another one than is logged in by now deletes nothing.
 */
import { sameKey } from "./names/same-key.ts"
import { presentPasswordFault, type PresentPasswordFault } from "./present-password.ts"

export interface AccountDeletionForm {
  readonly username: string
  /** Null: a passkey is the proof. */
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
