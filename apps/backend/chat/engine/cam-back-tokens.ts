/**
 * What a session shows the media engine to publish its viewer's own camera: it names session and room, and neither
 * watches anything nor publishes for her.
 */
import { Schema } from "effect"
import type { TokenSecrets } from "../../members/token-secrets.ts"
import { makeMediaTokens } from "./media-tokens.ts"

const Claims = Schema.Struct({ sub: Schema.String, room: Schema.String, jti: Schema.String })

export const makeCamBackTokens = (secrets: TokenSecrets) =>
  makeMediaTokens(secrets, { purpose: "cam-back tokens", prefix: "cam", claims: Claims })
