/**
 * Tokens that open one connection each: those that were shown, for as long as they could be shown again. Times are
 * arguments (milliseconds).
 */

/** Longer than any of these tokens is good for. */
const KNOWN_MS = 60_000

export class UsedTokens {
  /** By its id, when it was shown; oldest first. */
  readonly #shown = new Map<string, number>()

  /** False where it was shown before. */
  spend(jti: string, at: number): boolean {
    if (this.#shown.has(jti)) return false
    this.#shown.set(jti, at)
    for (const [old, since] of this.#shown) {
      if (at - since < KNOWN_MS) break
      this.#shown.delete(old)
    }
    return true
  }
}
