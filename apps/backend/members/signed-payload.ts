/** Reads a signed token (JWT, HS256). What its payload has to be is the caller's to decode. */
import { jwtVerify } from "jose"
import { Clock, Effect } from "effect"
import { type TokenKeys, verifiedByAny } from "./token-secrets.ts"

export const SIGNATURE = "HS256"

/** Undefined where none of the keys signed it, it was changed or has expired. */
export const signedPayload = Effect.fnUntraced(function* (keys: TokenKeys, token: string) {
  const currentDate = new Date(yield* Clock.currentTimeMillis)
  const verified = yield* Effect.promise(() =>
    verifiedByAny(keys, (key) => jwtVerify(token, key, { algorithms: [SIGNATURE], currentDate })),
  )
  return verified?.content.payload
})
