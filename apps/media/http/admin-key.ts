/** Is it the key of whoever may cut sessions? Compared by digest, so that time tells nothing of it. Pure. */
import { createHash, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"

const digest = (text: string) => createHash("sha256").update(text).digest()

export const isAdminKey = (key: Redacted.Redacted, shown: string): boolean =>
  timingSafeEqual(digest(Redacted.value(key)), digest(shown))

/** What stands behind `Bearer`; undefined where nothing usable does (RFC 6750, section 2.1). */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer ([\w.~+/=-]{1,4096})$/iu.exec(header ?? "")?.[1]
