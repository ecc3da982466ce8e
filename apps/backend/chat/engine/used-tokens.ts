/** The tokens that were used, remembered for as long as they are valid. Times are arguments (milliseconds). */

/** Longer than any of these tokens is valid. */
const KNOWN_MS = 60_000

export class UsedTokens {
  /** When it was used, by its id; oldest first. */
  readonly #shown = new Map<string, number>()

  /** False where it was used before. */
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
