/**
 * A socket.io connection that comes back by itself for as long as somebody holds it: what the member socket
 * and the chat socket have in common. Every interruption is told once; where the server says no, its word
 * decides whether it is asked again. What is sent is never kept for later.
 */
import { Duration, Effect, Random, type Redacted } from "effect"
import { io, type Socket } from "socket.io-client"
import {
  KEY_REFUSED_LABEL,
  MEMBER_GONE_LABEL,
  TOKEN_REFUSED_LABEL,
} from "@foldcast/contracts/upstream/member-api"
import { memberSocketAddress } from "@foldcast/contracts/upstream/member-socket-address"
import { CarefulWebSocket } from "./careful-websocket.ts"
import { type KeyedSource, UpstreamKeys, type UpstreamKeysShape } from "./upstream-keys.ts"

export interface SocketConfig {
  readonly url: string
  readonly key: Redacted.Redacted
  /** Shortest and longest wait before a reconnect; half of it is random. */
  readonly reconnectMin: Duration.Duration
  readonly reconnectMax: Duration.Duration
  /** How long connecting may take. */
  readonly timeout: Duration.Duration
}

/** What the gateway does with what the socket tells. */
export interface SocketListener {
  /** Plain: it starts no fibre, and throws nothing. */
  readonly event: (name: string, payload: unknown) => void
  /** Connected, under this name; `again` when an interruption was told before. */
  readonly connected: (again: boolean, id: string) => Effect.Effect<void>
  readonly interrupted: Effect.Effect<void>
  /** The upstream does not accept the token; answers whether there is another one to try. */
  readonly refused: Effect.Effect<boolean>
}

export interface OpenSocket {
  /** False where nothing is connected: nothing was sent. */
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

/** One connection from its first attempt to its release: what of socket.io's events is told, and when it is asked again. */
class ReconnectingSocket implements OpenSocket {
  readonly #parts: SocketParts
  readonly #socket: Socket
  #interrupted = false
  #released = false

  /** A function of its own, so that it can be handed on without its connection. */
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
      // It throws nothing; where it does, this event is lost and no other.
      this.#parts.run(Effect.logError("an event broke who hears it", defect))
    }
  }

  #tellInterruption(): void {
    if (this.#interrupted) return
    this.#interrupted = true
    this.#parts.run(this.#parts.listener.interrupted)
  }

  /** Where the server said no, the library stays away: it is asked again, after a while. */
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
    // Refused after it was let in: the library takes it for connected, and connects no more.
    if (this.#socket.connected && !this.#socket.active) this.#socket.disconnect()
    this.#socket.connect()
  }
}

/** How to open one; it is closed with its scope. `auth` is asked anew for every attempt. */
export const makeOpenSocket = (source: KeyedSource, config: SocketConfig, namespace = "") =>
  Effect.gen(function* () {
    const run = Effect.runForkWith(yield* Effect.context())
    const keys = yield* UpstreamKeys
    const { origin, path } = memberSocketAddress(config.url)

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
