/** An e-mail address as people type it (AUTH-26). */
import { withoutInvisibleMarks } from "./invisible-marks.ts"

export type EmailFault = "required" | "invalid"

/** Source: RFC 5321, 4.5.3.1.3, less the angle brackets. */
const MAX_LENGTH = 254

/**
 * One @, no spaces, nothing that is not seen, a domain with a dot: what a mail could be sent to. The mail
 * itself is the proof.
 */
const ADDRESS =
  /^[^\s\p{Cc}\p{Cf}\p{Cs}@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** The address as it was meant: marks that nobody sees come with what is pasted (TEXT-03). */
export const trimmedEmail = (typed: string): string => withoutInvisibleMarks(typed)

export const emailFault = (typed: string): EmailFault | null => {
  const email = trimmedEmail(typed)
  if (email === "") return "required"
  return email.length <= MAX_LENGTH && ADDRESS.test(email) ? null : "invalid"
}
