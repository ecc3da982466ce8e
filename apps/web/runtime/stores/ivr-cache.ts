/** `ivr-cache`: the phone payment's session until it expires. Cleared at log-in and log-out. */
import { textOf } from "../structure.ts"
import { jsonObject } from "./codecs.ts"
import { sessionStore } from "./stored.ts"

export interface CachedIvrSession {
  readonly session: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export const ivrCacheStore = sessionStore(
  { key: "ivr-cache", purpose: "member" },
  jsonObject<CachedIvrSession>((value) => {
    const session = textOf(value["session"])
    const expiresAt = value["expiresAt"]
    if (session === null || typeof expiresAt !== "number" || !Number.isFinite(expiresAt))
      return null
    return { session, expiresAt }
  }),
)
