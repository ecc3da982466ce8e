/**
 * Login tokens: signed three-part tokens (JWT, HS256) whose payload anybody may read and only we can
 * write: the member's id and the expiry (decisions, 69).
 */
import { jwtVerify, SignJWT } from "jose"
import { Clock, Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Ids } from "../ids.ts"

const Payload = Schema.Struct({ id: Schema.String, exp: Schema.Int })
const decodePayload = Schema.decodeUnknownOption(Payload)

export interface TokenContent {
  readonly memberId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface TokensShape {
  readonly issue: (memberId: string) => Effect.Effect<string>
  /** None when it is not ours, was changed or has expired: the caller cannot tell which. */
  readonly read: (token: string) => Effect.Effect<Option.Option<TokenContent>>
}

export interface TokenOptions {
  readonly secret: Redacted.Redacted
  readonly ttlMs: number
}

const ALGORITHM = "HS256"

export class Tokens extends Context.Service<Tokens, TokensShape>()("backend/Tokens") {
  static readonly layer = ({ secret, ttlMs }: TokenOptions) =>
    Layer.effect(
      Tokens,
      Effect.gen(function* () {
        const ids = yield* Ids
        const key = new TextEncoder().encode(Redacted.value(secret))
        return Tokens.of({
          issue: Effect.fnUntraced(function* (memberId) {
            const now = yield* Clock.currentTimeMillis
            return yield* Effect.promise(() =>
              new SignJWT({ id: memberId })
                .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
                .setIssuedAt(Math.floor(now / 1_000))
                .setExpirationTime(Math.floor((now + ttlMs) / 1_000))
                .setJti(ids.next("jwt"))
                .sign(key),
            )
          }),
          read: Effect.fnUntraced(function* (token) {
            const now = yield* Clock.currentTimeMillis
            const verified = yield* Effect.promise(() =>
              jwtVerify(token, key, {
                algorithms: [ALGORITHM],
                currentDate: new Date(now),
              }).then(
                ({ payload }): unknown => payload,
                () => null,
              ),
            )
            return Option.map(decodePayload(verified), ({ id, exp }) => ({
              memberId: id,
              expiresAt: exp * 1_000,
            }))
          }),
        })
      }),
    )
}
