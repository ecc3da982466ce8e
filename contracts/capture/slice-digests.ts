/**
 * Digests of a visit's states, slice by slice, so that a reader with another build can find the event at which its
 * folds begin to differ. Stateful, without I/O.
 */
import { CanonicalTexts } from "./canonical-json.ts"
import type { Sha256 } from "./hash-chain.ts"

/** Enough to distinguish two states; the footer has the full hash. */
const DIGITS = 8

export type SliceDigests = Readonly<Record<string, string>>

export class SliceNames {
  readonly #sha256: Sha256
  readonly #slices = new Map<string, unknown>()
  readonly #digests = new Map<string, string>()
  readonly #texts = new CanonicalTexts()

  constructor(sha256: Sha256) {
    this.#sha256 = sha256
  }

  /** The slices that changed since the last call; all at the first call. */
  changed(state: object): SliceDigests {
    const changed: Record<string, string> = {}
    for (const [name, slice] of Object.entries(state) as Array<[string, unknown]>) {
      if (this.#digests.has(name) && this.#slices.get(name) === slice) continue
      this.#slices.set(name, slice)
      const digest = this.#sha256(this.#texts.of(slice)).slice(0, DIGITS)
      if (digest === this.#digests.get(name)) continue
      this.#digests.set(name, digest)
      changed[name] = digest
    }
    return changed
  }

  /** The last digest of this slice; undefined where there is no such slice. */
  of(name: string): string | undefined {
    return this.#digests.get(name)
  }
}
