/**
 * A typed e-mail address (AUTH-26), and its mailbox. A form accepts exactly the addresses that the mail
 * transport can deliver to on any mail server. Pure.
 */
import { withoutInvisibleMarks } from "./invisible-marks.ts"
import { parsedUrl } from "./parsed-url.ts"

export type EmailFault =
  | "required"
  | "invalid"
  /** Well formed, but not supported by every mail server: RFC 6531, a quoted name, an IP address as a domain. */
  | "unreachable"

/** Octets. Source: RFC 5321, 4.5.3.1.1 and 4.5.3.1.3, less the angle brackets; RFC 1035, 2.3.4. */
export const MAX_ADDRESS_LENGTH = 254
const MAX_NAME = 64
const MAX_DOMAIN = 253

/** Source: RFC 5321, 4.1.2: `Dot-string`. */
const ATEXT = "A-Za-z0-9!#$%&'*+/=?^_`{|}~-"
const DOT_STRING = new RegExp(`^[${ATEXT}]+(?:\\.[${ATEXT}]+)*$`, "u")
/** Source: RFC 6531, 3.3, without invisible marks. */
const DOT_STRING_UTF8 = new RegExp(
  `^[\\p{L}\\p{M}\\p{N}${ATEXT}]+(?:\\.[\\p{L}\\p{M}\\p{N}${ATEXT}]+)*$`,
  "u",
)
const QUOTED_STRING = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/u
const ADDRESS_LITERAL = /^\[[0-9A-Za-z:.-]+\]$/u

/** As typed: one dot between labels, and no other character in place of a dot. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
/** Source: RFC 1035, 2.3.1, and RFC 1123, 2.1. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u

/** The address without the invisible marks that pasted text brings along (TEXT-03). */
export const trimmedEmail = (typed: string): string => withoutInvisibleMarks(typed)

/** The domain in ASCII, as mail servers use it. Source: RFC 5891, 4.4, by the URL Standard's `domain to ASCII`. */
export const asciiDomain = (typed: string): string | null => {
  if (typed.length > MAX_DOMAIN || !DOMAIN.test(typed)) return null
  const hostname = parsedUrl(`http://${typed}/`)?.hostname ?? ""
  const labels = hostname.split(".")
  const isNumber = /^\d+$/u.test(labels.at(-1) ?? "")
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && !isNumber
    ? hostname
    : null
}

const partsOf = (email: string): readonly [name: string, domain: string] => {
  const at = email.lastIndexOf("@")
  return [email.slice(0, Math.max(at, 0)), email.slice(at + 1)]
}

/**
 * The one recipient of this address: its name as typed, its domain in ASCII and in lower case. Null when it is
 * no address, more than one, or one that not every mail server supports.
 */
export const mailboxOf = (address: string): string | null => {
  if (address.length > MAX_ADDRESS_LENGTH) return null
  const [name, typed] = partsOf(address)
  if (name.length > MAX_NAME || !DOT_STRING.test(name)) return null
  const domain = asciiDomain(typed)
  const mailbox = `${name}@${domain ?? ""}`
  return domain === null || domain.length > MAX_DOMAIN || mailbox.length > MAX_ADDRESS_LENGTH
    ? null
    : mailbox
}

const isWellFormed = (email: string): boolean => {
  const [name, domain] = partsOf(email)
  if (email.length > MAX_ADDRESS_LENGTH || new TextEncoder().encode(name).length > MAX_NAME)
    return false
  return (
    (DOT_STRING_UTF8.test(name) || QUOTED_STRING.test(name)) &&
    (asciiDomain(domain) !== null || ADDRESS_LITERAL.test(domain))
  )
}

export const emailFault = (typed: string): EmailFault | null => {
  const email = trimmedEmail(typed)
  if (email === "") return "required"
  if (mailboxOf(email) !== null) return null
  return isWellFormed(email) ? "unreachable" : "invalid"
}

/**
 * Checks only the rough form of an address that identifies an account (AUTH-11). The member API decides which
 * addresses exist; it may hold some that no form accepts today.
 */
export const knownEmailFault = (typed: string): Exclude<EmailFault, "unreachable"> | null => {
  const email = trimmedEmail(typed)
  if (email === "") return "required"
  return email.length <= MAX_ADDRESS_LENGTH && /^[^\s@]+@[^\s@]+$/u.test(email) ? null : "invalid"
}
