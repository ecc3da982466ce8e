/**
 * A new password (AUTH-27 to AUTH-33). Ends are trimmed first, at log-in too, so that the same string
 * always works; then the first failing rule is told. How long it is, the brand says (ADR 0044).
 *
 * Whether a password is one of the commonest, the servers alone look up (common-passwords.ts).
 */

import { MAX_TYPED } from "@foldcast/contracts/commands/typed-length"

/** In code points of the normalised password; both are allowed. */
export interface PasswordLengths {
  readonly min: number
  readonly max: number
}

/** Characters of any password that was ever accepted, at least. */
export const PASSWORD_MIN = 6
const USUAL: PasswordLengths = { min: PASSWORD_MIN, max: 32 }
const LONG: PasswordLengths = { min: 8, max: 64 }

/** Of a new password at a brand. */
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

/** The password as it is sent: nobody but who keeps its hash knows which spelling that was made of (UA70). */
export const trimmedPassword = (typed: string): string => typed.trim()

/** No account has such a password: what is refused for it would be the whole request, and not the field. */
export const isTooLongToSend = (typed: string): boolean => trimmedPassword(typed).length > MAX_TYPED

/**
 * The one spelling that a password is measured, compared and hashed in: a Mac may type `é` as two characters, Windows
 * types one. What can be told apart by eye stays apart. Source: OpaqueString of RFC 8265 (ADR 0051).
 */
export const normalisedPassword = (typed: string): string => trimmedPassword(typed).normalize("NFC")

/**
 * All that a hash may have been made of before passwords were normalised: the normalised one first, as it was typed,
 * and as another keyboard would have typed it. One for whoever types ASCII.
 */
export const spellingsOfPassword = (typed: string): ReadonlyArray<string> => {
  const trimmed = trimmedPassword(typed)
  return [...new Set([trimmed.normalize("NFC"), trimmed, trimmed.normalize("NFD")])]
}

/** Null where it is acceptable. */
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
