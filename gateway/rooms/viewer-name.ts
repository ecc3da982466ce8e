/** What a browser is called at the services that know browsers: it stands for the owner, and says nothing of it. */
import { createHmac } from "node:crypto"
import { Effect } from "effect"
import { GatewayConfig } from "../config.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { deriveKeys } from "../sessions/seal.ts"

export const makeViewerName = Effect.map(GatewayConfig, ({ sessionSecrets }) => {
  const [{ key }] = deriveKeys(sessionSecrets, "chat viewer")
  return (owner: OwnerId): string => createHmac("sha256", key).update(owner).digest("base64url")
})
