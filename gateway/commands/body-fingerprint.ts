/**
 * The fingerprint of a command's body that its receipt keeps: an HMAC of the canonical JSON. It recognises the same
 * body again, and a reader of the store cannot guess a password from it. Pure.
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
