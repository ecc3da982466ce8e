/**
 * Names the states that a visit went through, slice by slice, so that a reader of another build can say at
 * which event its folds begin to differ. Pure but for what was named last.
 */
import { CanonicalTexts } from "./canonical-json.ts"
import type { Sha256 } from "./hash-chain.ts"

/** Enough to tell two states apart; the footer's hash is the whole one. */
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

  /** The slices that are not what they were at the last call; at the first call all. */
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

  /** The digest of this slice as it was named last; undefined where there is no such slice. */
  of(name: string): string | undefined {
    return this.#digests.get(name)
  }
}
