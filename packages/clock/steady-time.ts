/**
 * The time of a process whose machine's clock may be wrong. It starts with the machine's clock and continues
 * with the monotonic clock. It accepts a jump of the machine's clock only when a second source confirms it;
 * until then the jump has no effect. A process without a second source uses its own time, and deletes by the
 * time that has certainly passed.
 *
 *   look      the machine's clock has drifted a little ─▶ followed
 *             it has jumped                            ─▶ disputed
 *   witness   another machine agrees with the machine's clock ─▶ that clock is followed
 *             it agrees with neither                          ─▶ disputed
 *
 * Reads only the given clocks.
 */

/** Milliseconds: since 1970 by the machine's clock, and since an arbitrary moment by a monotonic clock. */
export interface TimeSources {
  readonly wall: () => number
  readonly monotonic: () => number
}

/** The drift that a time service may cause; a larger change between two looks is a jump. */
const DRIFT_MS = 5_000
/** Two synchronised machines differ by at most this, network delay included. */
const AGREEMENT_MS = 60_000

const agree = (a: number, b: number): boolean => Math.abs(a - b) <= AGREEMENT_MS

export class SteadyTime {
  readonly #sources: TimeSources
  /** Each is an offset from the monotonic clock. */
  #own: number
  #witness: number | null = null
  #atLeast: number | null = null

  constructor(sources: TimeSources) {
    this.#sources = sources
    this.#own = sources.wall() - sources.monotonic()
  }

  now(): number {
    return this.#sources.monotonic() + this.#own
  }

  /** Follows the machine's clock while it only drifts. */
  look(): void {
    if (Math.abs(this.#jumpMs()) <= DRIFT_MS) this.#followWall()
  }

  /** Another machine reports the time `at`. */
  witness(at: number): void {
    this.#witness = at - this.#sources.monotonic()
    if (agree(at, this.#sources.wall())) this.#followWall()
  }

  /** A record with the time `at` exists, so the present is not earlier. */
  isAtLeast(at: number): void {
    const offset = at - this.#sources.monotonic()
    this.#atLeast = Math.max(this.#atLeast ?? offset, offset)
  }

  /**
   * How far the machine's clock is ahead of this process's time (negative: behind), or this process's time is
   * ahead of its witness; 0 when nothing is disputed.
   */
  disputedMs(): number {
    const jump = this.#jumpMs()
    if (Math.abs(jump) > DRIFT_MS) return jump
    const witness = this.#timeOf(this.#witness)
    return witness === null || agree(witness, this.now()) ? 0 : this.now() - witness
  }

  /** The time for deleting expired data: never later than a second source confirms. Null without one. */
  vouched(): number | null {
    const second = this.#timeOf(this.#witness ?? this.#atLeast)
    return second === null ? null : Math.min(this.now(), second)
  }

  /**
   * The time for expiring what a person has, such as a session: the present when a second source agrees or
   * there is none, otherwise the earlier time.
   */
  earliest(): number {
    const [now, witness] = [this.now(), this.#timeOf(this.#witness)]
    return witness !== null && agree(witness, now) ? now : (this.vouched() ?? now)
  }

  #jumpMs(): number {
    return this.#sources.wall() - this.now()
  }

  #followWall(): void {
    this.#own = this.#sources.wall() - this.#sources.monotonic()
  }

  #timeOf(offset: number | null): number | null {
    return offset === null ? null : this.#sources.monotonic() + offset
  }
}
