/**
 * The member socket: socket.io over WebSocket, one socket.io room per member, from server to client only. A
 * connection ends when its token expires, or when a changed password or a deleted account made the token void.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { Server, type DefaultEventsMap, type Socket } from "socket.io"
import { MAX_SOCKET_REQUEST_BYTES } from "@foldcast/contracts/upstream/limits"
import { steadyRound } from "../steady-round.ts"

interface Connected {
  memberId: string
  /** Milliseconds since 1970. */
  expiresAt: number
}
type MemberServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Connected>
type MemberSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Connected>

export interface MemberSocketServerShape {
  readonly io: MemberServer
  readonly isConnected: (memberId: string) => boolean
  readonly emit: (memberId: string, event: string, payload: unknown) => void
  /** The tokens of the member's present connections end then (milliseconds since 1970), if not before. */
  readonly endAt: (memberId: string, at: number) => Effect.Effect<void>
  readonly onConnect: (listener: () => void) => void
  /** One of the member's connections has ended. */
  readonly onDisconnect: (listener: (memberId: string) => void) => void
}

/** The calls of the member API are the longest that clients send (call-sockets.ts). */
const MAX_FRAME_BYTES = MAX_SOCKET_REQUEST_BYTES + 1_024

/** What came of a connection's handshake. `label`: why it is refused. */
export type HandshakeResult =
  | { readonly _tag: "Admitted"; readonly memberId: string; readonly expiresAt: number }
  | { readonly _tag: "Refused"; readonly label: string }

type Handshake<R> = (auth: unknown) => Effect.Effect<HandshakeResult, never, R>

const roomOf = (memberId: string) => `member:${memberId}`

const endExpired = (io: MemberServer) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    for (const socket of io.sockets.sockets.values()) {
      if (socket.data.expiresAt <= now) socket.disconnect(true)
    }
  })

const makeServer = Effect.acquireRelease(
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

/** A defect refuses the connection. */
const orRefused =
  (what: string) =>
  <R>(work: Effect.Effect<HandshakeResult, never, R>) =>
    Effect.catchCause(work, (cause) =>
      Effect.logError(what, cause).pipe(
        Effect.as<HandshakeResult>({ _tag: "Refused", label: "unavailable" }),
      ),
    )

/** Admits a socket, or refuses it with the label as its error's message. */
const admit = <R>(handshake: Handshake<R>, socket: MemberSocket, next: (error?: Error) => void) =>
  handshake(socket.handshake.auth).pipe(
    orRefused("the handshake failed"),
    Effect.map((result) => {
      if (result._tag === "Refused") return next(new Error(result.label))
      socket.data = { memberId: result.memberId, expiresAt: result.expiresAt }
      return next()
    }),
  )

/**
 * Repeats the handshake once the connection is in its member's room, where `endAt` finds it: its token may have become
 * void after it was admitted and before that.
 */
const admitAgain = <R>(handshake: Handshake<R>, socket: MemberSocket) =>
  handshake(socket.handshake.auth).pipe(
    orRefused("the second handshake of a connection failed"),
    Effect.map(({ _tag }) => {
      if (_tag === "Refused") socket.disconnect(true)
    }),
  )

const endAt = (io: MemberServer) =>
  Effect.fnUntraced(function* (memberId: string, at: number) {
    for (const id of io.sockets.adapter.rooms.get(roomOf(memberId)) ?? []) {
      const socket = io.sockets.sockets.get(id)
      if (socket === undefined) continue
      socket.data.expiresAt = Math.min(socket.data.expiresAt, at)
    }
    yield* endExpired(io)
  })

export class MemberSocketServer extends Context.Service<
  MemberSocketServer,
  MemberSocketServerShape
>()("backend/MemberSocketServer") {
  static readonly layer = <R>(handshake: Handshake<R>) =>
    Layer.effect(
      MemberSocketServer,
      Effect.gen(function* () {
        const run = Effect.runForkWith(yield* Effect.context<R>())
        const io = yield* makeServer
        const onConnect: Array<() => void> = []
        const onDisconnect: Array<(memberId: string) => void> = []
        io.use((socket, next) => {
          run(admit(handshake, socket, next))
        })
        io.on("connection", (socket) => {
          const { memberId } = socket.data
          void socket.join(roomOf(memberId))
          run(admitAgain(handshake, socket))
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
        return MemberSocketServer.of({
          io,
          isConnected: (memberId) => io.sockets.adapter.rooms.has(roomOf(memberId)),
          emit: (memberId, event, payload) => io.to(roomOf(memberId)).emit(event, payload),
          endAt: endAt(io),
          onConnect: (listener) => onConnect.push(listener),
          onDisconnect: (listener) => onDisconnect.push(listener),
        })
      }),
    )
}
