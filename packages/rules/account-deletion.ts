/**
 * Deleting an account is confirmed by its password. The name says which account the member was shown: a tab
 * that shows another one than is logged in by now deletes nothing.
 */
import { presentPasswordFault, type PresentPasswordFault } from "./present-password.ts"

export interface AccountDeletionForm {
  readonly username: string
  readonly password: string
}

export type DeletionFault = "anotherName" | PresentPasswordFault

export const deletionFault = (
  { username, password }: AccountDeletionForm,
  current: string,
): DeletionFault | null =>
  username.trim().toLowerCase() === current.toLowerCase()
    ? presentPasswordFault(password)
    : "anotherName"
