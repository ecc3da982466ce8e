/**
 * The auth cookie: read from `Cookie`, written as `Set-Cookie` (docs/protocol.md, "Visits, owners, tabs"). Pure.
 *
 * `__Host-auth` in production: Secure, this host only, the whole site. `auth` in development. Never a Domain.
 * HttpOnly and SameSite=Lax: the return from the bank is a navigation from another site, and origin.ts guards every
 * request that changes something.
 */
import { isCookieValue } from "./cookie-value.ts"
import { type CookieValue, SESSION_LIFE_MS } from "./session-store.ts"

/** A longer `Cookie` header is ignored. */
const MAX_HEADER_LENGTH = 8_192

export const authCookieName = (production: boolean): string => (production ? "__Host-auth" : "auth")

const valuesIn = (header: string, production: boolean): ReadonlySet<string> => {
  const prefix = `${authCookieName(production)}=`
  return new Set(
    header
      .split(";")
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(prefix))
      .map((pair) => pair.slice(prefix.length)),
  )
}

/**
 * The cookie's value; undefined where it is malformed, oversized, or given twice with different values, since then
 * another party set one of them.
 */
export const readAuthCookie = (
  header: string | undefined | null,
  production: boolean,
): CookieValue | undefined => {
  if (header === undefined || header === null || header.length > MAX_HEADER_LENGTH) return undefined
  const values = valuesIn(header, production)
  const [value] = values
  return values.size === 1 && value !== undefined && isCookieValue(value) ? value : undefined
}

/** Whether the browser sent the cookie, valid or not. */
export const carriesAuthCookie = (
  header: string | undefined | null,
  production: boolean,
): boolean => valuesIn(header ?? "", production).size > 0

export const writeAuthCookie = (value: CookieValue, production: boolean): string =>
  [
    `${authCookieName(production)}=${value}`,
    "Path=/",
    `Max-Age=${SESSION_LIFE_MS / 1_000}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(production ? ["Secure"] : []),
  ].join("; ")
