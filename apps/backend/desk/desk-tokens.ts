/**
 * What a desk shows the media engine: it names the hold by which the desk has her, whose picture is meant, and whether
 * it publishes or watches. The desk's own word is a secret of its browser and does not stand in it.
 */
import { Schema } from "effect"
import { makeMediaTokens } from "../chat/engine/media-tokens.ts"
import type { TokenSecrets } from "../members/token-secrets.ts"

const Claims = Schema.Struct({
  /** The hold. */
  sub: Schema.String,
  room: Schema.String,
  /** Of a viewer whose own camera is watched; null: hers. */
  camBack: Schema.NullOr(Schema.String),
  action: Schema.Literals(["publish", "read"]),
  jti: Schema.String,
})
export type DeskClaims = typeof Claims.Type

export const makeDeskTokens = (secrets: TokenSecrets) =>
  makeMediaTokens(secrets, { purpose: "desk tokens", prefix: "desk", claims: Claims })
