/** What a session shows the media engine to watch: it names session, room and mode. Caller: rooms/media-access.ts. */
import { type Redacted, Schema } from "effect"
import { makeMediaTokens } from "./media-tokens.ts"

const Claims = Schema.Struct({
  sub: Schema.String,
  room: Schema.String,
  mode: Schema.Literals(["free", "chat", "vip"]),
  jti: Schema.String,
})

export const makeWatchTokens = (secret: Redacted.Redacted) =>
  makeMediaTokens(secret, { purpose: "watch tokens", prefix: "watch", claims: Claims })
