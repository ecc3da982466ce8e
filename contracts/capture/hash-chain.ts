/**
 * The hash chain that makes a capture tamper-evident: each line's `h` covers the `h` before it and the line itself;
 * the first line's covers the header. In version 2 the exact text is hashed, so that no other serialisation of the
 * same JSON passes. The digest is an argument: browser and Node use their own.
 */
import { canonicalJson } from "./canonical-json.ts"

/** SHA-256 as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string

/** The start of the chain in version 1, where no hash covers the header. */
const START_OF_VERSION_1 = "0".repeat(64)

/** The value that precedes the first line's `h`. `header` is the exact text of the header. */
export const chainStart = (sha256: Sha256, version: number, header: string): string =>
  version === 1 ? START_OF_VERSION_1 : sha256(header)

/** `text` is the line without its end, and `}` in its place. */
export const chainedText = (sha256: Sha256, previous: string, text: string): string =>
  sha256(previous + text)

const HASH_LENGTH = ',"h":""}'.length + 64
/** An Ed25519 signature has 64 bytes, in base64url 86 characters. */
const SIGNED = /^,"h":"[\da-f]{64}","sig":"[\w-]{86}"\}$/u
const SIGNED_LENGTH = HASH_LENGTH + ',"sig":""'.length + 86

/** The expected `h` of a line; null where the line does not end with exactly that. */
export const lineHash = (sha256: Sha256, previous: string, line: string): string | null => {
  const h = chainedText(sha256, previous, `${line.slice(0, -HASH_LENGTH)}}`)
  return line.endsWith(`,"h":"${h}"}`) ? h : null
}

/** The expected `h` of a footer; null where the line does not end with a hash and a signature. */
export const footerHash = (sha256: Sha256, previous: string, line: string): string | null =>
  SIGNED.test(line.slice(-SIGNED_LENGTH))
    ? chainedText(sha256, previous, `${line.slice(0, -SIGNED_LENGTH)}}`)
    : null

/** For version 1, whose lines were hashed in canonical JSON, whatever their text. */
export const chainHashOfVersion1 = (
  sha256: Sha256,
  previous: string,
  line: Readonly<Record<string, unknown>>,
): string => {
  const { h: _h, ...rest } = line
  return chainedText(sha256, previous, canonicalJson(rest))
}
