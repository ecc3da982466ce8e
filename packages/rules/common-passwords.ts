/**
 * Whether a new password is one of the ten thousand most common that its other rules allow (password.ts).
 * Checked when a password is set, never at log-in: a member with an older one keeps it (ADR 0044).
 *
 * Pure. Invariants: case does not distinguish passwords; the list holds only hashes, so about one good password
 * in 400,000 is refused too.
 */
import { HASHES } from "./common-passwords.gen.ts"
import { normalisedPassword } from "./password.ts"

const OFFSET_BASIS = 0x811c9dc5
const PRIME = 0x01000193
const HASH_BYTES = 4

/** FNV-1a with 32 bits (RFC 9923), of the text in UTF-8. */
const fnv1a = (text: string): number =>
  new TextEncoder()
    .encode(text)
    .reduce((hash, byte) => Math.imul(hash ^ byte, PRIME), OFFSET_BASIS) >>> 0

/** A password's hash, as the list has it. */
export const commonPasswordHash = (typed: string): number =>
  fnv1a(normalisedPassword(typed).toLowerCase())

const unpacked = (base64: string): ReadonlySet<number> => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  return new Set(
    Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
      view.getUint32(index * HASH_BYTES),
    ),
  )
}

const COMMON = unpacked(HASHES)

export const isCommonPassword = (typed: string): boolean => COMMON.has(commonPasswordHash(typed))
