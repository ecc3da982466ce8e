/**
 * The canonical spelling of an e-mail address or a username: the key that finds accounts and counts attempts.
 * Names that differ only in case, compatible characters or invisible marks share a key, and so do the two
 * spellings of an address's domain (`bücher.example`, `xn--bcher-kva.example`). Pure.
 *
 * Invariant: plain ASCII is only lowercased; the reference's recompute-member-keys.ts relies on it.
 */
import { asciiDomain } from "../email.ts"
import { withoutInvisibleMarks } from "../invisible-marks.ts"

/** The earlier form of `sameKey`, in which the two spellings of a domain differ. */
export const writtenKey = (typed: string): string =>
  withoutInvisibleMarks(typed).normalize("NFKC").toLowerCase()

export const sameKey = (typed: string): string => {
  const key = writtenKey(typed)
  const at = key.lastIndexOf("@")
  const domain = at < 0 ? null : asciiDomain(key.slice(at + 1))
  return domain === null ? key : `${key.slice(0, at + 1)}${domain}`
}

/** Both keys, for data stored under a hash, which cannot be recomputed. */
export const keysOf = (typed: string): ReadonlyArray<string> => [
  ...new Set([sameKey(typed), writtenKey(typed)]),
]
