/**
 * Citations that wait to be stored.
 *
 * Invariants: bounded in number and in the characters of their texts; citations with a text go first, and those
 * without cannot crowd them out; a batch is small, for it is copied to another thread.
 */
import type { Citation } from "../store/kept-answers.ts"

/** Of those with a text, and of those without. */
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

  /** Takes the next batch out; empty where none waits. */
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
