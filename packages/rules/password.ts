/**
 * A new password (AUTH-27 to AUTH-33). Outer spaces are trimmed first, at log-in too, so that the same string
 * always works; then the first failing rule is reported. The brand sets the length (ADR 0044).
 *
 * Only the servers check for common passwords (common-passwords.ts).
 */

import { MAX_TYPED } from "@foldcast/contracts/commands/typed-length"

/** In code points of the normalised password; both are allowed. */
export interface PasswordLengths {
  readonly min: number
  readonly max: number
}

/** The minimum length of any password that was ever accepted, in characters. */
export const PASSWORD_MIN = 6
const USUAL: PasswordLengths = { min: PASSWORD_MIN, max: 32 }
const LONG: PasswordLengths = { min: 8, max: 64 }

/** The lengths of a new password at a brand. */
export const passwordLengths = ({
  longPasswords,
}: {
  readonly longPasswords: boolean
}): PasswordLengths => (longPasswords ? LONG : USUAL)

export type PasswordFault =
  | "required"
  | "tooShort"
  | "tooLong"
  | "whitespace"
  | "noNumbers"
  | "noLetters"

/** The password as it is sent: only the server that keeps the hash knows which spelling was hashed (UA70). */
export const trimmedPassword = (typed: string): string => typed.trim()

/** No account has such a password. If it were sent, the whole request would be refused instead of the field. */
export const isTooLongToSend = (typed: string): boolean => trimmedPassword(typed).length > MAX_TYPED

/**
 * The one spelling in which a password is measured, compared and hashed: a Mac may type `é` as two characters,
 * Windows types one. Visibly different characters stay different. Source: OpaqueString of RFC 8265 (ADR 0051).
 */
export const normalisedPassword = (typed: string): string => trimmedPassword(typed).normalize("NFC")

/**
 * All spellings that an older hash may be made of: normalised first, then as typed, then as another keyboard
 * types it. One spelling for ASCII.
 */
export const spellingsOfPassword = (typed: string): ReadonlyArray<string> => {
  const trimmed = trimmedPassword(typed)
  return [...new Set([trimmed.normalize("NFC"), trimmed, trimmed.normalize("NFD")])]
}

/** Null when it is acceptable. */
export const passwordFault = (
  typed: string,
  { min, max }: PasswordLengths,
): PasswordFault | null => {
  const password = normalisedPassword(typed)
  const { length } = Array.from(password)
  if (length === 0) return "required"
  if (length < min) return "tooShort"
  if (length > max) return "tooLong"
  if (/\s/u.test(password)) return "whitespace"
  if (!/[0-9]/u.test(password)) return "noNumbers"
  if (!/[a-z]/iu.test(password)) return "noLetters"
  return null
}
