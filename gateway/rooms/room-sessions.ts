/**
 * Who is in which room, and what is known of visits that are in none. State without effects.
 *
 * Invariants: a visit has one session at most; a session that watches free is found by its performer and its id; who
 * has no session here is told nothing of a room.
 */
import type { Redacted } from "effect"
import type { IvrSessionId, MemberId } from "@foldcast/contracts/ids"
import type { PaidMode } from "@foldcast/contracts/upstream/chat-service"
import type { LiveVisit } from "../visits/registry.ts"
import type { PaidConnection } from "./paid-connections.ts"

/** What was left of a guest's free time when it was told last. */
export interface SessionFreeTime {
  readonly secondsLeft: number
  /** Monotonic milliseconds. */
  readonly at: number
  readonly isRunning: boolean
}

interface EnteredRoom {
  readonly visit: LiveVisit
  readonly performerId: string
  /** The chat service's id of the session. */
  readonly sessionId: string
  /** By which the session proves itself there. */
  auth: Redacted.Redacted
  nickname: string
  /** As whom it was entered: a guest who logged in enters again. */
  readonly member: MemberId | null
  /** The browser's address. */
  readonly address: string
}

/** Watches free, over the performer's lobby connection. */
export interface FreeSession extends EnteredRoom {
  readonly mode: "free"
  /** Of a guest; null where it has no end. */
  freeTime: SessionFreeTime | null
}

/** Paid for, over a connection of its own. */
export interface PaidSession extends EnteredRoom {
  readonly mode: PaidMode
  /** The call that pays for it; null where credits do. */
  readonly call: IvrSessionId | null
  readonly creditsPerMinute: number
  readonly connection: PaidConnection
}

export type RoomSession = FreeSession | PaidSession

export class RoomSessions {
  readonly #byVisit = new Map<LiveVisit, RoomSession>()
  readonly #lobbies = new Map<string, Map<string, FreeSession>>()
  readonly #previous = new WeakMap<LiveVisit, RoomSession>()
  /** Whether a visit's log has been asked for its room; a visit that began here needs no asking. */
  readonly #isKnown = new WeakMap<LiveVisit, boolean>()
  readonly #listeners: Array<(session: RoomSession) => void> = []

  get size(): number {
    return this.#byVisit.size
  }

  of(visit: LiveVisit): RoomSession | undefined {
    return this.#byVisit.get(visit)
  }

  /** The visit's session in this performer's room. */
  inRoom(visit: LiveVisit, performerId: string): RoomSession | undefined {
    const session = this.#byVisit.get(visit)
    return session?.performerId === performerId ? session : undefined
  }

  /** The session that this visit had last, and has no more. */
  previousOf(visit: LiveVisit): RoomSession | undefined {
    return this.#previous.get(visit)
  }

  /** Whether this session is still its visit's. */
  isCurrent(session: RoomSession): boolean {
    return this.#byVisit.get(session.visit) === session
  }

  all(): ReadonlyArray<RoomSession> {
    return [...this.#byVisit.values()]
  }

  /** Those who watch this performer free. */
  viewersOf(performerId: string): ReadonlyArray<FreeSession> {
    return [...(this.#lobbies.get(performerId)?.values() ?? [])]
  }

  viewerBySession(performerId: string, sessionId: string): FreeSession | undefined {
    return this.#lobbies.get(performerId)?.get(sessionId)
  }

  isWatched(performerId: string): boolean {
    return this.#lobbies.has(performerId)
  }

  /** `listener` is called with each session that is removed, for whatever reason. */
  onRemoved(listener: (session: RoomSession) => void): void {
    this.#listeners.push(listener)
  }

  /** Replaces the visit's older session. */
  add(session: RoomSession): void {
    const older = this.#byVisit.get(session.visit)
    if (older !== undefined) this.remove(older)
    this.#byVisit.set(session.visit, session)
    if (session.mode !== "free") return
    const lobby = this.#lobbies.get(session.performerId)
    if (lobby === undefined) {
      this.#lobbies.set(session.performerId, new Map([[session.sessionId, session]]))
    } else lobby.set(session.sessionId, session)
  }

  remove(session: RoomSession): void {
    if (!this.isCurrent(session)) return
    this.#byVisit.delete(session.visit)
    this.#previous.set(session.visit, session)
    for (const listener of this.#listeners) listener(session)
    const lobby = this.#lobbies.get(session.performerId)
    if (lobby?.get(session.sessionId) !== session) return
    lobby.delete(session.sessionId)
    if (lobby.size === 0) this.#lobbies.delete(session.performerId)
  }

  /** Removes the session; which room its visit was in stands in its log, for when it comes back. */
  forget(session: RoomSession): void {
    this.#isKnown.set(session.visit, false)
    this.remove(session)
  }

  /** Whether only the visit's log says which room it is in; true once, then whoever asked makes it known. */
  takeUnknown(visit: LiveVisit): boolean {
    const isUnknown = !(this.#isKnown.get(visit) ?? !visit.isRestored)
    this.#isKnown.set(visit, true)
    return isUnknown
  }
}
