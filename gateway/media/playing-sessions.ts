/**
 * What plays at the media engine for whom, by names that cannot be guessed: bounded for each seat and in all. Pure
 * but for what it remembers. Called by watching.ts.
 */
import type { Seat } from "../rooms/seats.ts"

/** Of one seat: the page's own, and what it never heard the answer of. */
export const MOST_PER_SEAT = 4
export const MOST_PLAYING = 100_000

export interface PlayingSession {
  readonly id: string
  readonly seat: Seat
  /** Where at the engine it ends. */
  readonly session: URL
}

export class PlayingSessions {
  readonly #byId = new Map<string, PlayingSession>()
  readonly #bySeat = new Map<Seat, Array<PlayingSession>>()
  readonly #most: number

  constructor(most = MOST_PLAYING) {
    this.#most = most
  }

  get size(): number {
    return this.#byId.size
  }

  get isFull(): boolean {
    return this.size >= this.#most
  }

  get(id: string): PlayingSession | undefined {
    return this.#byId.get(id)
  }

  /** Answers the seat's oldest ones that have no more room, which are forgotten. */
  add(playing: PlayingSession): ReadonlyArray<PlayingSession> {
    const { id, seat } = playing
    const of = this.#bySeat.get(seat) ?? []
    of.push(playing)
    this.#bySeat.set(seat, of)
    this.#byId.set(id, playing)
    const surplus = of.slice(0, Math.max(0, of.length - MOST_PER_SEAT))
    for (const one of surplus) this.forget(one)
    return surplus
  }

  forget({ id, seat }: PlayingSession): void {
    if (!this.#byId.delete(id)) return
    const left = (this.#bySeat.get(seat) ?? []).filter((one) => one.id !== id)
    if (left.length === 0) this.#bySeat.delete(seat)
    else this.#bySeat.set(seat, left)
  }

  /** All of a seat that is given up. */
  forgetOf(seat: Seat): ReadonlyArray<PlayingSession> {
    const of = this.#bySeat.get(seat) ?? []
    for (const { id } of of) this.#byId.delete(id)
    this.#bySeat.delete(seat)
    return of
  }
}
