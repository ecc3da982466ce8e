/**
 * `/.well-known/security.txt` (RFC 9116): where to report a weakness of this brand's site. Each answer is generated
 * from the brand's configuration, so the expiry date moves on by itself (ADR 0044). Pure.
 */
import { LOCALES } from "@foldcast/contracts/units"

const DAY_MS = 86_400_000
/** RFC 9116, 2.5.5: less than a year. */
const GOOD_FOR_DAYS = 90

export const SECURITY_TXT_PATH = "/.well-known/security.txt"

/** `contact` is an https address or an e-mail address. */
const contactUri = (contact: string): string => {
  if (contact.startsWith("https://")) return contact
  const at = contact.lastIndexOf("@")
  return `mailto:${encodeURIComponent(contact.slice(0, at))}${contact.slice(at)}`
}

/** `now` in milliseconds since 1970; the answer changes once a day. */
export const securityTxt = (origin: string, contact: string, now: number): string => {
  const expires = new Date((Math.floor(now / DAY_MS) + GOOD_FOR_DAYS) * DAY_MS)
  return [
    `Contact: ${contactUri(contact)}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    `Preferred-Languages: ${LOCALES.join(", ")}`,
    `Canonical: ${origin}${SECURITY_TXT_PATH}`,
    "",
  ].join("\n")
}
