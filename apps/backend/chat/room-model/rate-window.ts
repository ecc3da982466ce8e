/** A rate limit: so many within a window that starts with the first. Times are arguments. */
export interface WindowRate {
  readonly count: number
  readonly withinMs: number
}

export class RateWindow {
  readonly #rate: WindowRate
  #began = Number.NEGATIVE_INFINITY
  #count = 0

  constructor(rate: WindowRate) {
    this.#rate = rate
  }

  isOver(now: number): boolean {
    return now - this.#began >= this.#rate.withinMs
  }

  /** 0: there is some left; else milliseconds until there is. */
  waitFor(now: number): number {
    const { count, withinMs } = this.#rate
    return this.isOver(now) || this.#count < count ? 0 : this.#began + withinMs - now
  }

  /** 0: counted; else milliseconds until the next try, and nothing is counted. */
  take(now: number): number {
    const wait = this.waitFor(now)
    if (wait > 0) return wait
    if (this.isOver(now)) {
      this.#began = now
      this.#count = 0
    }
    this.#count += 1
    return 0
  }
}
