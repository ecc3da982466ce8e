/**
 * The chain that makes a capture tamper-evident: each line's `h` covers the `h` before it and the line
 * itself in canonical JSON; the first line's covers the header. The digest is an argument, so browser and
 * Node use their own.
 */
import { canonicalJson } from "./canonical-json.ts"

/** SHA-256 as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string

/** Where the chain of a capture of version 1 began, whose header nothing covered. */
const START_OF_VERSION_1 = "0".repeat(64)

/** What the first line's `h` is chained to. `header` is the header's text in canonical JSON. */
export const chainStart = (sha256: Sha256, version: number, header: string): string =>
  version === 1 ? START_OF_VERSION_1 : sha256(header)

/** `text` is the line in canonical JSON, without an `h`. */
export const chainedText = (sha256: Sha256, previous: string, text: string): string =>
  sha256(previous + text)

/** `line` may carry an `h`, and a footer a `sig` of it; they are not part of what is hashed. */
export const chainHash = (
  sha256: Sha256,
  previous: string,
  line: Readonly<Record<string, unknown>>,
): string => {
  const { h: _h, sig: _sig, ...rest } = line
  return chainedText(sha256, previous, canonicalJson(rest))
}
