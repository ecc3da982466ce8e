/**
 * Login tokens: signed tokens (JWT, HS256) that anybody can read and only we can write. They hold the member's id and
 * the expiry (UA5), and a version that a changed password increases, which voids every earlier token.
 *
 * A token given in exchange for another keeps the time of the log-in (`auth_time`), and none is valid for longer
 * after it than a session may last: exchanging tokens keeps nobody logged in for ever (ADR 0044).
 *
 * A token of a password-reset link names the link and allows one password change and nothing else (UA19), which
 * authenticate.ts enforces.
 */
import { SignJWT } from "jose"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { BackendIds } from "../ids.ts"
import { SIGNATURE, signedPayload } from "./signed-payload.ts"
import { loginTokenKeys, type TokenSecrets } from "./token-secrets.ts"

/** Older tokens have no `ver`, which means version 1, and no `auth_time`, which is then their time of issue. */
const Payload = Schema.Struct({
  id: Schema.String,
  exp: Schema.Int,
  iat: Schema.Int,
  auth_time: Schema.optionalKey(Schema.Int),
  ver: Schema.optionalKey(Schema.Int),
  scope: Schema.optionalKey(Schema.Literal("password")),
  link: Schema.optionalKey(Schema.String),
})
const decodePayload = Schema.decodeUnknownOption(Payload)

export interface LoginTokenContent {
  readonly memberId: string
  readonly version: number
  /** When the member proved who they are, milliseconds since 1970. */
  readonly loggedInAt: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The hash of the reset link; null for a token that allows everything. */
  readonly resetLink: string | null
}

/** The member that a token is for. */
export interface TokenBearer {
  readonly id: string
  readonly token_version: number
}

export interface TokensShape {
  /** For a log-in. */
  readonly issue: (member: TokenBearer) => Effect.Effect<string>
  /** In exchange for a token of a log-in at `loggedInAt`. */
  readonly exchange: (member: TokenBearer, loggedInAt: number) => Effect.Effect<string>
  readonly issueForReset: (member: TokenBearer, resetLink: string) => Effect.Effect<string>
  /** None where it is not ours, was changed or has expired. */
  readonly read: (token: string) => Effect.Effect<Option.Option<LoginTokenContent>>
}

export interface TokenOptions {
  readonly secrets: TokenSecrets
  readonly ttlMs: number
  /** No token outlives its log-in by more milliseconds. */
  readonly sessionMs: number
}

/** Milliseconds in which the form behind a reset link can be sent. */
const RESET_TTL_MS = 10 * 60_000

const contentOf = ({
  id,
  exp,
  iat,
  auth_time,
  ver,
  scope,
  link,
}: typeof Payload.Type): Option.Option<LoginTokenContent> => {
  const about = {
    memberId: id,
    version: ver ?? 1,
    loggedInAt: (auth_time ?? iat) * 1_000,
    expiresAt: exp * 1_000,
  }
  if (scope === undefined) return Option.some({ ...about, resetLink: null })
  return link === undefined ? Option.none() : Option.some({ ...about, resetLink: link })
}

export class Tokens extends Context.Service<Tokens, TokensShape>()("backend/Tokens") {
  static readonly layer = ({ secrets, ttlMs, sessionMs }: TokenOptions) =>
    Layer.effect(
      Tokens,
      Effect.gen(function* () {
        const ids = yield* BackendIds
        const keys = loginTokenKeys(secrets)
        const sign = Effect.fnUntraced(function* (
          { id, token_version: ver }: TokenBearer,
          claims: Readonly<Record<string, string>>,
          ttlMs: number,
          loggedInAt: number | null = null,
        ) {
          const now = yield* Clock.currentTimeMillis
          const since = loggedInAt ?? now
          return yield* Effect.promise(() =>
            new SignJWT({ id, ver, auth_time: Math.floor(since / 1_000), ...claims })
              .setProtectedHeader({ alg: SIGNATURE, typ: "JWT" })
              .setIssuedAt(Math.floor(now / 1_000))
              .setExpirationTime(Math.floor(Math.min(now + ttlMs, since + sessionMs) / 1_000))
              .setJti(ids.next("jwt"))
              .sign(keys[0]),
          )
        })
        return Tokens.of({
          issue: (member) => sign(member, {}, ttlMs),
          exchange: (member, loggedInAt) => sign(member, {}, ttlMs, loggedInAt),
          issueForReset: (member, link) => sign(member, { scope: "password", link }, RESET_TTL_MS),
          read: Effect.fnUntraced(function* (token) {
            const payload = yield* signedPayload(keys, token)
            return Option.flatMap(decodePayload(payload), contentOf)
          }),
        })
      }),
    )
}
