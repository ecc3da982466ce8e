/** Compares a shown key with the right one by digest, in constant time. Pure. */
import { createHash, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"

const digest = (text: string) => createHash("sha256").update(text).digest()

export const isApiKey = (key: Redacted.Redacted, shown: string): boolean =>
  timingSafeEqual(digest(Redacted.value(key)), digest(shown))
