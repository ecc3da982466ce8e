/** The format of the cookie's value and its stored hash. Pure. */
import { createHash } from "node:crypto"
import type { CookieValue } from "./session-store.ts"

export const COOKIE_BITS = 256
export const OWNER_BITS = 128

/** 256 bits in base64url; other values were not issued here and are not looked up. */
export const isCookieValue = (text: string): text is CookieValue =>
  /^[A-Za-z0-9_-]{43}$/u.test(text)

/** The value has 256 random bits, so a plain digest cannot be reversed by guessing. */
export const cookieHash = (cookie: CookieValue): string =>
  createHash("sha256").update(cookie).digest("base64url")
