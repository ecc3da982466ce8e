/**
 * The chain that makes a capture tamper-evident: each line's `h` covers the `h` before it and the line
 * itself in canonical JSON. The digest is an argument, so browser and Node use their own.
 */
import { canonicalJson } from "./canonical-json.ts"

/** SHA-256 as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string

/** What the first line's `h` is chained to. */
export const CHAIN_START = "0".repeat(64)

/** `text` is the line in canonical JSON, without an `h`. */
export const chainedText = (sha256: Sha256, previous: string, text: string): string =>
  sha256(previous + text)

/** `line` may carry an `h`; it is not part of what is hashed. */
export const chainHash = (
  sha256: Sha256,
  previous: string,
  line: Readonly<Record<string, unknown>>,
): string => {
  const { h: _, ...rest } = line
  return chainedText(sha256, previous, canonicalJson(rest))
}
