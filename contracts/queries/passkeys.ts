/**
 * What the page asks about passkeys. Personal: never stored, and no fact holds any of it, neither what a member calls
 * their devices nor a challenge.
 */
import { Schema } from "effect"
import { CredentialId, PasskeyAssertion, PasskeyRequestOptions, ProofPurpose } from "../passkey.ts"
import { secret } from "../sensitivity.ts"
import { EpochMillis } from "../units.ts"

export const Passkey = Schema.Struct({
  id: CredentialId,
  /** What the member calls it. */
  name: Schema.String,
  /** The host at which it is good; the site of another brand has another. */
  host: Schema.String,
  /** Whether that is the host that this was asked at. */
  isOfThisSite: Schema.Boolean,
  createdAt: EpochMillis,
  /** Null where it was never used. */
  lastUsedAt: Schema.NullOr(EpochMillis),
}).annotate({ identifier: "Passkey" })
export type Passkey = typeof Passkey.Type

/** GET /api/passkeys: the member's own, the newest first; null where the member API keeps none. 401 for a guest. */
export const PasskeysAnswer = Schema.NullOr(
  Schema.Struct({
    passkeys: Schema.Array(Passkey),
    /** How many there may be. */
    most: Schema.Int,
  }),
).annotate({ identifier: "PasskeysAnswer" })
export type PasskeysAnswer = typeof PasskeysAnswer.Type

/**
 * POST /api/passkeys/challenge: a challenge to log in with, or as proof in an open session. It changes nothing, and is a
 * POST because only the site's own pages may ask.
 */
export const PasskeyChallengeQuery = Schema.Struct({
  purpose: Schema.Union([Schema.Literal("logIn"), ProofPurpose]),
}).annotate({ identifier: "PasskeyChallengeQuery" })

/** Null where the member API keeps no passkeys. @internal For the reference. */
export const PasskeyChallengeAnswer = Schema.NullOr(PasskeyRequestOptions).annotate({
  identifier: "PasskeyChallengeAnswer",
})

/** POST /api/passkeys/registration: what to make another passkey with, asked for with proof; one of the two. */
export const PasskeyRegistrationQuery = Schema.Struct({
  password: Schema.optionalKey(secret(Schema.String.check(Schema.isMaxLength(1_000)))),
  passkey: Schema.optionalKey(PasskeyAssertion),
})
  .check(
    Schema.makeFilter(
      ({ password, passkey }) => (password === undefined) !== (passkey === undefined),
    ),
  )
  .annotate({ identifier: "PasskeyRegistrationQuery" })
