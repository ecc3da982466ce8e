/** The present password, asked for once more before an account changes hands or ends. */
import { isTooLongToSend, PASSWORD_MIN, trimmedPassword } from "./password.ts"

export type PresentPasswordFault = "required" | "tooShort" | "tooLong"

/** Null where it may be the password; whether it is, the server says. */
export const presentPasswordFault = (typed: string): PresentPasswordFault | null => {
  // In its longest spelling: those of before were measured as they were typed.
  const { length } = Array.from(trimmedPassword(typed).normalize("NFD"))
  if (length === 0) return "required"
  if (length < PASSWORD_MIN) return "tooShort"
  return isTooLongToSend(typed) ? "tooLong" : null
}
