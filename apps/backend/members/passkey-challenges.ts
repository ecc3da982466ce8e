/**
 * Challenges for passkeys. A challenge carries its expiry and a keyed hash over what it is valid for, so that asking
 * for one stores nothing, however many are asked for. An answered one is stored until it expires, so that none is
 * used twice.
 *
 * challenge = base64url(16 random bytes, 6 bytes of expiry in milliseconds, HMAC-SHA-256 over both and the scope)
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto"
import { Clock, Effect } from "effect"
import { PASSKEY_TIMEOUT_MS } from "@foldcast/rules/passkey"
import type { ProofPurpose } from "@foldcast/contracts/passkey"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { useChallenge } from "./passkey-store.ts"
import { derivedKeys } from "./token-secrets.ts"

/** What the challenge is valid for; all of it has to be the same when it is answered. */
export interface ChallengeScope {
  readonly purpose: "logIn" | "registration" | ProofPurpose
  readonly origin: string
  readonly session: string
  /** Null for a log-in, where the passkey names the member. */
  readonly memberId: string | null
}

const RANDOM_BYTES = 16
const END_BYTES = 6
const HEAD_BYTES = RANDOM_BYTES + END_BYTES
const MAC_BYTES = 32

const macOf = (key: Uint8Array, head: Buffer, scope: ChallengeScope): Buffer => {
  const { purpose, origin, session, memberId } = scope
  return createHmac("sha256", key)
    .update(head)
    .update(JSON.stringify([purpose, origin, session, memberId]))
    .digest()
}

const currentKeys = Effect.map(BackendConfig, ({ tokenSecrets }) =>
  derivedKeys(tokenSecrets, "passkey challenges"),
)

export const issueChallenge = Effect.fn("members.issueChallenge")(function* (
  scope: ChallengeScope,
) {
  const head = Buffer.alloc(HEAD_BYTES, randomBytes(RANDOM_BYTES))
  head.writeUIntBE((yield* Clock.currentTimeMillis) + PASSKEY_TIMEOUT_MS, RANDOM_BYTES, END_BYTES)
  const [key] = yield* currentKeys
  return Buffer.concat([head, macOf(key, head, scope)]).toString("base64url")
})

/** Whether it is ours, for this scope, unexpired and unused: from now on it is used. */
export const takeChallenge = Effect.fn("members.takeChallenge")(function* (
  challenge: string,
  scope: ChallengeScope,
) {
  const bytes = Buffer.from(challenge, "base64url")
  if (bytes.length !== HEAD_BYTES + MAC_BYTES) return false
  const head = bytes.subarray(0, HEAD_BYTES)
  const isOurs = (key: Uint8Array) =>
    timingSafeEqual(bytes.subarray(HEAD_BYTES), macOf(key, head, scope))
  if (!(yield* currentKeys).some(isOurs)) return false
  const endsAt = head.readUIntBE(RANDOM_BYTES, END_BYTES)
  if (endsAt <= (yield* Clock.currentTimeMillis)) return false
  return yield* useChallenge(
    yield* SqlDatabase,
    hash("sha256", bytes, "base64url"),
    new Date(endsAt),
  )
})
