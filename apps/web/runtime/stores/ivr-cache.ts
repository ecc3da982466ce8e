/** `ivr-cache`: the phone payment's session until it expires. Cleared at log-in and log-out. */
import { stringOf } from "../json.ts"
import { objectCodec } from "./codecs.ts"
import { sessionItem } from "./stored-item.ts"

export interface CachedIvrSession {
  readonly session: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export const ivrCacheStore = sessionItem(
  "ivr-cache",
  "member",
  objectCodec<CachedIvrSession>((value) => {
    const session = stringOf(value["session"])
    const expiresAt = value["expiresAt"]
    if (session === null || typeof expiresAt !== "number" || !Number.isFinite(expiresAt))
      return null
    return { session, expiresAt }
  }),
)
