/**
 * Tokens that open one connection each: those that were shown, for as long as they could be shown again. Times are
 * arguments (milliseconds). Callers: rooms.ts, desk/desk-pictures.ts.
 */

/** Longer than any of these tokens is good for. */
const KNOWN_MS = 60_000

export class UsedTokens {
  /** By its id, when it was shown; oldest first. */
  readonly #shown = new Map<string, number>()

  has(jti: string): boolean {
    return this.#shown.has(jti)
  }

  add(jti: string, at: number): void {
    this.#shown.set(jti, at)
    for (const [old, since] of this.#shown) {
      if (at - since < KNOWN_MS) break
      this.#shown.delete(old)
    }
  }
}
