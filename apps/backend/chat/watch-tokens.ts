/**
 * What a session shows the media engine to watch: a signed token (JWT, HS256) that names room, mode and session and
 * is good for half a minute. It opens nothing by itself: whether the session may watch is asked anew when it is shown
 * (broadcasts.ts), so one that was kept is worth nothing after the session's end.
 *
 * Caller: rooms.ts.
 */
import { jwtVerify, SignJWT } from "jose"
import { Option, type Redacted, Schema } from "effect"
import { derivedKey } from "../members/derived-key.ts"

const ALGORITHM = "HS256"
const TTL_MS = 30_000

const Claims = Schema.Struct({
  sub: Schema.String,
  room: Schema.String,
  mode: Schema.Literals(["free", "chat", "vip"]),
  jti: Schema.String,
})
export type WatchClaims = typeof Claims.Type
const decodeClaims = Schema.decodeUnknownOption(Claims)

export const makeWatchTokens = (secret: Redacted.Redacted) => {
  const key = derivedKey(secret, "watch tokens")
  return {
    issue: ({ sub, room, mode, jti }: WatchClaims, now: number): Promise<string> =>
      new SignJWT({ room, mode })
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
        .setSubject(sub)
        .setJti(jti)
        .setExpirationTime(Math.ceil((now + TTL_MS) / 1_000))
        .sign(key),
    /** None where it is not ours, was changed or has expired. */
    read: (token: string, now: number): Promise<Option.Option<WatchClaims>> =>
      jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: new Date(now) }).then(
        ({ payload }) => decodeClaims(payload),
        () => Option.none(),
      ),
  }
}
