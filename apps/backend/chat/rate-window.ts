/** How often one session may do something: so often within a time that begins with the first. Times are arguments. */
export interface Rate {
  readonly count: number
  readonly withinMs: number
}

export class RateWindow {
  readonly #rate: Rate
  #began = Number.NEGATIVE_INFINITY
  #count = 0

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** 0: counted; else the milliseconds until it may be tried again, and nothing is counted. */
  take(now: number): number {
    const { count, withinMs } = this.#rate
    if (now - this.#began >= withinMs) {
      this.#began = now
      this.#count = 0
    }
    if (this.#count >= count) return this.#began + withinMs - now
    this.#count += 1
    return 0
  }
}
