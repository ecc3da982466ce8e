/**
 * Citations that wait to be kept. Pure but for what it holds.
 *
 * Invariants: bounded in number and in the texts it holds, however long keeping takes; those under way go
 * first, for they are gone in a moment, and hashes that nobody served cannot crowd them out; what is handed
 * on at once is small, for whoever sends it to another thread copies it.
 */
import type { Citation } from "../store/kept-answers.ts"

/** Of each kind. */
const MAX_WAITING = 512
const MAX_WAITING_LENGTH = 33_554_432
const MAX_BATCH = 64
/** A longer text goes alone. */
const MAX_BATCH_LENGTH = 524_288

const lengthOf = ({ text }: Citation) => text?.length ?? 0

export class CitationQueue {
  readonly #served = new Map<string, Citation>()
  readonly #unserved = new Map<string, Citation>()
  #length = 0

  get isEmpty(): boolean {
    return this.#served.size + this.#unserved.size === 0
  }

  /** False where there is no room. */
  add(citation: Citation): boolean {
    const { hash, text } = citation
    if (this.#served.has(hash)) return true
    const waiting = text === null ? this.#unserved : this.#served
    const length = this.#length + lengthOf(citation)
    if (waiting.size >= MAX_WAITING || length > MAX_WAITING_LENGTH) return false
    this.#length = length
    waiting.set(hash, citation)
    if (text !== null) this.#unserved.delete(hash)
    return true
  }

  /** Those that are kept next; they wait no more. Empty where none waits. */
  next(): ReadonlyArray<Citation> {
    const waiting = this.#served.size > 0 ? this.#served : this.#unserved
    const batch: Array<Citation> = []
    let length = 0
    for (const citation of waiting.values()) {
      length += lengthOf(citation)
      if (batch.length === MAX_BATCH) break
      if (batch.length > 0 && length > MAX_BATCH_LENGTH) break
      batch.push(citation)
    }
    for (const citation of batch) {
      waiting.delete(citation.hash)
      this.#length -= lengthOf(citation)
    }
    return batch
  }
}
