/** The error texts for a new password; registration and password change share the rules. Total. */
import { m } from "@foldcast/messages/messages"
import type { PasswordFault, PasswordLengths } from "@foldcast/rules/password"

export const newPasswordTexts = ({
  min,
  max,
}: PasswordLengths): Readonly<Record<PasswordFault, () => string>> => ({
  required: m.register_error_password_required,
  tooShort: () => m.register_error_password_too_short({ min }),
  tooLong: () => m.register_error_password_too_long({ max }),
  whitespace: m.register_error_password_whitespace,
  noNumbers: m.register_error_password_no_numbers,
  noLetters: m.register_error_password_no_letters,
})
