/**
 * Tokens of links in mails: signed tokens with the member's id, purpose, expiry and an id of their own. The signature
 * proves that we wrote one, the database knows whether it is unused, by its SHA-256 only. The key differs from that
 * of login tokens, so neither passes for the other.
 *
 * A newer verification or log-in link leaves older ones valid until they expire, because mails arrive in any order. A
 * newer reset link voids the older ones, and a newer pending address the links to the one before.
 */
import { createHash } from "node:crypto"
import { compactVerify, SignJWT } from "jose"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import type { BackendConfigShape } from "../config.ts"
import type { SqlQueries, QueryError } from "../db/database.ts"
import { BackendIds } from "../ids.ts"
import {
  deleteLinksBefore,
  insertLink,
  LINK_PURPOSES,
  type LinkPurpose,
  voidLinks,
} from "./link-store.ts"
import { derivedKeys, verifiedByAny } from "./token-secrets.ts"

const Payload = Schema.Struct({
  id: Schema.String,
  purpose: Schema.Literals(LINK_PURPOSES),
  exp: Schema.Int,
  jti: Schema.String,
})
const decodePayload = Schema.decodeUnknownOption(Schema.fromJsonString(Payload))

export interface LinkContent {
  readonly memberId: string
  readonly purpose: LinkPurpose
  readonly expired: boolean
  readonly tokenHash: string
}

export interface LinkRequest {
  readonly memberId: string
  readonly purpose: LinkPurpose
  /** The moment of writing, milliseconds since 1970. */
  readonly at: number
}

export interface LinkTokensShape {
  /** Inside the transaction that writes the mail. */
  readonly issue: (queries: SqlQueries, request: LinkRequest) => Effect.Effect<string, QueryError>
  /** None for a token that we did not write. Expired tokens are read too. */
  readonly read: (token: string) => Effect.Effect<Option.Option<LinkContent>>
  /** Milliseconds until it expires. */
  readonly validForMs: (purpose: LinkPurpose) => number
}

const ALGORITHM = "HS256"
/** Links that were used or expired long ago are deleted. */
const KEEP_EXPIRED_MS = 30 * 86_400_000

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url")

export class LinkTokens extends Context.Service<LinkTokens, LinkTokensShape>()(
  "backend/LinkTokens",
) {
  static readonly layer = ({
    tokenSecrets,
    links,
  }: Pick<BackendConfigShape, "tokenSecrets" | "links">) =>
    Layer.effect(
      LinkTokens,
      Effect.gen(function* () {
        const ids = yield* BackendIds
        const keys = derivedKeys(tokenSecrets, "link tokens")
        const lifetimes: Readonly<Record<LinkPurpose, number>> = {
          verify: links.verifyMs,
          reset: links.resetMs,
          login: links.loginMs,
          email: links.verifyMs,
        }
        return LinkTokens.of({
          validForMs: (purpose) => lifetimes[purpose],
          issue: Effect.fnUntraced(function* (queries, { memberId, purpose, at }) {
            const exp = Math.floor((at + lifetimes[purpose]) / 1_000)
            const token = yield* Effect.promise(() =>
              new SignJWT({ id: memberId, purpose })
                .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
                .setExpirationTime(exp)
                .setJti(ids.next("link"))
                .sign(keys[0]),
            )
            const writtenAt = new Date(at)
            yield* deleteLinksBefore(queries, memberId, new Date(at - KEEP_EXPIRED_MS))
            if (purpose === "reset") yield* voidLinks(queries, memberId, ["reset"], writtenAt)
            yield* insertLink(queries, {
              tokenHash: hashOf(token),
              memberId,
              purpose,
              writtenAt,
              expiresAt: new Date(exp * 1_000),
            })
            return token
          }),
          read: Effect.fnUntraced(function* (token) {
            const now = yield* Clock.currentTimeMillis
            const verified = yield* Effect.promise(() =>
              verifiedByAny(keys, (key) => compactVerify(token, key, { algorithms: [ALGORITHM] })),
            )
            const payload = new TextDecoder().decode(verified?.content.payload)
            return Option.map(decodePayload(payload), ({ id, purpose, exp }) => ({
              memberId: id,
              purpose,
              expired: exp * 1_000 <= now,
              tokenHash: hashOf(token),
            }))
          }),
        })
      }),
    )
}
