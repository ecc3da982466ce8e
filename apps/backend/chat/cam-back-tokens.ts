/**
 * What a session shows the media engine to publish its viewer's own camera: it names session and room, and neither
 * watches anything nor publishes for her. Caller: rooms/media-access.ts.
 */
import { type Redacted, Schema } from "effect"
import { makeMediaTokens } from "./media-tokens.ts"

const Claims = Schema.Struct({ sub: Schema.String, room: Schema.String, jti: Schema.String })

export const makeCamBackTokens = (secret: Redacted.Redacted) =>
  makeMediaTokens(secret, { purpose: "cam-back tokens", prefix: "cam", claims: Claims })
