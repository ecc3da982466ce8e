/**
 * The member socket: socket.io over websocket, one room per member. A connection ends when its token
 * does, or when a changed password or a deleted account made the token void; it tells and is never told
 * anything.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { Server, type DefaultEventsMap, type Socket } from "socket.io"
import type { BackendConfig } from "../config.ts"
import type { Database } from "../db/database.ts"
import type { Tokens } from "../members/tokens.ts"
import { steadyRound } from "../steady-round.ts"
import { enter } from "../members/socket-handshake.ts"

interface Connected {
  memberId: string
  /** Milliseconds since 1970. */
  expiresAt: number
}
type MemberServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Connected>
type MemberSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Connected>

export interface MemberSocketsShape {
  readonly io: MemberServer
  readonly isConnected: (memberId: string) => boolean
  readonly emit: (memberId: string, event: string, payload: unknown) => void
  /** The tokens of the member's present connections end then (milliseconds since 1970), if not before. */
  readonly endAt: (memberId: string, at: number) => Effect.Effect<void>
  readonly onConnect: (listener: () => void) => void
  /** One of the member's connections has ended. */
  readonly onDisconnect: (listener: (memberId: string) => void) => void
}

/** Clients send nothing but their handshake. */
const MAX_FRAME_BYTES = 16_384

const roomOf = (memberId: string) => `member:${memberId}`

const endExpired = (io: MemberServer) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    for (const socket of io.sockets.sockets.values()) {
      if (socket.data.expiresAt <= now) socket.disconnect(true)
    }
  })

export class MemberSockets extends Context.Service<MemberSockets, MemberSocketsShape>()(
  "backend/MemberSockets",
) {
  static readonly layer = Layer.effect(
    MemberSockets,
    Effect.gen(function* () {
      const run = Effect.runForkWith(yield* Effect.context<BackendConfig | Database | Tokens>())
      const io = yield* Effect.acquireRelease(
        Effect.sync(
          (): MemberServer =>
            new Server({
              transports: ["websocket"],
              serveClient: false,
              maxHttpBufferSize: MAX_FRAME_BYTES,
            }),
        ),
        (io) => Effect.promise(() => io.close()),
      )
      io.use((socket, next) => {
        run(
          enter(socket.handshake.auth).pipe(
            Effect.catchCause((cause) =>
              Effect.logError("the handshake failed", cause).pipe(
                Effect.as({ _tag: "Refused", label: "unavailable" } as const),
              ),
            ),
            Effect.map((entrance) => {
              if (entrance._tag === "Refused") return next(new Error(entrance.label))
              socket.data = { memberId: entrance.memberId, expiresAt: entrance.expiresAt }
              return next()
            }),
          ),
        )
      })
      const onConnect: Array<() => void> = []
      const onDisconnect: Array<(memberId: string) => void> = []
      /**
       * Asked once more when the connection is in its member's room, where `endAt` finds it: its token
       * may have been made void after it was let in and before that.
       */
      const stayIfGood = (socket: MemberSocket) =>
        run(
          enter(socket.handshake.auth).pipe(
            Effect.catchCause((cause) =>
              Effect.logError("a connection could not be looked at", cause).pipe(
                Effect.as({ _tag: "Refused", label: "unavailable" } as const),
              ),
            ),
            Effect.map(({ _tag }) => {
              if (_tag === "Refused") socket.disconnect(true)
            }),
          ),
        )
      io.on("connection", (socket) => {
        const { memberId } = socket.data
        void socket.join(roomOf(memberId))
        stayIfGood(socket)
        socket.on("disconnect", () => {
          for (const listener of onDisconnect) listener(memberId)
        })
        for (const listener of onConnect) listener()
      })
      yield* endExpired(io).pipe(
        steadyRound("tokens that end"),
        Effect.andThen(Effect.sleep("1 second")),
        Effect.forever,
        Effect.forkScoped,
      )
      return MemberSockets.of({
        io,
        isConnected: (memberId) => io.sockets.adapter.rooms.has(roomOf(memberId)),
        emit: (memberId, event, payload) => io.to(roomOf(memberId)).emit(event, payload),
        endAt: Effect.fnUntraced(function* (memberId, at) {
          for (const id of io.sockets.adapter.rooms.get(roomOf(memberId)) ?? []) {
            const socket = io.sockets.sockets.get(id)
            if (socket === undefined) continue
            socket.data.expiresAt = Math.min(socket.data.expiresAt, at)
          }
          yield* endExpired(io)
        }),
        onConnect: (listener) => onConnect.push(listener),
        onDisconnect: (listener) => onDisconnect.push(listener),
      })
    }),
  )
}
