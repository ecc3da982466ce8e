/**
 * A socket.io connection that reconnects for as long as it is held; shared by the member socket and the chat
 * socket. Every interruption is reported once; after a refusal by the server, its label decides whether to
 * reconnect. Outgoing events are never queued.
 */
import { Duration, Effect, Random, type Redacted } from "effect"
import { io, type Socket } from "socket.io-client"
import {
  KEY_REFUSED_LABEL,
  MEMBER_GONE_LABEL,
  TOKEN_REFUSED_LABEL,
} from "@foldcast/contracts/upstream/member-api"
import { socketAddress } from "@foldcast/contracts/upstream/socket-address"
import { CarefulWebSocket } from "./careful-websocket.ts"
import { type KeyedSource, UpstreamKeys, type UpstreamKeysShape } from "./upstream-keys.ts"

export interface SocketConfig {
  readonly url: string
  readonly key: Redacted.Redacted
  /** Shortest and longest delay before a reconnect; half of it is random. */
  readonly reconnectMin: Duration.Duration
  readonly reconnectMax: Duration.Duration
  /** The timeout of an attempt to connect. */
  readonly timeout: Duration.Duration
}

/** Callbacks of the socket. */
export interface SocketListener {
  /** Synchronous: it starts no fibre and does not throw. */
  readonly event: (name: string, payload: unknown) => void
  /** Connected, under this id; `again` after a reported interruption. */
  readonly connected: (again: boolean, id: string) => Effect.Effect<void>
  readonly interrupted: Effect.Effect<void>
  /** The upstream refuses the token; returns whether there is another one to try. */
  readonly refused: Effect.Effect<boolean>
}

export interface OpenSocket {
  /** False where the socket is not connected, and nothing was sent. */
  readonly emit: (name: string, payload: unknown) => boolean
}

const TOKEN_REFUSED: ReadonlySet<string> = new Set([TOKEN_REFUSED_LABEL, MEMBER_GONE_LABEL])

interface SocketParts {
  readonly source: KeyedSource
  readonly config: SocketConfig
  readonly listener: SocketListener
  readonly keys: UpstreamKeysShape
  readonly run: (effect: Effect.Effect<void>) => void
}

/**
 * One connection from its first attempt to its release: maps socket.io's events to the listener, and reconnects.
 */
class ReconnectingSocket implements OpenSocket {
  readonly #parts: SocketParts
  readonly #socket: Socket
  #interrupted = false
  #released = false

  /** An arrow property, so that it can be passed on without `this`. */
  readonly emit: OpenSocket["emit"] = (name, payload) => {
    if (!this.#socket.connected) return false
    this.#socket.volatile.emit(name, payload)
    return true
  }

  constructor(socket: Socket, parts: SocketParts) {
    this.#socket = socket
    this.#parts = parts
    socket.on("connect", () => this.#connected())
    socket.on("disconnect", (reason) => this.#disconnected(reason))
    socket.on("connect_error", (error) => this.#attemptFailed(error.message))
    socket.onAny((name: string, payload: unknown) => this.#received(name, payload))
  }

  release(): void {
    this.#released = true
    this.#socket.offAny()
    this.#socket.removeAllListeners()
    this.#socket.disconnect()
  }

  #connected(): void {
    const { keys, listener, run, source } = this.#parts
    const again = this.#interrupted
    this.#interrupted = false
    run(keys.accepted(source))
    run(listener.connected(again, this.#socket.id ?? ""))
  }

  #disconnected(reason: string): void {
    if (reason === "io client disconnect") return
    this.#tellInterruption()
    this.#reconnectUnlessActive()
  }

  #attemptFailed(label: string): void {
    const { keys, listener, run, source } = this.#parts
    if (label === KEY_REFUSED_LABEL) run(keys.refused(source))
    if (TOKEN_REFUSED.has(label)) {
      run(
        Effect.flatMap(listener.refused, (hasOther) =>
          hasOther ? Effect.sync(() => this.#connect()) : Effect.void,
        ),
      )
      return
    }
    this.#tellInterruption()
    this.#reconnectUnlessActive()
  }

  #received(name: string, payload: unknown): void {
    try {
      this.#parts.listener.event(name, payload)
    } catch (defect) {
      // A listener must not throw; if it does, only this event is lost.
      this.#parts.run(Effect.logError("an event broke who hears it", defect))
    }
  }

  #tellInterruption(): void {
    if (this.#interrupted) return
    this.#interrupted = true
    this.#parts.run(this.#parts.listener.interrupted)
  }

  /** After a disconnect by the server the library does not reconnect by itself, so this does after a delay. */
  #reconnectUnlessActive(): void {
    if (this.#socket.active) return
    const { reconnectMin, reconnectMax } = this.#parts.config
    this.#parts.run(
      Random.nextBetween(Duration.toMillis(reconnectMin), Duration.toMillis(reconnectMax)).pipe(
        Effect.flatMap((wait) => Effect.sleep(Duration.millis(wait))),
        Effect.andThen(Effect.sync(() => this.#connect())),
      ),
    )
  }

  #connect(): void {
    if (this.#released) return
    // A refusal after the connect leaves the library in the connected state, in which `connect` does nothing.
    if (this.#socket.connected && !this.#socket.active) this.#socket.disconnect()
    this.#socket.connect()
  }
}

/** Makes the function that opens a connection; closing the scope closes it. `auth` runs again for every attempt. */
export const makeOpenSocket = (source: KeyedSource, config: SocketConfig, namespace = "") =>
  Effect.gen(function* () {
    const run = Effect.runForkWith(yield* Effect.context())
    const keys = yield* UpstreamKeys
    const { origin, path } = socketAddress(config.url)

    return (auth: Effect.Effect<Readonly<Record<string, string>>>, listener: SocketListener) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const socket = io(`${origin}${namespace}`, {
            path,
            transports: [CarefulWebSocket],
            forceNew: true,
            auth: (give) => {
              run(Effect.map(auth, give))
            },
            timeout: Duration.toMillis(config.timeout),
            reconnectionDelay: Duration.toMillis(config.reconnectMin),
            reconnectionDelayMax: Duration.toMillis(config.reconnectMax),
            randomizationFactor: 0.5,
          })
          return new ReconnectingSocket(socket, { source, config, listener, keys, run })
        }),
        (socket) => Effect.sync(() => socket.release()),
      )
  })

export type OpenSocketIn = Effect.Success<ReturnType<typeof makeOpenSocket>>
