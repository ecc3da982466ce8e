/**
 * A token bucket: time refills it up to its capacity. Pure but for its own memory; time is an argument.
 *
 * Invariant: its tokens are never fewer than 0 nor more than its capacity.
 */
export class TokenBucket {
  readonly #capacity: number
  readonly #perSecond: number
  #tokens: number
  #atMs: number | undefined

  /** It begins full. */
  constructor(capacity: number, perSecond: number) {
    this.#capacity = capacity
    this.#perSecond = perSecond
    this.#tokens = capacity
  }

  refill(atMs: number): void {
    const passedMs = atMs - (this.#atMs ?? atMs)
    this.#atMs = atMs
    this.add((passedMs * this.#perSecond) / 1_000)
  }

  add(tokens: number): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + tokens)
  }

  /** Takes all of them or none; false where there are too few. */
  take(tokens: number): boolean {
    if (tokens > this.#tokens) return false
    this.#tokens -= tokens
    return true
  }
}
