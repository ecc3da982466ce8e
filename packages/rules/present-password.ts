/** The present password, requested again before an account is changed or deleted. */
import { isTooLongToSend, PASSWORD_MIN, trimmedPassword } from "./password.ts"

export type PresentPasswordFault = "required" | "tooShort" | "tooLong"

/** Null when it can be the password; the server checks it. */
export const presentPasswordFault = (typed: string): PresentPasswordFault | null => {
  // The longest spelling counts: older passwords were measured as typed.
  const { length } = Array.from(trimmedPassword(typed).normalize("NFD"))
  if (length === 0) return "required"
  if (length < PASSWORD_MIN) return "tooShort"
  return isTooLongToSend(typed) ? "tooLong" : null
}
