/** The present password, asked for once more before an account changes hands or ends. */
import { PASSWORD_MIN, trimmedPassword } from "./password.ts"

export type PresentPasswordFault = "required" | "tooShort"

/** Null where it may be the password; whether it is, the server says. */
export const presentPasswordFault = (typed: string): PresentPasswordFault | null => {
  // In its longest spelling: those of before were measured as they were typed.
  const { length } = Array.from(trimmedPassword(typed).normalize("NFD"))
  if (length === 0) return "required"
  return length < PASSWORD_MIN ? "tooShort" : null
}
