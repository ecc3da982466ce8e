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
  type OpenSocketIn,
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

interface ChatSocketDeps {
  readonly key: string
  readonly openSocket: OpenSocketIn
  /** The connections end with it. */
  readonly scope: Scope.Scope
  readonly held: Set<Scope.Closeable>
}

const authOf = (
  { key }: ChatSocketDeps,
  endpoint: ChatEndpoint,
): Effect.Effect<Readonly<Record<string, string>>> =>
  endpoint._tag === "Lobby"
    ? Effect.succeed({ key, lobby: endpoint.performerId })
    : Effect.map(endpoint.token, (token) => ({ key, token: Redacted.value(token) }))

const open = Effect.fnUntraced(function* (
  deps: ChatSocketDeps,
  endpoint: ChatEndpoint,
  listener: SocketListener,
) {
  const { held, openSocket } = deps
  const scope = yield* Scope.fork(deps.scope)
  const socket = yield* Scope.provide(
    openSocket(authOf(deps, endpoint), {
      ...listener,
      event: (name, payload) => {
        if (!OF_THE_CONNECTION.has(name)) listener.event(name, payload)
      },
    }),
    scope,
  )
  held.add(scope)
  return {
    emit: socket.emit,
    close: Effect.suspend(() => (held.delete(scope) ? Scope.close(scope, Exit.void) : Effect.void)),
  }
})

export class ChatSockets extends Context.Service<ChatSockets, ChatSocketsShape>()(
  "gateway/ChatSockets",
) {
  static readonly layer = (config: SocketConfig) =>
    Layer.effect(
      ChatSockets,
      Effect.gen(function* () {
        const deps: ChatSocketDeps = {
          key: Redacted.value(config.key),
          openSocket: yield* makeOpenSocket("chat-socket", config, CHAT_NAMESPACE),
          scope: yield* Effect.scope,
          held: new Set(),
        }
        return ChatSockets.of({
          open: (endpoint, listener) => open(deps, endpoint, listener),
          count: () => deps.held.size,
        })
      }),
    )
}
