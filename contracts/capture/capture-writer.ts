/**
 * Writes a capture's lines: numbers them, keeps their times monotonic, chains their hashes, signs the end. Pure
 * except for the chain that it carries; bytes, gzip, files and keys are left to the caller.
 *
 * Each text is one line without its line feed, in canonical JSON with `h` at its end: a reader checks the hash of
 * the exact text.
 */
import { canonicalJson } from "./canonical-json.ts"
import type { CaptureFooter, CaptureHeader, CaptureLine } from "./capture.ts"
import { chainedText, chainStart, type Sha256 } from "./hash-chain.ts"

/** Signs captures. */
export interface CaptureSigner {
  /** The key's id in the footer. */
  readonly kid: string
  /** The Ed25519 signature of this text, in base64url. */
  readonly sign: (text: string) => string
}

/** A line before it has its number, its time since the start and its hash. */
export type UnchainedLine = CaptureLine extends infer Line
  ? Line extends CaptureLine
    ? Omit<Line, "i" | "t" | "h">
    : never
  : never

/** The line of these fields, without `h`; serialised only once, since a body may be long. */
const chained = (
  sha256: Sha256,
  previous: string,
  fields: object,
): { readonly text: string; readonly h: string } => {
  const written = canonicalJson(fields)
  const h = chainedText(sha256, previous, written)
  return { text: `${written.slice(0, -1)},"h":"${h}"}`, h }
}

export class CaptureWriter {
  readonly #sha256: Sha256
  readonly #signer: CaptureSigner
  readonly #startedAt: number
  readonly header: string
  #h: string
  #count = 0
  #t = 0

  constructor(sha256: Sha256, signer: CaptureSigner, header: CaptureHeader) {
    this.#sha256 = sha256
    this.#signer = signer
    this.#startedAt = header.startedAt
    this.header = canonicalJson(header)
    this.#h = chainStart(sha256, header.v, this.header)
  }

  /** The hash of the last line, which may be the footer. */
  get h(): string {
    return this.#h
  }

  get count(): number {
    return this.#count
  }

  /** `at` in gateway milliseconds; a line never gets an earlier time than the one before it. */
  line(at: number, line: UnchainedLine): string {
    this.#t = Math.max(this.#t, at - this.#startedAt)
    this.#count += 1
    const { text, h } = chained(this.#sha256, this.#h, { ...line, i: this.#count, t: this.#t })
    this.#h = h
    return text
  }

  footer(stateHash: string): string {
    const { kid, sign } = this.#signer
    const fields: Omit<CaptureFooter, "h" | "sig"> = { count: this.#count, kid, stateHash }
    const { text, h } = chained(this.#sha256, this.#h, fields)
    this.#h = h
    return `${text.slice(0, -1)},"sig":"${sign(h)}"}`
  }
}

/** SHA-256 of the state in canonical JSON: equal for two builds with the same folds. */
export const stateHash = (sha256: Sha256, state: unknown): string => sha256(canonicalJson(state))
