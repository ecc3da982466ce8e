/**
 * The fingerprint's id: the cookie is read first, `fid` holds the same; `lfs` is when it was last sent.
 * Needs consent.
 */
import { matching, moment } from "./codecs.ts"
import { cookieStore } from "./cookie-store.ts"
import { localStore } from "./stored.ts"

/** As commands accept it. */
const FINGERPRINT = matching(/^[A-Za-z0-9_-]{8,128}$/u)

export const fingerprintCookie = cookieStore(
  { key: "fingerprint", days: 365, purpose: "fingerprint" },
  FINGERPRINT,
)
export const fingerprintIdStore = localStore({ key: "fid", purpose: "fingerprint" }, FINGERPRINT)
export const fingerprintSentStore = localStore({ key: "lfs", purpose: "fingerprint" }, moment)
