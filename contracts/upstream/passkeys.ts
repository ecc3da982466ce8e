/**
 * Passkeys as the member API has them: an extension (UA62). One that lacks it answers 404 to all of it (UA63), and
 * the site offers none. Every call that a challenge is asked for or answered with names the site by its `origin`, as
 * the gateway has checked it, and the browser's session by a text of the gateway's: a challenge is good for that
 * session, at that origin's host, for what it was asked for, once and for five minutes.
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

/** Who asks for a challenge, or answers one. */
const place = {
  /** `https://site.example`; its host is the relying party's id. */
  origin: Schema.String.check(Schema.isPattern(/^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/u)),
  /** An opaque id of the browser's session. */
  session: Schema.String.check(Schema.isPattern(/^[\w-]{1,128}$/u)),
}

/** A passkey was used, where and in which session. */
export const UsedPasskey = Schema.Struct({ ...place, credential: PasskeyAssertion }).annotate({
  identifier: "UsedPasskey",
})
export type UsedPasskey = typeof UsedPasskey.Type

/** Proof of who is at an open session: the password, or a passkey of the account. */
export const byPassword = { password: Schema.String }
export const byPasskey = { passkey: UsedPasskey }

/** POST /passkeys/challenge: to log in (as a guest too), or as proof in an open session. */
export const PasskeyChallengeRequest = Schema.Struct({
  ...place,
  purpose: Schema.Union([Schema.Literal("logIn"), ProofPurpose]),
}).annotate({ identifier: "PasskeyChallengeRequest" })
export type PasskeyChallengeRequest = typeof PasskeyChallengeRequest.Type
export const UpstreamPasskeyChallengeAnswer = PasskeyRequestOptions

/** POST /passkeys/registration: may another passkey be made here? `name` is the brand's. */
export const PasskeyRegistrationRequest = Schema.Union([
  Schema.Struct({ ...place, name: Schema.String, ...byPassword }),
  Schema.Struct({ ...place, name: Schema.String, ...byPasskey }),
]).annotate({ identifier: "PasskeyRegistrationRequest" })
export const PasskeyRegistrationAnswer = PasskeyCreationOptions

/** POST /passkeys: it was made; `name` is what the member calls it. */
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
  /** The host at which it is good: the relying party's id. */
  host: Schema.String,
  createdAt: EpochMillis,
  /** Null where it was never used. */
  lastUsedAt: Schema.NullOr(EpochMillis),
}).annotate({ identifier: "UpstreamPasskey" })

/** GET /passkeys: the member's own, the newest first. */
export const UpstreamPasskeysAnswer = Schema.Struct({
  passkeys: Schema.Array(UpstreamPasskey),
}).annotate({ identifier: "UpstreamPasskeys" })
export type UpstreamPasskeysAnswer = typeof UpstreamPasskeysAnswer.Type

/**
 * What a passkey is refused for: nobody has it; it did not prove what it should; its challenge ran out, was used or
 * was another's; the account has it already, or has as many as it may.
 */
export const PASSKEY_LABELS = [
  "passkeyUnknown",
  "passkeyRefused",
  "passkeyExpired",
  "passkeyExists",
  "tooManyPasskeys",
] as const
