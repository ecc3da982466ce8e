/**
 * What is shown to the media engine: a signed token (JWT, HS256) that names whose it is and what it opens, is good for
 * half a minute, and opens one connection. It opens nothing by itself: whether it may is asked anew when it is shown
 * (rest/media-hooks.ts), so one that was kept is worth nothing once what it names is over. Each purpose has a key of
 * its own, so that none of one kind is ever taken for another.
 */
import { jwtVerify, SignJWT } from "jose"
import { Clock, Effect, Option, Schema } from "effect"
import { type IdPrefix, BackendIds } from "../../ids.ts"
import {
  derivedKeys,
  type MediaTokenPurpose,
  verifiedByAny,
  type TokenSecrets,
} from "../../members/token-secrets.ts"
import { UsedTokens } from "./used-tokens.ts"

const ALGORITHM = "HS256"
const TTL_MS = 30_000

interface Named {
  readonly sub: string
  /** Of this very token. */
  readonly jti: string
}

/** What a token says, but for its own id. */
type Saying<Claims> = Omit<Claims, "jti"> & Pick<Named, "sub">

export interface MediaTokens<Claims> {
  readonly issue: (claims: Saying<Claims>) => Effect.Effect<string>
  /** Null where it is not ours, was changed or has expired. */
  readonly read: (token: string) => Effect.Effect<Claims | null>
  /**
   * It opens its connection now; false where it has opened one before. At once, so that nothing comes in between what
   * was looked at and what is opened.
   */
  readonly spend: (claims: Claims) => boolean
}

export const makeMediaTokens = <Claims extends Named>(
  secrets: TokenSecrets,
  {
    purpose,
    prefix,
    claims: schema,
  }: {
    readonly purpose: MediaTokenPurpose
    readonly prefix: IdPrefix
    readonly claims: Schema.Codec<Claims, unknown>
  },
): Effect.Effect<MediaTokens<Claims>, never, BackendIds> =>
  Effect.gen(function* () {
    const ids = yield* BackendIds
    const clock = yield* Clock.Clock
    const keys = derivedKeys(secrets, purpose)
    const decode = Schema.decodeUnknownOption(schema)
    const used = new UsedTokens()
    return {
      issue: ({ sub, ...others }) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.promise(() =>
            new SignJWT(others)
              .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
              .setSubject(sub)
              .setJti(ids.next(prefix))
              .setExpirationTime(Math.ceil((now + TTL_MS) / 1_000))
              .sign(keys[0]),
          ),
        ),
      read: (token) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.promise(() =>
            verifiedByAny(keys, (key) =>
              jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: new Date(now) }),
            ).then((verified) => Option.getOrNull(decode(verified?.content.payload))),
          ),
        ),
      spend: ({ jti }) => used.spend(jti, clock.currentTimeMillisUnsafe()),
    }
  })
