/**
 * The time of a process whose machine's clock may be wrong: it runs by the monotonic clock from what the
 * machine's clock said at the start, and takes a jump of that clock over when a second source says the same.
 * Until then the jump decides nothing. A process that never heard a second source goes by its own time, and
 * deletes by what it knows to have passed at least.
 *
 *   look      the machine's clock has drifted a little ─▶ followed
 *             it has jumped                            ─▶ disputed
 *   witness   another machine agrees with the machine's clock ─▶ that is taken over
 *             it agrees with nobody                           ─▶ disputed
 *
 * Reads no clock but those that it is given.
 */

/** Milliseconds: since 1970 by the machine's clock, and since any moment by one that never jumps. */
export interface TimeSources {
  readonly wall: () => number
  readonly monotonic: () => number
}

/** As a time service moves a clock; more than this between two looks is a jump. */
const DRIFT_MS = 5_000
/** Two machines that keep time are no further apart than this, with the way between them. */
const AGREEMENT_MS = 60_000

const agree = (a: number, b: number): boolean => Math.abs(a - b) <= AGREEMENT_MS

export class SteadyTime {
  readonly #sources: TimeSources
  /** Each is a time less the monotonic clock's. */
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

  /** Follows what drifts. */
  look(): void {
    if (Math.abs(this.#jumpMs()) <= DRIFT_MS) this.#followWall()
  }

  /** Another machine says that it is `at`. */
  witness(at: number): void {
    this.#witness = at - this.#sources.monotonic()
    if (agree(at, this.#sources.wall())) this.#followWall()
  }

  /** Something that was written down at `at` is there: it is later than that. */
  isAtLeast(at: number): void {
    const offset = at - this.#sources.monotonic()
    this.#atLeast = Math.max(this.#atLeast ?? offset, offset)
  }

  /**
   * By how much the machine's clock is before (or behind: negative) what this process goes by, or this
   * process before its witness; 0 where nothing is disputed.
   */
  disputedMs(): number {
    const jump = this.#jumpMs()
    if (Math.abs(jump) > DRIFT_MS) return jump
    const witness = this.#timeOf(this.#witness)
    return witness === null || agree(witness, this.now()) ? 0 : this.now() - witness
  }

  /**
   * The time that what is past its term is deleted by: never later than a second source vouches for. Null
   * where there is none.
   */
  vouched(): number | null {
    const second = this.#timeOf(this.#witness ?? this.#atLeast)
    return second === null ? null : Math.min(this.now(), second)
  }

  /**
   * The time by which what somebody has runs out, as their session does: the present where a second source
   * says the same or there is none, and otherwise the earlier.
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
