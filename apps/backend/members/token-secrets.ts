/**
 * The secrets of TOKEN_SECRET, and keys derived from them per purpose: what is signed or sealed for one purpose is
 * void for another. The first secret signs and seals, and all of them verify, so that a secret can be replaced while
 * what it signed is in use (ADR 0044). Pure.
 */
import { createHmac } from "node:crypto"
import { Redacted } from "effect"

export type TokenSecrets = readonly [Redacted.Redacted, ...ReadonlyArray<Redacted.Redacted>]

/** The first is the one in use. */
export type TokenKeys = readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]

type KeyPurpose =
  | "link tokens"
  | "call tokens"
  | "watch tokens"
  | "cam-back tokens"
  | "desk tokens"
  | "passkey challenges"
  | "hash key"
export type MediaTokenPurpose = Extract<
  KeyPurpose,
  "watch tokens" | "cam-back tokens" | "desk tokens"
>

const keysBy = (
  [first, ...older]: TokenSecrets,
  keyOf: (secret: string) => Uint8Array,
): TokenKeys => [
  keyOf(Redacted.value(first)),
  ...older.map((secret) => keyOf(Redacted.value(secret))),
]

/** For login tokens: the secrets themselves. */
export const loginTokenKeys = (secrets: TokenSecrets): TokenKeys =>
  keysBy(secrets, (secret) => new TextEncoder().encode(secret))

/** 256 bits each. */
export const derivedKeys = (secrets: TokenSecrets, purpose: KeyPurpose): TokenKeys =>
  keysBy(secrets, (secret) => createHmac("sha256", secret).update(purpose).digest())

export interface VerifiedToken<A> {
  readonly content: A
  /** Whether the first key opened it. */
  readonly isCurrent: boolean
}

/** The result of the first key that opens it; null where none does. `open` rejects for a wrong key. */
export const verifiedByAny = async <A>(
  keys: TokenKeys,
  open: (key: Uint8Array) => Promise<A>,
): Promise<VerifiedToken<A> | null> => {
  for (const [index, key] of keys.entries()) {
    const opened = await open(key).then(
      (content): VerifiedToken<A> => ({ content, isCurrent: index === 0 }),
      () => null,
    )
    if (opened !== null) return opened
  }
  return null
}
