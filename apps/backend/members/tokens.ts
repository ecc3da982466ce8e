/**
 * Login tokens: signed three-part tokens (JWT, HS256) whose payload anybody may read and only we can write:
 * the member's id and the expiry (UA5), and the version that a changed password counts up, so that every
 * earlier token is void.
 *
 * A token that is given in exchange for another tells the same log-in (`auth_time`), and none is good for longer after
 * that than a session may last: exchanging tokens keeps nobody logged in for ever (ADR 0044).
 *
 * A token that a password-reset link gave names that link and is good for the one password change the link
 * allows, and for nothing else (UA19); authenticate.ts holds it to that.
 */
import { jwtVerify, SignJWT } from "jose"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { BackendIds } from "../ids.ts"
import { loginTokenKeys, verifiedByAny, type TokenSecrets } from "./token-secrets.ts"

/**
 * `ver` is missing in tokens from before there were versions; they are the first. `auth_time` is missing in tokens from
 * before it was told; they were given at the log-in, as far as anybody knows.
 */
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
  /** The hash of the reset link that gave it; null for a token that is good for everything. */
  readonly resetLink: string | null
}

/** Whose token: a member as the database knows one. */
export interface TokenBearer {
  readonly id: string
  readonly token_version: number
}

export interface TokensShape {
  /** At a log-in. */
  readonly issue: (member: TokenBearer) => Effect.Effect<string>
  /** In exchange for another, of a log-in at `loggedInAt`. */
  readonly exchange: (member: TokenBearer, loggedInAt: number) => Effect.Effect<string>
  readonly issueForReset: (member: TokenBearer, resetLink: string) => Effect.Effect<string>
  /** None when it is not ours, was changed or has expired: the caller cannot tell which. */
  readonly read: (token: string) => Effect.Effect<Option.Option<LoginTokenContent>>
}

export interface TokenOptions {
  readonly secrets: TokenSecrets
  readonly ttlMs: number
  /** Milliseconds after its log-in that no token outlives. */
  readonly sessionMs: number
}

const ALGORITHM = "HS256"
/** How long the form of a followed reset link can be sent. */
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
              .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
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
            const now = yield* Clock.currentTimeMillis
            const verified = yield* Effect.promise(() =>
              verifiedByAny(keys, (key) =>
                jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: new Date(now) }),
              ),
            )
            return Option.flatMap(decodePayload(verified?.content.payload), contentOf)
          }),
        })
      }),
    )
}
