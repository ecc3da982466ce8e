/**
 * The token by which a session publishes its viewer's own camera: it names session and room, and allows neither
 * watching nor publishing for the performer.
 */
import { Schema } from "effect"
import type { TokenSecrets } from "../../members/token-secrets.ts"
import { makeMediaTokens } from "./media-tokens.ts"

const Claims = Schema.Struct({ sub: Schema.String, room: Schema.String, jti: Schema.String })

export const makeCamBackTokens = (secrets: TokenSecrets) =>
  makeMediaTokens(secrets, { purpose: "cam-back tokens", prefix: "cam", claims: Claims })
