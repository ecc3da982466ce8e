/**
 * Passkeys in the member API: an extension (UA62). A service without it answers 404 to all of it (UA63), and the
 * site offers no passkeys. Every call about a challenge names the site by its `origin`, which the gateway has
 * checked, and the browser's session by an opaque id. A challenge is valid for that session, at that origin's host,
 * for its purpose, once and for five minutes.
 */
import { Schema } from "effect"
import {
  CredentialId,
  MAX_PASSKEY_NAME,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  ProofPurpose,
} from "../passkey.ts"
import { EpochMillis } from "../units.ts"

/** The site and session of a challenge. */
const place = {
  /** `https://site.example`; its host is the relying party's id. */
  origin: Schema.String.check(Schema.isPattern(/^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/u)),
  /** An opaque id of the browser's session. */
  session: Schema.String.check(Schema.isPattern(/^[\w-]{1,128}$/u)),
}

/** The use of a passkey, with its site and session. */
export const UsedPasskey = Schema.Struct({ ...place, credential: PasskeyAssertion }).annotate({
  identifier: "UsedPasskey",
})
export type UsedPasskey = typeof UsedPasskey.Type

/** Proof of identity at an open session: the password, or a passkey of the account. */
export const byPassword = { password: Schema.String }
export const byPasskey = { passkey: UsedPasskey }

/** POST /passkeys/challenge: for a log-in (also as a guest), or for a proof in an open session. */
export const PasskeyChallengeRequest = Schema.Struct({
  ...place,
  purpose: Schema.Union([Schema.Literal("logIn"), ProofPurpose]),
}).annotate({ identifier: "PasskeyChallengeRequest" })
export type PasskeyChallengeRequest = typeof PasskeyChallengeRequest.Type
export const UpstreamPasskeyChallengeAnswer = PasskeyRequestOptions

/** POST /passkeys/registration: the options for creating another passkey. `name` is the brand's. */
export const PasskeyRegistrationRequest = Schema.Union([
  Schema.Struct({ ...place, name: Schema.String, ...byPassword }),
  Schema.Struct({ ...place, name: Schema.String, ...byPasskey }),
]).annotate({ identifier: "PasskeyRegistrationRequest" })
export const PasskeyRegistrationAnswer = PasskeyCreationOptions

/** POST /passkeys: stores a created passkey; `name` is the member's name for it. */
export const AddPasskeyRequest = Schema.Struct({
  ...place,
  name: Schema.String.check(Schema.isBetweenLength(1, MAX_PASSKEY_NAME)),
  credential: PasskeyAttestation,
}).annotate({ identifier: "AddPasskeyRequest" })

/** DELETE /passkeys */
export const RemovePasskeyRequest = Schema.Union([
  Schema.Struct({ id: CredentialId, ...byPassword }),
  Schema.Struct({ id: CredentialId, ...byPasskey }),
]).annotate({ identifier: "RemovePasskeyRequest" })

export const UpstreamPasskey = Schema.Struct({
  id: CredentialId,
  name: Schema.String,
  /** The host where the passkey is valid: the relying party's id. */
  host: Schema.String,
  createdAt: EpochMillis,
  /** Null where it was never used. */
  lastUsedAt: Schema.NullOr(EpochMillis),
}).annotate({ identifier: "UpstreamPasskey" })

/** GET /passkeys: the member's own, newest first. */
export const UpstreamPasskeysAnswer = Schema.Struct({
  passkeys: Schema.Array(UpstreamPasskey),
}).annotate({ identifier: "UpstreamPasskeys" })
export type UpstreamPasskeysAnswer = typeof UpstreamPasskeysAnswer.Type

/**
 * Why a passkey is refused: unknown; its proof is invalid; its challenge has expired, was used or belongs to
 * another session; the account has it already, or has reached the limit.
 */
export const PASSKEY_LABELS = [
  "passkeyUnknown",
  "passkeyRefused",
  "passkeyExpired",
  "passkeyExists",
  "tooManyPasskeys",
] as const
