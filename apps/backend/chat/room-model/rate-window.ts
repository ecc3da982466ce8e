/** How much of something there may be: so much within a time that begins with the first. Times are arguments. */
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

  /** 0 where there is some left; else the milliseconds until there is. */
  waitFor(now: number): number {
    const { count, withinMs } = this.#rate
    return this.isOver(now) || this.#count < count ? 0 : this.#began + withinMs - now
  }

  /** 0: counted; else the milliseconds until it may be tried again, and nothing is counted. */
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
