/**
 * What the media engine has for whom, by names that cannot be guessed: bounded for each seat and in all. Pure
 * but for what it remembers. Called by offered-sessions.ts.
 */
import type { Seat } from "../rooms/seats.ts"

const MOST_SESSIONS = 100_000

export interface EngineSession {
  readonly id: string
  readonly seat: Seat
  /** Where at the engine it ends. */
  readonly session: URL
}

export class EngineSessions {
  readonly #byId = new Map<string, EngineSession>()
  readonly #bySeat = new Map<Seat, Array<EngineSession>>()
  readonly #most: number
  readonly #perSeat: number

  constructor({
    perSeat,
    most = MOST_SESSIONS,
  }: {
    readonly perSeat: number
    readonly most?: number
  }) {
    this.#most = most
    this.#perSeat = perSeat
  }

  get size(): number {
    return this.#byId.size
  }

  get isFull(): boolean {
    return this.size >= this.#most
  }

  get(id: string): EngineSession | undefined {
    return this.#byId.get(id)
  }

  /** Answers the seat's oldest ones that have no more room, which are forgotten. */
  add(added: EngineSession): ReadonlyArray<EngineSession> {
    const { id, seat } = added
    const of = this.#bySeat.get(seat) ?? []
    of.push(added)
    this.#bySeat.set(seat, of)
    this.#byId.set(id, added)
    const surplus = of.slice(0, Math.max(0, of.length - this.#perSeat))
    for (const one of surplus) this.forget(one)
    return surplus
  }

  forget({ id, seat }: EngineSession): void {
    if (!this.#byId.delete(id)) return
    const left = (this.#bySeat.get(seat) ?? []).filter((one) => one.id !== id)
    if (left.length === 0) this.#bySeat.delete(seat)
    else this.#bySeat.set(seat, left)
  }

  /** All of a seat that is given up. */
  forgetOf(seat: Seat): ReadonlyArray<EngineSession> {
    const of = this.#bySeat.get(seat) ?? []
    for (const { id } of of) this.#byId.delete(id)
    this.#bySeat.delete(seat)
    return of
  }
}
