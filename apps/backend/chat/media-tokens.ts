/**
 * What is shown to the media engine: a signed token (JWT, HS256) that names whose it is and what it opens, and is good
 * for half a minute. It opens nothing by itself: whether it may is asked anew when it is shown (rest/media-hooks.ts),
 * so one that was kept is worth nothing once what it names is over. Each purpose has a key of its own, so that none of
 * one kind is ever taken for another.
 *
 * Callers: rooms.ts, desk/desk-pictures.ts.
 */
import { jwtVerify, SignJWT } from "jose"
import { Option, type Redacted, Schema } from "effect"
import { derivedKey, type KeyPurpose } from "../members/derived-key.ts"

const ALGORITHM = "HS256"
const TTL_MS = 30_000

interface Named {
  readonly sub: string
  /** Of this very token, which is shown once. */
  readonly jti: string
}

export const makeMediaTokens = <Claims extends Named>(
  secret: Redacted.Redacted,
  {
    purpose,
    claims,
  }: { readonly purpose: KeyPurpose; readonly claims: Schema.Codec<Claims, unknown> },
) => {
  const key = derivedKey(secret, purpose)
  const decode = Schema.decodeUnknownOption(claims)
  return {
    issue: ({ sub, jti, ...others }: Claims, now: number): Promise<string> =>
      new SignJWT(others)
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
        .setSubject(sub)
        .setJti(jti)
        .setExpirationTime(Math.ceil((now + TTL_MS) / 1_000))
        .sign(key),
    /** None where it is not ours, was changed or has expired. */
    read: (token: string, now: number): Promise<Option.Option<Claims>> =>
      jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: new Date(now) }).then(
        ({ payload }) => decode(payload),
        () => Option.none(),
      ),
  }
}
