/** Which answers were cited a moment ago: an answer that a crowd reads is stored as cited once in so long. Bounded. */

/** An answer's term is counted in days. */
const CITED_EVERY_MS = 60_000
const MAX_REMEMBERED = 5_000

export class RecentCitations {
  /** When each hash was last cited, that longest ago first. */
  readonly #citedAt = new Map<string, number>()

  has(hash: string, now: number): boolean {
    const at = this.#citedAt.get(hash)
    return at !== undefined && at > now - CITED_EVERY_MS
  }

  add(hash: string, at: number): void {
    this.#citedAt.delete(hash)
    this.#citedAt.set(hash, at)
    for (const oldest of this.#citedAt.keys()) {
      if (this.#citedAt.size <= MAX_REMEMBERED) return
      this.#citedAt.delete(oldest)
    }
  }
}
