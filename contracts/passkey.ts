/**
 * Passkeys (WebAuthn Level 3) as they cross a wire: what a browser answers when it was asked to make one or to use one,
 * in the JSON forms of the standard. What says who somebody is, is `secret`: it enters no log.
 */
import { Schema } from "effect"
import { keep, secret } from "./sensitivity.ts"

/**
 * What a challenge is good for, and nothing else: logging in, making a passkey, or as proof of who is at an open
 * session before another passkey is made (`addition`), one is removed, the address changes or the account ends.
 */
export const PROOF_PURPOSES = ["addition", "removal", "emailChange", "deletion"] as const
export const ProofPurpose = Schema.Literals(PROOF_PURPOSES).annotate({ identifier: "ProofPurpose" })
export type ProofPurpose = typeof ProofPurpose.Type

/** Passkeys that a member has at most, of all the brands' sites together. */
export const MAX_PASSKEYS = 10
/** Characters of a passkey's name. */
export const MAX_PASSKEY_NAME = 64

/** Bytes in base64url, so many characters at most. */
const base64url = (most: number) =>
  Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]+$/u), Schema.isMaxLength(most))

/** A credential's id, 1,023 bytes at most. */
export const CredentialId = base64url(1_364)
const secretBytes = (most: number) => secret(base64url(most))
const head = {
  id: secret(CredentialId),
  rawId: secret(CredentialId),
  type: keep(Schema.Literal("public-key")),
}

/** `AuthenticationResponseJSON`: a passkey was used. */
export const PasskeyAssertion = Schema.Struct({
  ...head,
  response: Schema.Struct({
    clientDataJSON: secretBytes(2_000),
    authenticatorData: secretBytes(1_000),
    signature: secretBytes(2_000),
    userHandle: Schema.optionalKey(secretBytes(100)),
  }),
}).annotate({ identifier: "PasskeyAssertion" })
export type PasskeyAssertion = typeof PasskeyAssertion.Type

/** `RegistrationResponseJSON`: a passkey was made. */
export const PasskeyAttestation = Schema.Struct({
  ...head,
  response: Schema.Struct({
    clientDataJSON: secretBytes(2_000),
    attestationObject: secretBytes(8_000),
    /** How the authenticator is reached: `internal`, `hybrid`, `usb` … */
    transports: Schema.optionalKey(
      Schema.Array(secret(Schema.String.check(Schema.isPattern(/^[a-z-]{1,20}$/u)))).check(
        Schema.isMaxLength(10),
      ),
    ),
  }),
}).annotate({ identifier: "PasskeyAttestation" })
export type PasskeyAttestation = typeof PasskeyAttestation.Type

const transport = Schema.String
const known = Schema.Struct({
  id: CredentialId,
  type: Schema.Literal("public-key"),
  transports: Schema.optionalKey(Schema.Array(transport)),
})

/** `PublicKeyCredentialRequestOptionsJSON`. No `allowCredentials`: whichever passkey of the site the visitor picks. */
export const PasskeyRequestOptions = Schema.Struct({
  challenge: base64url(400),
  rpId: Schema.String,
  /** Milliseconds that the browser waits; the challenge lives as long. */
  timeout: Schema.Int,
  userVerification: Schema.Literal("required"),
  allowCredentials: Schema.optionalKey(Schema.Array(known)),
}).annotate({ identifier: "PasskeyRequestOptions" })
export type PasskeyRequestOptions = typeof PasskeyRequestOptions.Type

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const PasskeyCreationOptions = Schema.Struct({
  challenge: base64url(400),
  rp: Schema.Struct({ id: Schema.String, name: Schema.String }),
  /** `id` in base64url; names nobody. */
  user: Schema.Struct({
    id: base64url(100),
    name: Schema.String,
    displayName: Schema.String,
  }),
  pubKeyCredParams: Schema.Array(
    Schema.Struct({ type: Schema.Literal("public-key"), alg: Schema.Int }),
  ),
  timeout: Schema.Int,
  excludeCredentials: Schema.Array(known),
  authenticatorSelection: Schema.Struct({
    residentKey: Schema.Literal("required"),
    requireResidentKey: Schema.Literal(true),
    userVerification: Schema.Literal("required"),
  }),
  attestation: Schema.Literal("none"),
}).annotate({ identifier: "PasskeyCreationOptions" })
export type PasskeyCreationOptions = typeof PasskeyCreationOptions.Type
