/**
 * The public keys of a gateway that signs captures, as `/support/keys` serves them: a JWK set (RFC 7517) of Ed25519
 * keys (RFC 8037), the present signing key first, then retired ones. `kid` is the key's thumbprint (RFC 7638), so a
 * key cannot pass for another.
 */
import { Schema } from "effect"

const base64url = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/u))

export const CaptureKey = Schema.Struct({
  kty: Schema.Literal("OKP"),
  crv: Schema.Literal("Ed25519"),
  x: base64url,
  kid: base64url,
  use: Schema.Literal("sig"),
  alg: Schema.Literal("EdDSA"),
}).annotate({ identifier: "CaptureKey" })
export type CaptureKey = typeof CaptureKey.Type

export const CaptureKeySet = Schema.Struct({ keys: Schema.Array(CaptureKey) }).annotate({
  identifier: "CaptureKeySet",
})
export type CaptureKeySet = typeof CaptureKeySet.Type

/** A key's thumbprint is the SHA-256 of this text, in base64url (RFC 7638, section 3). */
export const thumbprintText = ({ crv, kty, x }: Pick<CaptureKey, "crv" | "kty" | "x">): string =>
  JSON.stringify({ crv, kty, x })
