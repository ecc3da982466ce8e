/**
 * The chat socket: the namespace `/chat` of the one socket.io server. A lobby connection is opened with the API key and
 * a performer's id, and receives what all free viewers receive; a session's own connection is opened with its token.
 * What may happen in a room is not known here.
 *
 * Invariant: there is one listener, set before the first connection.
 */
import { Context, Effect, Layer, Option, type Redacted, Schema } from "effect"
import type { Namespace, Socket } from "socket.io"
import {
  CHAT_EVENTS,
  CHAT_NAMESPACE,
  type ChatEventName,
  KeptAlive,
} from "@foldcast/contracts/upstream/chat-socket"
import { KEY_REFUSED_LABEL, TOKEN_REFUSED_LABEL } from "@foldcast/contracts/upstream/member-api"
import { PerformerId } from "@foldcast/contracts/ids"
import { BackendConfig } from "../config.ts"
import { isApiKey } from "../http/api-key.ts"
import { MemberSocketServer } from "./member-sockets.ts"

export interface ChatListener {
  /** Whether this is the token of a running paid session. */
  readonly isSession: (token: string) => boolean
  /** Null where no paid session has this token. `begin` is called once the connection receives its room's events. */
  readonly session: (
    token: string,
    connection: string,
  ) => { readonly performerId: string; readonly begin: () => void } | null
  /** `sees`: whether the picture moves before the viewer; absent: as it was said before. */
  readonly answered: (connection: string, kept: KeptAlive) => void
  readonly camBack: (connection: string, isOn: boolean) => void
  readonly disconnected: (connection: string, performerId: string) => void
}

export interface ChatSocketServerShape {
  readonly listen: (listener: ChatListener) => void
  /** To everybody who is in this performer's room. */
  readonly toRoom: (performerId: string, name: ChatEventName, payload: unknown) => void
  /** To all free viewers of this performer. */
  readonly toLobby: (performerId: string, name: ChatEventName, payload: unknown) => void
  readonly to: (connection: string, name: ChatEventName, payload: unknown) => void
  readonly hangUp: (connection: string) => void
  readonly keepAlive: () => void
  /** A lobby connection without a socket, for the provider states: what it is told goes nowhere. */
  readonly holdLobby: (performerId: string) => string
  /** A session's connection without a socket, for the provider states, by which its camera is on. */
  readonly holdCamera: (token: string) => void
  readonly isLobby: (connection: string, performerId: string) => boolean
  /** Whether any connection hears this room. */
  readonly isWatched: (performerId: string) => boolean
}

const Handshake = Schema.Union([
  Schema.Struct({ key: Schema.String, lobby: PerformerId }),
  Schema.Struct({ key: Schema.String, token: Schema.String }),
])
const decodeHandshake = Schema.decodeUnknownOption(Handshake)
/** A keep-alive in an unknown shape still says that the viewer is there. */
const decodeKept = Schema.decodeUnknownOption(KeptAlive)
const keptAlive = (payload: unknown): KeptAlive => Option.getOrElse(decodeKept(payload), () => ({}))
const isCamBackStart = Schema.is(Schema.Struct({ name: Schema.Literal("camback-started") }))

const lobbyName = (performerId: string) => `lobby:${performerId}`
const roomName = (performerId: string) => `room:${performerId}`

interface Place {
  readonly kind: "lobby" | "session"
  readonly performerId: string
}

/** The connections of the namespace: where each one is, and who is told of it. */
class ChatConnections {
  readonly places = new Map<string, Place>()
  listener: ChatListener | null = null
  readonly #logDefect: (defect: unknown) => void

  constructor(logDefect: (defect: unknown) => void) {
    this.#logDefect = logDefect
  }

  /** A defect in a handler ends its connection, and no other. */
  guarded<A extends ReadonlyArray<unknown>>(
    socket: Socket,
    handle: (...args: A) => void,
  ): (...args: A) => void {
    return (...args) => {
      try {
        handle(...args)
      } catch (defect) {
        this.#logDefect(defect)
        socket.disconnect(true)
      }
    }
  }

  #place(socket: Socket, place: Place): void {
    this.places.set(socket.id, place)
    void socket.join(roomName(place.performerId))
    if (place.kind === "lobby") void socket.join(lobbyName(place.performerId))
    socket.on(
      "disconnect",
      this.guarded(socket, () => {
        this.places.delete(socket.id)
        this.listener?.disconnected(socket.id, place.performerId)
      }),
    )
  }

  /** Undefined: the connection is admitted. */
  refusal(socket: Socket, apiKey: Redacted.Redacted): Error | undefined {
    const shown = decodeHandshake(socket.handshake.auth)
    if (shown._tag === "None" || !isApiKey(apiKey, shown.value.key)) {
      return new Error(KEY_REFUSED_LABEL)
    }
    if ("token" in shown.value && this.listener?.isSession(shown.value.token) !== true) {
      return new Error(TOKEN_REFUSED_LABEL)
    }
    socket.data = shown.value
    return undefined
  }

  begin(socket: Socket): void {
    const shown = socket.data as typeof Handshake.Type
    if ("lobby" in shown) {
      this.#place(socket, { kind: "lobby", performerId: shown.lobby })
      return
    }
    const entered = this.listener?.session(shown.token, socket.id) ?? null
    if (entered === null) {
      socket.emit("kick", { reason: "default" })
      socket.disconnect(true)
      return
    }
    this.#place(socket, { kind: "session", performerId: entered.performerId })
    const on = (name: string, handle: (payload: unknown) => void) =>
      socket.on(name, this.guarded(socket, handle))
    on("keep-alive", (payload) => this.listener?.answered(socket.id, keptAlive(payload)))
    on("custom", (payload) => {
      if (isCamBackStart(payload)) this.listener?.camBack(socket.id, true)
    })
    on("camback-stopped", () => this.listener?.camBack(socket.id, false))
    entered.begin()
  }
}

const encoded = (name: ChatEventName, payload: unknown) =>
  Schema.encodeUnknownSync(CHAT_EVENTS[name])(payload)

const serverOf = (chat: Namespace, connections: ChatConnections): ChatSocketServerShape => ({
  listen: (listener) => {
    connections.listener = listener
  },
  toRoom: (performerId, name, payload) => {
    chat.to(roomName(performerId)).emit(name, encoded(name, payload))
  },
  toLobby: (performerId, name, payload) => {
    chat.to(lobbyName(performerId)).emit(name, encoded(name, payload))
  },
  to: (connection, name, payload) => {
    chat.sockets.get(connection)?.emit(name, encoded(name, payload))
  },
  hangUp: (connection) => chat.sockets.get(connection)?.disconnect(true),
  keepAlive: () => chat.emit("keep-alive", {}),
  holdLobby: (performerId) => {
    const connection = `held-${connections.places.size}-${performerId}`
    connections.places.set(connection, { kind: "lobby", performerId })
    return connection
  },
  holdCamera: (token) => {
    const connection = `held-${token}`
    connections.listener?.session(token, connection)?.begin()
    connections.listener?.camBack(connection, true)
  },
  isLobby: (connection, performerId) => {
    const place = connections.places.get(connection)
    return place?.kind === "lobby" && place.performerId === performerId
  },
  isWatched: (performerId) => chat.adapter.rooms.has(roomName(performerId)),
})

export class ChatSocketServer extends Context.Service<ChatSocketServer, ChatSocketServerShape>()(
  "backend/ChatSocketServer",
) {
  static readonly layer = Layer.effect(
    ChatSocketServer,
    Effect.gen(function* () {
      const { memberApiKey } = yield* BackendConfig
      const { io } = yield* MemberSocketServer
      const run = Effect.runForkWith(yield* Effect.context<never>())
      const chat: Namespace = io.of(CHAT_NAMESPACE)
      const connections = new ChatConnections((defect) => {
        run(Effect.logError("a handler of a chat connection broke", defect))
      })
      chat.use((socket, next) => {
        let refusal: Error | undefined = new Error("unavailable")
        connections.guarded(socket, () => {
          refusal = connections.refusal(socket, memberApiKey)
        })()
        next(refusal)
      })
      chat.on("connection", (socket) => {
        connections.guarded(socket, () => connections.begin(socket))()
      })
      return ChatSocketServer.of(serverOf(chat, connections))
    }),
  )
}
