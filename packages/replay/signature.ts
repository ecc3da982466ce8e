/**
 * Whether a capture's signature is that of a key one trusts. Pure but for Node's cryptography.
 *
 * A signature that a known key did not make is damage; one of a key that is not known says nothing.
 */
import { createPublicKey, hash, type KeyObject, verify } from "node:crypto"
import { type CaptureKeySet, thumbprintText } from "@foldcast/contracts/capture/key-set"
import type { CaptureFooter } from "@foldcast/contracts/capture/capture"

export type CaptureSignature =
  /** Of version 1: nobody vouches for it. */
  | { readonly _tag: "Absent" }
  | { readonly _tag: "Unknown"; readonly kid: string }
  | { readonly _tag: "Known"; readonly kid: string }

/** Public keys by their thumbprint. */
export type KnownKeys = ReadonlyMap<string, KeyObject>

export const NO_KEYS: KnownKeys = new Map()

/** Each under its own thumbprint, whatever `kid` the set gives it. */
export const knownKeys = (sets: ReadonlyArray<CaptureKeySet>): KnownKeys =>
  new Map(
    sets
      .flatMap(({ keys }) => keys)
      .map((key) => [
        hash("sha256", thumbprintText(key), "base64url"),
        createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: "jwk" }),
      ]),
  )

/** Base64url has more than one text for the same bytes; a signature has one. */
const bytesOf = (sig: string): Buffer | null => {
  const bytes = Buffer.from(sig, "base64url")
  return bytes.toString("base64url") === sig ? bytes : null
}

/** What the footer's signature is worth; null where a known key did not make it, or it is none. */
export const checkSignature = (
  keys: KnownKeys,
  { h, kid, sig }: Pick<CaptureFooter, "h" | "kid" | "sig">,
): CaptureSignature | null => {
  const bytes = bytesOf(sig)
  if (bytes?.length !== 64) return null
  const key = keys.get(kid)
  if (key === undefined) return { _tag: "Unknown", kid }
  return verify(null, Buffer.from(h), key, bytes) ? { _tag: "Known", kid } : null
}
