/**
 * The chain that makes a capture tamper-evident: each line's `h` covers the `h` before it and the line
 * itself; the first line's covers the header. Of version 2 what is hashed is the text as it stands, so that
 * no second way to write the same JSON passes. The digest is an argument: browser and Node use their own.
 */
import { canonicalJson } from "./canonical-json.ts"

/** SHA-256 as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string

/** Where the chain of a capture of version 1 began, whose header nothing covered. */
const START_OF_VERSION_1 = "0".repeat(64)

/** What the first line's `h` is chained to. `header` is the header's text as it stands. */
export const chainStart = (sha256: Sha256, version: number, header: string): string =>
  version === 1 ? START_OF_VERSION_1 : sha256(header)

/** `text` is the line without its end, and `}` in its place. */
export const chainedText = (sha256: Sha256, previous: string, text: string): string =>
  sha256(previous + text)

const HASH_LENGTH = ',"h":""}'.length + 64
/** An Ed25519 signature has 64 bytes, in base64url 86 characters. */
const SIGNED = /^,"h":"[\da-f]{64}","sig":"[\w-]{86}"\}$/u
const SIGNED_LENGTH = HASH_LENGTH + ',"sig":""'.length + 86

/** What a line's `h` must be; null where the line does not end with just that. */
export const lineHash = (sha256: Sha256, previous: string, line: string): string | null => {
  const h = chainedText(sha256, previous, `${line.slice(0, -HASH_LENGTH)}}`)
  return line.endsWith(`,"h":"${h}"}`) ? h : null
}

/** What a footer's `h` must be; null where the line does not end with a hash and a signature. */
export const footerHash = (sha256: Sha256, previous: string, line: string): string | null =>
  SIGNED.test(line.slice(-SIGNED_LENGTH))
    ? chainedText(sha256, previous, `${line.slice(0, -SIGNED_LENGTH)}}`)
    : null

/** Of version 1, whose lines were hashed in canonical JSON however they stand. */
export const chainHashOfVersion1 = (
  sha256: Sha256,
  previous: string,
  line: Readonly<Record<string, unknown>>,
): string => {
  const { h: _h, ...rest } = line
  return chainedText(sha256, previous, canonicalJson(rest))
}
