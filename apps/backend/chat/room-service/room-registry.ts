/**
 * The open rooms, and the sessions in them. Pure state; room-access.ts opens rooms from the database.
 *
 * Invariants: a performer has one room; it is kept while somebody is in it, while VIP is held for somebody, while its
 * performer is held, and while a connection listens to it; a session is found by its `auth` until it is gone.
 */
import type { ChatRoom } from "../room-model/chat-room.ts"
import type { ChatSession, NewChatSession } from "../room-model/chat-session.ts"

export interface SessionInRoom {
  readonly room: ChatRoom
  readonly session: ChatSession
}

export class RoomRegistry {
  readonly #rooms = new Map<string, ChatRoom>()
  readonly #byAuth = new Map<string, SessionInRoom>()
  /** Performers that somebody acts for, such as a desk. */
  readonly #held = new Set<string>()

  of(performerId: string): ChatRoom | undefined {
    return this.#rooms.get(performerId)
  }

  all(): ReadonlyArray<ChatRoom> {
    return [...this.#rooms.values()]
  }

  add(room: ChatRoom): void {
    this.#rooms.set(room.host.id, room)
  }

  /** Forgets a room that nobody needs any more. `isWatched`: a connection listens to it. */
  forgetIfEmpty(room: ChatRoom, isWatched: boolean): void {
    const { id } = room.host
    if (room.size > 0 || room.hold !== null || this.#held.has(id) || isWatched) return
    if (this.#rooms.get(id) === room) this.#rooms.delete(id)
  }

  enter(room: ChatRoom, given: NewChatSession): ChatSession {
    const session = room.enter(given)
    this.#byAuth.set(session.auth, { room, session })
    return session
  }

  gone({ auth }: ChatSession): void {
    this.#byAuth.delete(auth)
  }

  sessions(): ReadonlyArray<SessionInRoom> {
    return [...this.#byAuth.values()]
  }

  /** All sessions of this member, in any room. */
  sessionsOf(memberId: string): ReadonlyArray<SessionInRoom> {
    return this.sessions().filter(({ session }) => session.memberId === memberId)
  }

  /** All sessions that this phone call pays for, in any room. */
  sessionsOfCall(call: string): ReadonlyArray<SessionInRoom> {
    return this.sessions().filter(({ session }) => session.call === call)
  }

  /** Running or ending. */
  byAuth(auth: string): SessionInRoom | undefined {
    return this.#byAuth.get(auth)
  }

  hold(performerId: string): void {
    this.#held.add(performerId)
  }

  /** False where she was not held. */
  release(performerId: string): boolean {
    return this.#held.delete(performerId)
  }

  isHeld(performerId: string): boolean {
    return this.#held.has(performerId)
  }
}
