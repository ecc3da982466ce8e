/**
 * The lobby connections: one for each performer whom anybody here watches free, however many do. The sockets and
 * waits of `LobbyState`.
 *
 *   frame ─▶ decode ─▶ route ─▶ one submit to the pipeline, or held until its session is known
 *
 * Invariants: a frame for all is told to all who watch, once; a held frame is told before any that comes later; a
 * frame for a session that nobody has is reported.
 */
import { Clock, Duration, Effect } from "effect"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { Fatal, type FatalShape } from "../fatal.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import { type ChatConnection, ChatSockets, type ChatSocketsShape } from "../upstream/chat-socket.ts"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import type { ChatCalls } from "./chat-calls.ts"
import { routeFromLobby } from "./frame-routing.ts"
import { LobbyState, type RoomUpdates } from "./lobby-state.ts"
import type { PendingActions } from "./pending-actions.ts"
import type { RoomSessions } from "./room-sessions.ts"

/** The connection over which somebody joins. */
export interface JoiningConnection {
  readonly connection: string
  /** Whether it is still the one over which the room is heard. */
  readonly isCurrent: () => boolean
  /** What all who watch were told since, for an answer may be older than that. */
  readonly updates: Readonly<RoomUpdates>
  /** The session is known: what has come for it is told now, before what comes next. */
  readonly flushHeldFrames: () => void
}

export interface LobbyListener {
  readonly onInterrupted: (performerId: string) => Effect.Effect<void>
  readonly onRestored: (performerId: string) => Effect.Effect<void>
}

export interface LobbyConnections {
  /** Runs `enter` over this performer's connection, or with null where there is none in time. */
  readonly join: <A, E>(
    performerId: string,
    enter: (joining: JoiningConnection | null) => Effect.Effect<A, E>,
  ) => Effect.Effect<A, E>
  /** Closes what nobody has watched for a while. */
  readonly sweep: (now: number) => Effect.Effect<void>
}

/** How long somebody who joins waits for the connection. */
export const CONNECT_TIMEOUT = Duration.seconds(5)
/** Performers who are watched at once. Whoever names ever new ones opens no more than this. */
const MAX_LOBBIES = 5_000

interface Lobby {
  readonly state: LobbyState
  connection: ChatConnection | null
}

interface LobbyDeps {
  readonly sessions: RoomSessions
  readonly pending: PendingActions
  readonly calls: ChatCalls
  readonly listener: LobbyListener
  readonly sockets: ChatSocketsShape
  readonly pipeline: PipelineShape
  readonly fatal: FatalShape
  readonly clock: Clock.Clock
  readonly run: (effect: Effect.Effect<void>) => unknown
  readonly lobbies: Map<string, Lobby>
}

const receive = (deps: LobbyDeps, lobby: LobbyState, frame: DecodedChatFrame): void => {
  const now = monotonicMillisOf(deps.clock)
  const route = routeFromLobby(deps, lobby.performerId, frame, now)
  if (route._tag === "UnknownSession") {
    if (!lobby.hold(frame)) deps.run(deps.calls.report("no such session in this lobby"))
    return
  }
  // Nobody pays here: the connection alone answers a keep-alive for those who watch.
  if (route._tag !== "Routed") return
  if (route.audience.room.session === null) lobby.note(frame)
  for (const session of route.ended) deps.sessions.remove(session)
  deps.pipeline.roomFrame(frame, route.audience)
}

/** Frames of sessions that are not known yet wait on. */
const flushHeldFrames = (deps: LobbyDeps, lobby: LobbyState): void => {
  for (const frame of lobby.takeHeld()) deps.fatal.attempt(() => receive(deps, lobby, frame))
}

const open = Effect.fnUntraced(function* (deps: LobbyDeps, lobby: Lobby) {
  const { fatal, listener, pipeline, sockets } = deps
  const { state } = lobby
  const { performerId } = state
  lobby.connection = yield* sockets.open(
    { _tag: "Lobby", performerId },
    {
      event: (call, payload) => {
        fatal.attempt(() => {
          const frame = pipeline.decodeChatFrame({ source: "chat-socket", call, payload })
          if (frame !== null) receive(deps, state, frame)
        })
      },
      connected: (again, id) =>
        Effect.suspend(() => {
          state.connected(id)
          return again ? listener.onRestored(performerId) : Effect.void
        }),
      interrupted: Effect.suspend(() => {
        state.interrupted()
        return listener.onInterrupted(performerId)
      }),
      // A lobby shows no token that could be renewed: try again after a second.
      refused: Effect.as(Effect.sleep("1 second"), true),
    },
  )
})

const connectionOf = (lobby: LobbyState): Effect.Effect<string | null> =>
  lobby.connection !== null
    ? Effect.succeed(lobby.connection)
    : Effect.callback<string | null>((resume) => {
        const forget = lobby.onceConnected(() => resume(Effect.sync(() => lobby.connection)))
        return Effect.sync(forget)
      }).pipe(
        Effect.interruptible,
        Effect.timeoutOrElse({ duration: CONNECT_TIMEOUT, orElse: () => Effect.succeed(null) }),
      )

const joinOver = <A, E>(
  deps: LobbyDeps,
  lobby: LobbyState,
  connection: string,
  enter: (joining: JoiningConnection) => Effect.Effect<A, E>,
): Effect.Effect<A, E> => {
  const updates = lobby.observe()
  const joining: JoiningConnection = {
    connection,
    isCurrent: () => lobby.connection === connection,
    updates,
    flushHeldFrames: () => flushHeldFrames(deps, lobby),
  }
  return Effect.ensuring(
    enter(joining),
    Effect.sync(() => lobby.unobserve(updates)),
  )
}

const join = <A, E>(
  deps: LobbyDeps,
  performerId: string,
  enter: (joining: JoiningConnection | null) => Effect.Effect<A, E>,
): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    const { lobbies, sessions } = deps
    const known = lobbies.get(performerId)
    if (known === undefined && lobbies.size >= MAX_LOBBIES) return yield* enter(null)
    const lobby: Lobby = known ?? { state: new LobbyState(performerId), connection: null }
    const { state } = lobby
    // Before anything that may wait: `sweep` would take out a lobby that nobody joins.
    state.joinBegan()
    lobbies.set(performerId, lobby)
    return yield* (known === undefined ? open(deps, lobby) : Effect.void).pipe(
      Effect.andThen(connectionOf(state)),
      Effect.flatMap((connection) =>
        connection === null ? enter(null) : joinOver(deps, state, connection, enter),
      ),
      Effect.ensuring(
        Effect.sync(() => {
          state.joinEnded(sessions.isWatched(performerId))
          flushHeldFrames(deps, state)
        }),
      ),
    )
  })

const sweep = ({ lobbies, sessions }: LobbyDeps, now: number): Effect.Effect<void> =>
  Effect.forEach(
    [...lobbies.values()],
    ({ state, connection }) => {
      const { performerId } = state
      if (!state.isExpired(now, sessions.isWatched(performerId))) return Effect.void
      lobbies.delete(performerId)
      return connection?.close ?? Effect.void
    },
    { discard: true },
  )

export const makeLobbyConnections = Effect.fnUntraced(function* (
  own: Pick<LobbyDeps, "sessions" | "pending" | "calls" | "listener">,
): Effect.fn.Return<LobbyConnections, never, ChatSockets | Pipeline | Fatal> {
  const deps: LobbyDeps = {
    ...own,
    sockets: yield* ChatSockets,
    pipeline: yield* Pipeline,
    fatal: yield* Fatal,
    clock: yield* Clock.Clock,
    run: Effect.runForkWith(yield* Effect.context()),
    lobbies: new Map(),
  }
  return {
    join: (performerId, enter) => join(deps, performerId, enter),
    sweep: (now) => sweep(deps, now),
  }
})
