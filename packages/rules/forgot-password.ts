/** The forgotten password's one field: an e-mail address or a username (AUTH-41, AUTH-42). */
import { MAX_ADDRESS_LENGTH } from "./email.ts"
import { withoutInvisibleMarks } from "./invisible-marks.ts"

export const FORGOT_PASSWORD_MIN = 4

export type ForgotPasswordFault = "required" | "tooShort" | "tooLong"

export const forgotPasswordFault = (typed: string): ForgotPasswordFault | null => {
  const text = withoutInvisibleMarks(typed)
  // Longer than any address: the gateway would refuse the whole command.
  if (text.length > MAX_ADDRESS_LENGTH) return "tooLong"
  const { length } = Array.from(text)
  if (length === 0) return "required"
  return length < FORGOT_PASSWORD_MIN ? "tooShort" : null
}

/** A text with both @ and . is an e-mail address, any other a username. */
export const forgotPasswordIdentity = (
  typed: string,
): { readonly email: string } | { readonly username: string } => {
  const text = withoutInvisibleMarks(typed)
  return text.includes("@") && text.includes(".") ? { email: text } : { username: text }
}
