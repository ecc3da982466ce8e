/**
 * The chat socket: the namespace `/chat` of the one socket.io server. A lobby connection, by the API key and a
 * performer, hears what all who watch free hear; a session's own connection is opened with its token. It knows
 * connections and nothing of what may happen in a room.
 *
 * Invariant: one listener, set before the first connection.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
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
  /** Whether this is the token of a paid session that runs. */
  readonly isSession: (token: string) => boolean
  /** Null where no paid session has this token. `begin` is called once the connection hears its room. */
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
  /** To all who watch this performer free. */
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
/** What says nothing that is known says that the viewer is there. */
const decodeKept = Schema.decodeUnknownOption(KeptAlive)
const keptAlive = (payload: unknown): KeptAlive => Option.getOrElse(decodeKept(payload), () => ({}))
const isCamBackStart = Schema.is(Schema.Struct({ name: Schema.Literal("camback-started") }))

const lobbyName = (performerId: string) => `lobby:${performerId}`
const roomName = (performerId: string) => `room:${performerId}`

type Place =
  | { readonly _tag: "Lobby"; readonly performerId: string }
  | { readonly _tag: "Session"; readonly performerId: string }

export class ChatSocketServer extends Context.Service<ChatSocketServer, ChatSocketServerShape>()(
  "backend/ChatSockets",
) {
  static readonly layer = Layer.effect(
    ChatSocketServer,
    Effect.gen(function* () {
      const { memberApiKey } = yield* BackendConfig
      const { io } = yield* MemberSocketServer
      const chat: Namespace = io.of(CHAT_NAMESPACE)
      const places = new Map<string, Place>()
      let listener: ChatListener | null = null
      const run = Effect.runForkWith(yield* Effect.context<never>())

      /** What breaks while a connection is heard ends that connection, and nobody else's. */
      const heard =
        <A extends ReadonlyArray<unknown>>(socket: Socket, hear: (...told: A) => void) =>
        (...told: A): void => {
          try {
            hear(...told)
          } catch (defect) {
            run(Effect.logError("a chat connection broke who hears it", defect))
            socket.disconnect(true)
          }
        }

      const place = (socket: Socket, where: Place) => {
        places.set(socket.id, where)
        void socket.join(roomName(where.performerId))
        if (where._tag === "Lobby") void socket.join(lobbyName(where.performerId))
        socket.on(
          "disconnect",
          heard(socket, () => {
            places.delete(socket.id)
            listener?.disconnected(socket.id, where.performerId)
          }),
        )
      }

      const enter = (socket: Socket): Error | undefined => {
        const shown = decodeHandshake(socket.handshake.auth)
        if (shown._tag === "None" || !isApiKey(memberApiKey, shown.value.key)) {
          return new Error(KEY_REFUSED_LABEL)
        }
        if ("token" in shown.value && listener?.isSession(shown.value.token) !== true) {
          return new Error(TOKEN_REFUSED_LABEL)
        }
        socket.data = shown.value
        return undefined
      }
      const begin = (socket: Socket) => {
        const shown = socket.data as typeof Handshake.Type
        if ("lobby" in shown) {
          place(socket, { _tag: "Lobby", performerId: shown.lobby })
          return
        }
        const entered = listener?.session(shown.token, socket.id) ?? null
        if (entered === null) {
          socket.emit("kick", { reason: "default" })
          socket.disconnect(true)
          return
        }
        place(socket, { _tag: "Session", performerId: entered.performerId })
        const hear = (name: string, told: (payload: unknown) => void) =>
          socket.on(name, heard(socket, told))
        hear("keep-alive", (payload) => listener?.answered(socket.id, keptAlive(payload)))
        hear("custom", (payload) => {
          if (isCamBackStart(payload)) listener?.camBack(socket.id, true)
        })
        hear("camback-stopped", () => listener?.camBack(socket.id, false))
        entered.begin()
      }
      chat.use((socket, next) => {
        let refusal: Error | undefined = new Error("unavailable")
        heard(socket, () => {
          refusal = enter(socket)
        })()
        next(refusal)
      })
      chat.on("connection", (socket) => heard(socket, begin)(socket))

      return ChatSocketServer.of({
        listen: (given) => {
          listener = given
        },
        toRoom: (performerId, name, payload) => {
          chat
            .to(roomName(performerId))
            .emit(name, Schema.encodeUnknownSync(CHAT_EVENTS[name])(payload))
        },
        toLobby: (performerId, name, payload) => {
          chat
            .to(lobbyName(performerId))
            .emit(name, Schema.encodeUnknownSync(CHAT_EVENTS[name])(payload))
        },
        to: (connection, name, payload) => {
          chat.sockets
            .get(connection)
            ?.emit(name, Schema.encodeUnknownSync(CHAT_EVENTS[name])(payload))
        },
        hangUp: (connection) => chat.sockets.get(connection)?.disconnect(true),
        keepAlive: () => chat.emit("keep-alive", {}),
        holdLobby: (performerId) => {
          const connection = `held-${places.size}-${performerId}`
          places.set(connection, { _tag: "Lobby", performerId })
          return connection
        },
        holdCamera: (token) => {
          const connection = `held-${token}`
          listener?.session(token, connection)?.begin()
          listener?.camBack(connection, true)
        },
        isLobby: (connection, performerId) => {
          const where = places.get(connection)
          return where?._tag === "Lobby" && where.performerId === performerId
        },
        isWatched: (performerId) => chat.adapter.rooms.has(roomName(performerId)),
      })
    }),
  )
}
