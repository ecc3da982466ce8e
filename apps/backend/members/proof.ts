/**
 * Proof of who is at an open session, asked for before the account moves, ends or gets another way in (ADR 0024):
 * the password, or a passkey that was used for that very thing. Tries of both are counted like those of a log-in.
 */
import { sameKey } from "@foldcast/rules/names/same-key"
import type { ProofPurpose } from "@foldcast/contracts/passkey"
import type { UsedPasskey } from "@foldcast/contracts/upstream/passkeys"
import { Data, Effect, Redacted } from "effect"
import { AttemptLimits, type Try } from "./attempt-limits.ts"
import { checkPassword } from "./check-password.ts"
import type { Member } from "./member.ts"
import { verifyUse } from "./passkey-verification.ts"

export type Proof = Data.TaggedEnum<{
  Password: { readonly password: Redacted.Redacted }
  Passkey: { readonly used: UsedPasskey }
}>
export const Proof = Data.taggedEnum<Proof>()

/** As a call's body brings it. */
export const proofIn = (
  body: { readonly password: string } | { readonly passkey: UsedPasskey },
): Proof =>
  "passkey" in body
    ? Proof.Passkey({ used: body.passkey })
    : Proof.Password({ password: Redacted.make(body.password) })

const checkPasskey = Effect.fnUntraced(function* (
  member: Member,
  used: UsedPasskey,
  purpose: ProofPurpose,
) {
  const limits = yield* AttemptLimits
  const counted: Try = { limit: "failedLogInsPerAccount", name: sameKey(member.email) }
  yield* limits.take(counted)
  yield* verifyUse(used, { purpose, memberId: member.id })
  yield* limits.giveBack(counted)
})

export const checkProof = Effect.fn("members.checkProof")(function* (
  member: Member,
  proof: Proof,
  purpose: ProofPurpose,
) {
  return proof._tag === "Password"
    ? yield* checkPassword(member, proof.password)
    : yield* checkPasskey(member, proof.used, purpose)
})
