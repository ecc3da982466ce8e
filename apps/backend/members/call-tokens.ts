/**
 * Tokens of phone calls: signed (JWT, HS256) under a key of their own, so that none passes for a member's log-in. A
 * token is good for one call: its rooms, its state, its end and its events.
 */
import { SignJWT } from "jose"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SIGNATURE, signedPayload } from "./signed-payload.ts"
import { derivedKeys, type TokenSecrets } from "./token-secrets.ts"

const Payload = Schema.Struct({ sub: Schema.String, ivr: Schema.String, exp: Schema.Int })
const decodePayload = Schema.decodeUnknownOption(Payload)

export interface CallTokenContent {
  /** The call's id here. */
  readonly id: string
  /** The IVR session that it was accepted in. */
  readonly session: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface CallTokensShape {
  readonly issue: (call: Pick<CallTokenContent, "id" | "session">) => Effect.Effect<string>
  /** None where it is not ours, was changed or has expired. */
  readonly read: (token: string) => Effect.Effect<Option.Option<CallTokenContent>>
}

/** Longer than any call may last. */
const TTL_MS = 12 * 3_600_000

export class CallTokens extends Context.Service<CallTokens, CallTokensShape>()(
  "backend/CallTokens",
) {
  static readonly layer = (secrets: TokenSecrets) =>
    Layer.sync(CallTokens, () => {
      const keys = derivedKeys(secrets, "call tokens")
      return CallTokens.of({
        issue: Effect.fnUntraced(function* ({ id, session }) {
          const now = yield* Clock.currentTimeMillis
          return yield* Effect.promise(() =>
            new SignJWT({ ivr: session })
              .setProtectedHeader({ alg: SIGNATURE, typ: "JWT" })
              .setSubject(id)
              .setExpirationTime(Math.floor((now + TTL_MS) / 1_000))
              .sign(keys[0]),
          )
        }),
        read: Effect.fnUntraced(function* (token) {
          const payload = yield* signedPayload(keys, token)
          return Option.map(decodePayload(payload), ({ sub, ivr, exp }) => ({
            id: sub,
            session: ivr,
            expiresAt: exp * 1_000,
          }))
        }),
      })
    })
}
