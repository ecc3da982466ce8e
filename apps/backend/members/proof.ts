/**
 * Proof of identity in an open session, required before the account moves, ends or gets another way in (ADR 0024):
 * the password, or a passkey used for this purpose. Tries of both are limited together with log-ins.
 */
import { sameKey } from "@foldcast/rules/names/same-key"
import type { ProofPurpose } from "@foldcast/contracts/passkey"
import type { UsedPasskey } from "@foldcast/contracts/upstream/passkeys"
import { Data, Effect, Redacted } from "effect"
import { AttemptLimits, type CountedTry } from "./attempt-limits.ts"
import { checkPassword } from "./check-password.ts"
import type { StoredMember } from "./member.ts"
import { verifyUse } from "./passkey-verification.ts"

export type GivenProof = Data.TaggedEnum<{
  Password: { readonly password: Redacted.Redacted }
  Passkey: { readonly used: UsedPasskey }
}>
export const GivenProof = Data.taggedEnum<GivenProof>()

/** As the body of a call has it. */
export const proofIn = (
  body: { readonly password: string } | { readonly passkey: UsedPasskey },
): GivenProof =>
  "passkey" in body
    ? GivenProof.Passkey({ used: body.passkey })
    : GivenProof.Password({ password: Redacted.make(body.password) })

const checkPasskey = Effect.fnUntraced(function* (
  member: StoredMember,
  used: UsedPasskey,
  purpose: ProofPurpose,
) {
  const limits = yield* AttemptLimits
  const counted: CountedTry = { limit: "failedLogInsPerAccount", name: sameKey(member.email) }
  yield* limits.take(counted)
  yield* verifyUse(used, { purpose, memberId: member.id })
  yield* limits.giveBack(counted)
})

export const checkProof = Effect.fn("members.checkProof")(function* (
  member: StoredMember,
  proof: GivenProof,
  purpose: ProofPurpose,
) {
  return proof._tag === "Password"
    ? yield* checkPassword(member, proof.password)
    : yield* checkPasskey(member, proof.used, purpose)
})
