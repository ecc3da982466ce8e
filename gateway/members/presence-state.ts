/**
 * What is known of the members who are present: their sessions, whether their sockets are interrupted, and whether
 * the upstream answers for them. State without effects.
 */
import type { MemberId } from "@foldcast/contracts/ids"
import type { LiveVisit } from "../visits/registry.ts"
import { type PresentSession, PresentSessions } from "./present-sessions.ts"

export class PresenceState {
  readonly sessions = new PresentSessions()
  readonly #interrupted = new Set<MemberId>()
  /** Whose token each member's socket last showed, and which. */
  readonly #shown = new Map<MemberId, PresentSession>()
  /** Members whose balance or favourites could not be asked for. */
  readonly #unanswered = new Set<MemberId>()
  /** Visits whose member's socket has been connected since the gateway started. */
  readonly #listenedFor = new WeakSet<LiveVisit>()

  /** The token that the socket shows now; null where it has none to show. */
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

  /** The visit is listened for; true where nobody had been since a restart, which was an interruption too. */
  listenFor(visit: LiveVisit): boolean {
    const isFirst = visit.isRestored && !this.#listenedFor.has(visit)
    this.#listenedFor.add(visit)
    return isFirst
  }

  answered(member: MemberId): void {
    this.#unanswered.delete(member)
  }

  /** Answers whether the upstream was heard of before. */
  unanswered(member: MemberId): boolean {
    const isNew = !this.#unanswered.has(member)
    this.#unanswered.add(member)
    return isNew
  }

  allUnanswered(): ReadonlyArray<MemberId> {
    return [...this.#unanswered]
  }

  /** The member has no socket any more. */
  released(member: MemberId): void {
    this.#interrupted.delete(member)
    this.#shown.delete(member)
    this.#unanswered.delete(member)
  }
}
