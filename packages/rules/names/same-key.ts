/**
 * The one spelling of an e-mail address or a username under which accounts are found and tries of them
 * counted: names that differ in case, in compatible characters or in what is not seen only are the same, and
 * so are the two spellings of an address's domain (`bücher.example`, `xn--bcher-kva.example`). Pure.
 *
 * Invariant: what is plain ASCII stays as it is, in lower case; the reference's recompute-member-keys.ts goes by it.
 */
import { asciiDomain } from "../email.ts"
import { withoutInvisibleMarks } from "../invisible-marks.ts"

/** As `sameKey` was before the two spellings of a domain were one. */
export const writtenKey = (typed: string): string =>
  withoutInvisibleMarks(typed).normalize("NFKC").toLowerCase()

export const sameKey = (typed: string): string => {
  const key = writtenKey(typed)
  const at = key.lastIndexOf("@")
  const domain = at < 0 ? null : asciiDomain(key.slice(at + 1))
  return domain === null ? key : `${key.slice(0, at + 1)}${domain}`
}

/** Both: for what is kept under a hash, which cannot be made anew. */
export const keysOf = (typed: string): ReadonlyArray<string> => [
  ...new Set([sameKey(typed), writtenKey(typed)]),
]
