/** The token by which a session watches: it names session, room and mode. */
import { Schema } from "effect"
import type { TokenSecrets } from "../../members/token-secrets.ts"
import { makeMediaTokens } from "./media-tokens.ts"

const Claims = Schema.Struct({
  sub: Schema.String,
  room: Schema.String,
  mode: Schema.Literals(["free", "chat", "vip"]),
  jti: Schema.String,
})

export const makeWatchTokens = (secrets: TokenSecrets) =>
  makeMediaTokens(secrets, { purpose: "watch tokens", prefix: "watch", claims: Claims })
