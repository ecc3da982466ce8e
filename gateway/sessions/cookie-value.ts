/** The cookie's value and what is stored of it. Pure. */
import { createHash } from "node:crypto"
import type { CookieValue } from "./session-store.ts"

export const COOKIE_BITS = 256
export const OWNER_BITS = 128

/** 256 bits in base64url; anything else was never ours and is looked up nowhere. */
export const isCookieValue = (text: string): text is CookieValue =>
  /^[A-Za-z0-9_-]{43}$/u.test(text)

/** The value has 256 random bits, so a plain digest cannot be guessed backwards. */
export const cookieHash = (cookie: CookieValue): string =>
  createHash("sha256").update(cookie).digest("base64url")
