/**
 * Tokens for the media engine: signed (JWT, HS256), valid for half a minute, for one connection. A token alone
 * authorises nothing: when the engine shows it (rest/media-hooks.ts) the room is asked again, so an old token is
 * worth nothing once its session is over. Each purpose has a key of its own, so a token of one kind never passes for
 * another.
 */
import { SignJWT } from "jose"
import { Clock, Effect, Option, Schema } from "effect"
import { type IdPrefix, BackendIds } from "../../ids.ts"
import { SIGNATURE, signedPayload } from "../../members/signed-payload.ts"
import {
  derivedKeys,
  type MediaTokenPurpose,
  type TokenSecrets,
} from "../../members/token-secrets.ts"
import { UsedTokens } from "./used-tokens.ts"

const TTL_MS = 30_000

interface Named {
  readonly sub: string
  /** The id of this token. */
  readonly jti: string
}

/** The claims without the token's own id. */
type Saying<Claims> = Omit<Claims, "jti"> & Pick<Named, "sub">

export interface MediaTokens<Claims> {
  readonly issue: (claims: Saying<Claims>) => Effect.Effect<string>
  /** Null where it is not ours, was changed or has expired. */
  readonly read: (token: string) => Effect.Effect<Claims | null>
  /**
   * Marks the token as used; false where it was used before. Synchronous, so that nothing can happen between the
   * check and its use.
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
              .setProtectedHeader({ alg: SIGNATURE, typ: "JWT" })
              .setSubject(sub)
              .setJti(ids.next(prefix))
              .setExpirationTime(Math.ceil((now + TTL_MS) / 1_000))
              .sign(keys[0]),
          ),
        ),
      read: (token) =>
        Effect.map(signedPayload(keys, token), (payload) => Option.getOrNull(decode(payload))),
      spend: ({ jti }) => used.spend(jti, clock.currentTimeMillisUnsafe()),
    }
  })
