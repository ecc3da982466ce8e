/**
 * Who is in which room: one seat a visit at most. Pure but for what it remembers.
 *
 * Invariants: a visit is found by its seat, and a seat that watches free by its performer and its session; who is
 * not here hears nothing of a room.
 */
import type { Redacted } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { JoinMode } from "@foldcast/contracts/stream/room"
import type { LiveVisit } from "../visits/registry.ts"

/** What was left of a guest's free time when it was told last. */
export interface FreeTimeLeft {
  readonly secondsLeft: number
  /** Monotonic milliseconds. */
  readonly at: number
  readonly isRunning: boolean
}

export interface RoomSession {
  readonly visit: LiveVisit
  readonly performerId: string
  readonly mode: JoinMode
  readonly sessionId: string
  /** By which the session proves itself. */
  auth: Redacted.Redacted
  nickname: string
  readonly creditsPerMinute: number
  /** Of a guest; null where it has no end. */
  freeTime: FreeTimeLeft | null
  /** As whom it was entered: a guest who logged in enters again. */
  readonly member: MemberId | null
  /** The browser's address. */
  readonly address: string
}

export class RoomSessions {
  readonly #byVisit = new Map<LiveVisit, RoomSession>()
  readonly #lobbies = new Map<string, Map<string, RoomSession>>()
  readonly #left = new WeakMap<LiveVisit, RoomSession>()
  readonly #whenLeft: Array<(seat: RoomSession) => void> = []

  get size(): number {
    return this.#byVisit.size
  }

  of(visit: LiveVisit): RoomSession | undefined {
    return this.#byVisit.get(visit)
  }

  /** The one that this visit had last, and has no more. */
  previousOf(visit: LiveVisit): RoomSession | undefined {
    return this.#left.get(visit)
  }

  /** Whether this very seat is still taken. */
  isCurrent(seat: RoomSession): boolean {
    return this.#byVisit.get(seat.visit) === seat
  }

  all(): ReadonlyArray<RoomSession> {
    return [...this.#byVisit.values()]
  }

  /** Those who watch this performer free. */
  viewersOf(performerId: string): ReadonlyArray<RoomSession> {
    return [...(this.#lobbies.get(performerId)?.values() ?? [])]
  }

  viewerBySession(performerId: string, session: string): RoomSession | undefined {
    return this.#lobbies.get(performerId)?.get(session)
  }

  isWatched(performerId: string): boolean {
    return this.#lobbies.has(performerId)
  }

  /** Called with each seat as it is given up, whatever for. */
  onRemoved(listener: (seat: RoomSession) => void): void {
    this.#whenLeft.push(listener)
  }

  /** The visit's older seat is given up. */
  add(seat: RoomSession): void {
    const older = this.#byVisit.get(seat.visit)
    if (older !== undefined) this.remove(older)
    this.#byVisit.set(seat.visit, seat)
    if (seat.mode !== "free") return
    const lobby = this.#lobbies.get(seat.performerId)
    if (lobby === undefined) this.#lobbies.set(seat.performerId, new Map([[seat.sessionId, seat]]))
    else lobby.set(seat.sessionId, seat)
  }

  remove(seat: RoomSession): void {
    if (!this.isCurrent(seat)) return
    this.#byVisit.delete(seat.visit)
    this.#left.set(seat.visit, seat)
    for (const listener of this.#whenLeft) listener(seat)
    const lobby = this.#lobbies.get(seat.performerId)
    if (lobby?.get(seat.sessionId) !== seat) return
    lobby.delete(seat.sessionId)
    if (lobby.size === 0) this.#lobbies.delete(seat.performerId)
  }
}
