/**
 * State of the present members: their sessions, whether their sockets are interrupted, and whether the upstream
 * answers for them. Has no I/O.
 */
import type { MemberId } from "@foldcast/contracts/ids"
import type { LiveVisit } from "../visits/registry.ts"
import { type PresentSession, PresentSessions } from "./present-sessions.ts"

export class PresenceState {
  readonly sessions = new PresentSessions()
  readonly #interrupted = new Set<MemberId>()
  /** The session whose token each member's socket used last. */
  readonly #shown = new Map<MemberId, PresentSession>()
  /** Members whose balance or favourites the upstream did not answer. */
  readonly #unanswered = new Set<MemberId>()
  /** Visits whose member's socket was connected since the gateway started. */
  readonly #listenedFor = new WeakSet<LiveVisit>()

  /** Sets the session whose token the socket uses; null where there is none. */
  tokenShown(member: MemberId, session: PresentSession | null): void {
    if (session === null) this.#shown.delete(member)
    else this.#shown.set(member, session)
  }

  shownBy(member: MemberId): PresentSession | undefined {
    return this.#shown.get(member)
  }

  interrupted(member: MemberId): void {
    this.#interrupted.add(member)
  }

  connected(member: MemberId): void {
    this.#interrupted.delete(member)
  }

  isInterrupted(member: MemberId): boolean {
    return this.#interrupted.has(member)
  }

  /**
   * Marks the visit as followed; true where this is the first time since a restart, which counts as an
   * interruption.
   */
  listenFor(visit: LiveVisit): boolean {
    const isFirst = visit.isRestored && !this.#listenedFor.has(visit)
    this.#listenedFor.add(visit)
    return isFirst
  }

  answered(member: MemberId): void {
    this.#unanswered.delete(member)
  }

  /** Records an outage of the upstream; returns whether it is new. */
  unanswered(member: MemberId): boolean {
    const isNew = !this.#unanswered.has(member)
    this.#unanswered.add(member)
    return isNew
  }

  allUnanswered(): ReadonlyArray<MemberId> {
    return [...this.#unanswered]
  }

  released(member: MemberId): void {
    this.#interrupted.delete(member)
    this.#shown.delete(member)
    this.#unanswered.delete(member)
  }
}
