/**
 * What the chat sockets tell: the connection of a paid session is there, its viewer answered, a camera is on or off,
 * a connection is gone.
 *
 * Invariants: a paid session has one connection, the newest; of one person's sessions in a room the one that
 * connects last stays.
 */
import type { ChatListener, ChatSocketServerShape } from "../../sockets/chat-sockets.ts"
import type { RunRoomEffects } from "./room-effects.ts"
import type { SessionInRoom, RoomRegistry } from "./room-registry.ts"

export const makeSessionConnections = (
  open: RoomRegistry,
  carryOut: RunRoomEffects,
  sockets: ChatSocketServerShape,
): ChatListener => {
  const { now } = open
  /** The word of the paid session that a connection is of. */
  const authOf = new Map<string, string>()

  /** The paid session that this token opens. */
  const openPaid = (token: string): SessionInRoom | null => {
    const found = open.byAuth(token)
    return found === undefined || found.session.mode === "free" || found.session.ending !== null
      ? null
      : found
  }

  /** The paid session that this connection is of. */
  const ofConnection = (connection: string) => {
    const auth = authOf.get(connection)
    return auth === undefined ? undefined : open.byAuth(auth)
  }

  return {
    isSession: (token) => openPaid(token) !== null,
    session: (token, connection) => {
      const found = openPaid(token)
      if (found === null) return null
      const { room, session } = found
      if (session.connection !== null && session.connection !== connection) {
        sockets.hangUp(session.connection)
      }
      const older = room
        .sessions()
        .filter(
          (other) =>
            other !== session && other.memberId === session.memberId && other.ending === null,
        )
      for (const other of older) room.kick(other, "duplicate_session", now())
      authOf.set(connection, token)
      room.connected(session, connection, now())
      return { performerId: room.host.id, begin: () => carryOut(room) }
    },
    answered: (connection, { sees }) => {
      const found = ofConnection(connection)
      if (found === undefined) return
      found.room.answered(found.session, now(), sees)
      carryOut(found.room)
    },
    camBack: (connection, isOn) => {
      const found = ofConnection(connection)
      if (found === undefined) return
      found.room.camBack(found.session, isOn)
      carryOut(found.room)
    },
    disconnected: (connection, performerId) => {
      authOf.delete(connection)
      const room = open.of(performerId)
      if (room === undefined) return
      const lost = room
        .sessions()
        .filter((session) => session.mode === "free" && session.connection === connection)
      room.disconnected(connection)
      // Who watched over a lobby connection comes back by a new one, as somebody new.
      for (const session of lost) room.leave(session, now())
      carryOut(room)
    },
  }
}
