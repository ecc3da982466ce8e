/**
 * The member socket: one socket.io connection for each member with a live visit. Every event becomes a
 * frame; every interruption is told and followed by asking again (law L7). The client library
 * reconnects; nothing is ever sent over this socket, so there is nothing it could buffer or resend.
 */
import { Context, Duration, Effect, Exit, Layer, Random, Redacted, Scope } from "effect"
import { io } from "socket.io-client"
import type { MemberId } from "@foldcast/contracts/ids"
import {
  KEY_REFUSED_LABEL,
  MEMBER_GONE_LABEL,
  TOKEN_REFUSED_LABEL,
} from "@foldcast/contracts/upstream/member-api"
import { memberSocketAddress } from "@foldcast/contracts/upstream/member-socket-address"
import { UpstreamKeys } from "./upstream-keys.ts"

export interface MemberSocketConfig {
  readonly url: string
  readonly key: Redacted.Redacted
  /** Shortest and longest wait before a reconnect; half of it is random. */
  readonly reconnectMin: Duration.Duration
  readonly reconnectMax: Duration.Duration
  /** How long connecting may take. */
  readonly timeout: Duration.Duration
}

/** What the gateway does with what the socket tells. */
export interface MemberSocketListener {
  /** The token to connect with, asked anew for every attempt; null where there is none any more. */
  readonly token: Effect.Effect<Redacted.Redacted | null>
  /** Plain: it starts no fibre, and throws nothing. */
  readonly event: (name: string, payload: unknown) => void
  /** Connected; `again` when an interruption was told before. */
  readonly connected: (again: boolean) => Effect.Effect<void>
  readonly interrupted: Effect.Effect<void>
  /** The upstream does not accept the token; answers whether there is another one to try. */
  readonly refused: Effect.Effect<boolean>
}

export interface MemberSocketsShape {
  /** Holds a connection for the member until `release`; a second `hold` changes nothing. */
  readonly hold: (member: MemberId, listener: MemberSocketListener) => Effect.Effect<void>
  readonly release: (member: MemberId) => Effect.Effect<void>
  readonly held: () => Iterable<MemberId>
}

const TOKEN_REFUSED: ReadonlySet<string> = new Set([TOKEN_REFUSED_LABEL, MEMBER_GONE_LABEL])

export class MemberSockets extends Context.Service<MemberSockets, MemberSocketsShape>()(
  "gateway/MemberSockets",
) {
  static readonly layer = (config: MemberSocketConfig) =>
    Layer.effect(
      MemberSockets,
      Effect.gen(function* () {
        const run = Effect.runForkWith(yield* Effect.context())
        const layerScope = yield* Effect.scope
        const keys = yield* UpstreamKeys
        const scopes = new Map<MemberId, Scope.Closeable>()

        const { origin, path } = memberSocketAddress(config.url)

        const connect = (listener: MemberSocketListener) =>
          Effect.acquireRelease(
            Effect.sync(() => {
              const socket = io(origin, {
                path,
                transports: ["websocket"],
                forceNew: true,
                auth: (give) => {
                  const answer = Effect.map(listener.token, (token) =>
                    give({
                      token: token === null ? "" : Redacted.value(token),
                      key: Redacted.value(config.key),
                    }),
                  )
                  run(answer)
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
                run(keys.accepted("member-socket"))
                run(listener.connected(again))
              })
              // Where the server said no, the library stays away: it is asked again, after a while.
              const comeBack = Random.nextBetween(
                Duration.toMillis(config.reconnectMin),
                Duration.toMillis(config.reconnectMax),
              ).pipe(
                Effect.flatMap((wait) => Effect.sleep(Duration.millis(wait))),
                Effect.andThen(
                  Effect.sync(() => {
                    if (!released) socket.connect()
                  }),
                ),
              )
              socket.on("disconnect", (reason) => {
                if (reason === "io client disconnect") return
                tellInterruption()
                if (!socket.active) run(comeBack)
              })
              socket.on("connect_error", (error) => {
                if (error.message === KEY_REFUSED_LABEL) run(keys.refused("member-socket"))
                if (TOKEN_REFUSED.has(error.message)) {
                  run(
                    Effect.flatMap(listener.refused, (other) =>
                      other && !released ? Effect.sync(() => socket.connect()) : Effect.void,
                    ),
                  )
                  return
                }
                tellInterruption()
                if (!socket.active) run(comeBack)
              })
              socket.onAny((name: string, payload: unknown) => {
                listener.event(name, payload)
              })
              const release = () => {
                released = true
                socket.offAny()
                socket.removeAllListeners()
                socket.disconnect()
              }
              return release
            }),
            (release) => Effect.sync(release),
          )

        return MemberSockets.of({
          hold: Effect.fnUntraced(function* (member, listener) {
            if (scopes.has(member)) return
            const scope = yield* Scope.fork(layerScope)
            scopes.set(member, scope)
            yield* Scope.provide(connect(listener), scope)
          }),
          release: Effect.fnUntraced(function* (member) {
            const scope = scopes.get(member)
            if (scope === undefined) return
            scopes.delete(member)
            yield* Scope.close(scope, Exit.void)
          }),
          held: () => scopes.keys(),
        })
      }),
    )
}
