/**
 * The token that a desk shows the media engine: it names the hold, the path, and whether it publishes or watches. The
 * desk's own id is a secret of its browser and is not in it.
 */
import { Schema } from "effect"
import { makeMediaTokens } from "../chat/engine/media-tokens.ts"
import type { TokenSecrets } from "../members/token-secrets.ts"

const Claims = Schema.Struct({
  /** The hold's id. */
  sub: Schema.String,
  room: Schema.String,
  /** The session whose camera is watched; null: the performer's video. */
  camBack: Schema.NullOr(Schema.String),
  action: Schema.Literals(["publish", "read"]),
  jti: Schema.String,
})
export type DeskClaims = typeof Claims.Type

export const makeDeskTokens = (secrets: TokenSecrets) =>
  makeMediaTokens(secrets, { purpose: "desk tokens", prefix: "desk", claims: Claims })
