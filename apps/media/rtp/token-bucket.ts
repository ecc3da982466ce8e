/**
 * A token bucket: what may be used is refilled with time, up to a most. Time is an argument. Invariant: there is
 * never less than nothing in it, nor more than the most.
 */
export class TokenBucket {
  readonly #most: number
  readonly #aSecond: number
  #left: number
  #atMs: number | undefined

  /** Full. */
  constructor(most: number, aSecond: number) {
    this.#most = most
    this.#aSecond = aSecond
    this.#left = most
  }

  refill(atMs: number): void {
    const passedMs = atMs - (this.#atMs ?? atMs)
    this.#atMs = atMs
    this.add((passedMs * this.#aSecond) / 1_000)
  }

  add(tokens: number): void {
    this.#left = Math.min(this.#most, this.#left + tokens)
  }

  /** False where there are not so many, and none is taken. */
  take(tokens: number): boolean {
    if (tokens > this.#left) return false
    this.#left -= tokens
    return true
  }
}
