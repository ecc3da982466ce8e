/**
 * What the chat socket reports about sessions: a paid session connected, its viewer answered a keep-alive, a camera
 * went on or off, a connection closed.
 *
 * Invariants: a paid session has one connection, the newest; of one person's sessions in a room the one that connects
 * last stays.
 */
import type { ChatListener } from "../../sockets/chat-sockets.ts"
import { isSameViewer } from "../room-model/chat-session.ts"
import type { SessionInRoom } from "./room-registry.ts"
import type { RoomServiceDeps } from "./room-service-deps.ts"

export class SessionConnections implements ChatListener {
  readonly #deps: RoomServiceDeps
  /** By connection, the `auth` of its paid session. */
  readonly #authOf = new Map<string, string>()

  constructor(deps: RoomServiceDeps) {
    this.#deps = deps
  }

  /** The paid session that this token opens. */
  #openedBy(token: string): SessionInRoom | null {
    const found = this.#deps.registry.byAuth(token)
    return found === undefined || found.session.mode === "free" || found.session.ending !== null
      ? null
      : found
  }

  #ofConnection(connection: string): SessionInRoom | undefined {
    const auth = this.#authOf.get(connection)
    return auth === undefined ? undefined : this.#deps.registry.byAuth(auth)
  }

  isSession(token: string): boolean {
    return this.#openedBy(token) !== null
  }

  session(token: string, connection: string) {
    const { now, runEffects, sockets } = this.#deps
    const found = this.#openedBy(token)
    if (found === null) return null
    const { room, session } = found
    if (session.connection !== null && session.connection !== connection) {
      sockets.hangUp(session.connection)
    }
    const older = room
      .sessions()
      .filter((other) => other !== session && isSameViewer(other, session) && other.ending === null)
    for (const other of older) room.kick(other, "duplicate_session", now())
    this.#authOf.set(connection, token)
    room.connected(session, connection, now())
    return { performerId: room.host.id, begin: () => runEffects(room) }
  }

  answered(connection: string, { sees }: { readonly sees?: boolean }): void {
    const found = this.#ofConnection(connection)
    if (found === undefined) return
    found.room.answered(found.session, this.#deps.now(), sees)
    this.#deps.runEffects(found.room)
  }

  camBack(connection: string, isOn: boolean): void {
    const found = this.#ofConnection(connection)
    if (found === undefined) return
    found.room.camBack(found.session, isOn)
    this.#deps.runEffects(found.room)
  }

  disconnected(connection: string, performerId: string): void {
    this.#authOf.delete(connection)
    const room = this.#deps.registry.of(performerId)
    if (room === undefined) return
    const lost = room
      .sessions()
      .filter((session) => session.mode === "free" && session.connection === connection)
    room.disconnected(connection)
    // A free session ends with its lobby connection: its viewer comes back as somebody new.
    for (const session of lost) room.leave(session, this.#deps.now())
    this.#deps.runEffects(room)
  }
}
