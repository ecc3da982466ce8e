/**
 * A socket.io connection that comes back by itself for as long as somebody holds it: what the member socket
 * and the chat socket have in common. Every interruption is told once; where the server says no, its word
 * decides whether it is asked again. What is sent is never kept for later.
 */
import { Duration, Effect, Random, type Redacted } from "effect"
import { io } from "socket.io-client"
import {
  KEY_REFUSED_LABEL,
  MEMBER_GONE_LABEL,
  TOKEN_REFUSED_LABEL,
} from "@foldcast/contracts/upstream/member-api"
import { memberSocketAddress } from "@foldcast/contracts/upstream/member-socket-address"
import { CarefulWebSocket } from "./careful-websocket.ts"
import { type KeyedSource, UpstreamKeys } from "./upstream-keys.ts"

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
          let interrupted = false
          let released = false
          const tellInterruption = () => {
            if (interrupted) return
            interrupted = true
            run(listener.interrupted)
          }
          socket.on("connect", () => {
            const again = interrupted
            interrupted = false
            run(keys.accepted(source))
            run(listener.connected(again, socket.id ?? ""))
          })
          const connectAgain = Effect.sync(() => {
            if (released) return
            // Refused after it was let in: the library takes it for connected, and connects no more.
            if (socket.connected && !socket.active) socket.disconnect()
            socket.connect()
          })
          // Where the server said no, the library stays away: it is asked again, after a while.
          const comeBack = Random.nextBetween(
            Duration.toMillis(config.reconnectMin),
            Duration.toMillis(config.reconnectMax),
          ).pipe(
            Effect.flatMap((wait) => Effect.sleep(Duration.millis(wait))),
            Effect.andThen(connectAgain),
          )
          socket.on("disconnect", (reason) => {
            if (reason === "io client disconnect") return
            tellInterruption()
            if (!socket.active) run(comeBack)
          })
          socket.on("connect_error", (error) => {
            if (error.message === KEY_REFUSED_LABEL) run(keys.refused(source))
            if (TOKEN_REFUSED.has(error.message)) {
              run(Effect.flatMap(listener.refused, (other) => (other ? connectAgain : Effect.void)))
              return
            }
            tellInterruption()
            if (!socket.active) run(comeBack)
          })
          socket.onAny((name: string, payload: unknown) => {
            try {
              listener.event(name, payload)
            } catch (defect) {
              // It throws nothing; where it does, this event is lost and no other.
              run(Effect.logError("an event broke who hears it", defect))
            }
          })
          const release = () => {
            released = true
            socket.offAny()
            socket.removeAllListeners()
            socket.disconnect()
          }
          const emit: OpenSocket["emit"] = (name, payload) => {
            if (!socket.connected) return false
            socket.volatile.emit(name, payload)
            return true
          }
          return { emit, release }
        }),
        ({ release }) => Effect.sync(release),
      )
  })
