/**
 * What is remembered of a command's body: an HMAC of its canonical JSON, so that equal bodies are known
 * again and nobody who reads the store can guess a password from it.
 *
 * Pure. Called by commands/admit.ts before `begin`.
 */
import { createHmac } from "node:crypto"
import { canonicalJson } from "@foldcast/contracts/capture/canonical-json"
import type { DerivedKeys } from "../sessions/seal.ts"
import type { BodyFingerprint } from "../store/receipts.ts"

export const fingerprintBody = (keys: DerivedKeys, body: unknown): BodyFingerprint => {
  const text = canonicalJson(body)
  const [current, ...older] = keys
  const digest = (key: Uint8Array) => createHmac("sha256", key).update(text).digest("base64url")
  const first = digest(current.key)
  return { current: first, accepted: [first, ...older.map(({ key }) => digest(key))] }
}
