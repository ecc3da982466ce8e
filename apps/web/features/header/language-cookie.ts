/**
 * Only the language selector writes over a stored language (decisions, 4). The gateway reads the cookie
 * on paths without a prefix.
 */
import type { Locale } from "@foldcast/contracts/units"

/** Seconds: one year. */
const MAX_AGE = 31_536_000

export const rememberLanguage = (locale: Locale): void => {
  const secure = location.protocol === "https:" ? "; Secure" : ""
  // oxlint-disable-next-line unicorn/no-document-cookie -- CookieStore is not everywhere yet
  document.cookie = `language=${locale}; Path=/; Max-Age=${MAX_AGE}; SameSite=Lax${secure}`
}
