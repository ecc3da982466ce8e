/**
 * What a desk shows the media engine: a signed token (JWT, HS256) that names the hold by which it has her, and
 * whether it publishes or watches. Good for half a minute, under a key of its own: a viewer's token never publishes,
 * and this one never watches as a viewer. The desk's own word is a secret of its browser and does not stand in it.
 *
 * Caller: desk-pictures.ts.
 */
import { jwtVerify, SignJWT } from "jose"
import { Option, type Redacted, Schema } from "effect"
import { DeskMediaRequest } from "@foldcast/contracts/upstream/performer-desk"
import { derivedKey } from "../members/derived-key.ts"

const ALGORITHM = "HS256"
const TTL_MS = 30_000

const Claims = Schema.Struct({
  /** The hold. */
  sub: Schema.String,
  room: Schema.String,
  action: DeskMediaRequest.fields.action,
  jti: Schema.String,
})
export type DeskClaims = typeof Claims.Type
const decodeClaims = Schema.decodeUnknownOption(Claims)

export const makeDeskTokens = (secret: Redacted.Redacted) => {
  const key = derivedKey(secret, "desk tokens")
  return {
    issue: ({ sub, room, action, jti }: DeskClaims, now: number): Promise<string> =>
      new SignJWT({ room, action })
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
        .setSubject(sub)
        .setJti(jti)
        .setExpirationTime(Math.ceil((now + TTL_MS) / 1_000))
        .sign(key),
    /** None where it is not ours, was changed or has expired. */
    read: (token: string, now: number): Promise<Option.Option<DeskClaims>> =>
      jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: new Date(now) }).then(
        ({ payload }) => decodeClaims(payload),
        () => Option.none(),
      ),
  }
}
