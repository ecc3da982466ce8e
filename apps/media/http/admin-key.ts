/** Compares the admin key by digests, so that the time it takes tells nothing of the key; and reads bearer tokens. Pure. */
import { createHash, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"

const digest = (text: string) => createHash("sha256").update(text).digest()

export const isAdminKey = (key: Redacted.Redacted, shown: string): boolean =>
  timingSafeEqual(digest(Redacted.value(key)), digest(shown))

/** The token of an Authorization header (RFC 6750, section 2.1); undefined where there is none. */
export const readBearerToken = (header: string | undefined): string | undefined =>
  /^Bearer ([\w.~+/=-]{1,4096})$/iu.exec(header ?? "")?.[1]
