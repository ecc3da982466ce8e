/**
 * The chat socket, namespace `/chat`: a lobby connection receives what all free viewers of one performer receive; a
 * session connection belongs to one paid session. A session's token stays here and in rooms/.
 *
 * Invariant: events about the connection itself (`socket-disconnected`, `reconnected`) come only from the client
 * library, never from the service.
 */
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { CHAT_NAMESPACE } from "@foldcast/contracts/upstream/chat-socket"
import {
  makeOpenSocket,
  type OpenSocket,
  type SocketConfig,
  type SocketListener,
} from "./reconnecting-socket.ts"

export type ChatEndpoint =
  | { readonly _tag: "Lobby"; readonly performerId: string }
  /** Read again for every attempt. */
  | { readonly _tag: "Session"; readonly token: Effect.Effect<Redacted.Redacted> }

export interface ChatConnection extends OpenSocket {
  /** Idempotent; no events arrive after it. */
  readonly close: Effect.Effect<void>
}

export interface ChatSocketsShape {
  readonly open: (endpoint: ChatEndpoint, listener: SocketListener) => Effect.Effect<ChatConnection>
  readonly count: () => number
}

/** Events of the client library; dropped when the service sends them. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(["socket-disconnected", "reconnected"])

export class ChatSockets extends Context.Service<ChatSockets, ChatSocketsShape>()(
  "gateway/ChatSockets",
) {
  static readonly layer = (config: SocketConfig) =>
    Layer.effect(
      ChatSockets,
      Effect.gen(function* () {
        const layerScope = yield* Effect.scope
        const open = yield* makeOpenSocket("chat-socket", config, CHAT_NAMESPACE)
        let count = 0

        const key = Redacted.value(config.key)
        const authOf = (endpoint: ChatEndpoint): Effect.Effect<Readonly<Record<string, string>>> =>
          endpoint._tag === "Lobby"
            ? Effect.succeed({ key, lobby: endpoint.performerId })
            : Effect.map(endpoint.token, (token) => ({ key, token: Redacted.value(token) }))

        return ChatSockets.of({
          open: Effect.fnUntraced(function* (endpoint, listener) {
            const scope = yield* Scope.fork(layerScope)
            const socket = yield* Scope.provide(
              open(authOf(endpoint), {
                ...listener,
                event: (name, payload) => {
                  if (!OF_THE_CONNECTION.has(name)) listener.event(name, payload)
                },
              }),
              scope,
            )
            count += 1
            let isOpen = true
            return {
              emit: socket.emit,
              close: Effect.suspend(() => {
                if (!isOpen) return Effect.void
                isOpen = false
                count -= 1
                return Scope.close(scope, Exit.void)
              }),
            }
          }),
          count: () => count,
        })
      }),
    )
}
