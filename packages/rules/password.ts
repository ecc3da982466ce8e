/**
 * A new password (AUTH-27 to AUTH-33). Ends are trimmed first, at log-in too, so that the same string
 * always works; then the first failing rule is told.
 *
 * Callers: the forms, the gateway, the backend.
 */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 32

export type PasswordFault =
  | "required"
  | "tooShort"
  | "tooLong"
  | "whitespace"
  | "noNumbers"
  | "noLetters"

/** The password as it is sent and stored. */
export const trimmedPassword = (typed: string): string => typed.trim()

/** Null where it is acceptable. Length is counted in characters as people see them typed. */
export const passwordFault = (typed: string): PasswordFault | null => {
  const password = trimmedPassword(typed)
  const { length } = Array.from(password)
  if (length === 0) return "required"
  if (length < PASSWORD_MIN) return "tooShort"
  if (length > PASSWORD_MAX) return "tooLong"
  if (/\s/u.test(password)) return "whitespace"
  if (!/[0-9]/u.test(password)) return "noNumbers"
  if (!/[a-z]/iu.test(password)) return "noLetters"
  return null
}
