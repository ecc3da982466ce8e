/** The forgotten password's one field: an e-mail address or a username (AUTH-41, AUTH-42). */
import { withoutInvisibleMarks } from "./invisible-marks.ts"

export const FORGOT_PASSWORD_MIN = 4

export type ForgotPasswordFault = "required" | "tooShort"

export const forgotPasswordFault = (typed: string): ForgotPasswordFault | null => {
  const { length } = Array.from(withoutInvisibleMarks(typed))
  if (length === 0) return "required"
  return length < FORGOT_PASSWORD_MIN ? "tooShort" : null
}

/** What holds both @ and . is an e-mail address, anything else a username. */
export const forgotPasswordIdentity = (
  typed: string,
): { readonly email: string } | { readonly username: string } => {
  const text = withoutInvisibleMarks(typed)
  return text.includes("@") && text.includes(".") ? { email: text } : { username: text }
}
