/**
 * Keys for purposes of their own, made from the one secret that signs tokens: what is signed or hashed
 * for one purpose means nothing for another. Pure.
 */
import { createHmac } from "node:crypto"
import { Redacted } from "effect"

export type KeyPurpose =
  | "attempts"
  | "link tokens"
  | "deleted addresses"
  | "known browsers"
  | "watch tokens"
  | "cam-back tokens"
  | "desk tokens"
  | "stream keys"
  | "passkey challenges"

export const derivedKey = (secret: Redacted.Redacted, purpose: KeyPurpose): Buffer =>
  createHmac("sha256", Redacted.value(secret)).update(purpose).digest()

/** A text's keyed hash: the same text has the same, and nobody without the secret can try texts. */
export const keyedHash = (secret: Redacted.Redacted, purpose: KeyPurpose, text: string): string =>
  createHmac("sha256", derivedKey(secret, purpose)).update(text).digest("base64url")
