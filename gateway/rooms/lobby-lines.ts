/**
 * The lobby connections: one for each performer whom anybody here watches free, however many do. Opened with the
 * first who comes, closed some seconds after the last has gone.
 *
 * Invariants: a frame for all is told to all who watch, once; a frame for a session that is just being entered waits
 * until that is known, and is told before any that comes later; one for a session that nobody has is reported.
 */
import { Clock, Duration, Effect } from "effect"
import type { RoomMode } from "@foldcast/contracts/stream/room"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { Pipeline } from "../pipeline.ts"
import { type ChatLine, ChatSockets } from "../upstream/chat-socket.ts"
import type { ChatFrame, DecodedChatFrame } from "../upstream/frame.ts"
import { heardByLobby, heardBySeat, sessionOf } from "./audience.ts"
import type { ChatCalls } from "./chat-calls.ts"
import type { ExpectedFrames } from "./expected-frames.ts"
import type { Seat, Seats } from "./seats.ts"

interface Lobby {
  readonly performerId: string
  line: ChatLine | null
  /** The service's name of the connection; null while there is none. */
  connection: string | null
  /** How many are being entered here at this moment. */
  entering: number
  /** What all who watch are told while somebody enters, for each who does. */
  readonly entrances: Set<Told>
  /** For sessions that may be theirs. */
  readonly held: Array<ChatFrame>
  readonly waiting: Set<() => void>
  hadAnybody: boolean
  /** In monotonic milliseconds; null while anybody is there or comes. */
  idleSince: number | null
}

/** Of the room itself; null where nothing was told. */
interface Told {
  mode: RoomMode | null
  hasVideo: boolean | null
  hasSound: boolean | null
}

const note = (told: Told, { call, payload }: DecodedChatFrame) => {
  if (call === "chat-switch") told.mode = payload.mode
  if (call === "video-available") told.hasVideo = true
  if (call === "video-denied") told.hasVideo = false
  if (call === "audio-available") told.hasSound = true
  if (call === "audio-denied") told.hasSound = false
}

/** The connection that somebody enters over. */
export interface Entrance {
  readonly connection: string
  /** Whether it is still the one that the room is heard over. */
  readonly stands: () => boolean
  /** What all who watch were told since, for an answer may be older than that. */
  readonly told: Readonly<Told>
  /** The visit has been told that it is there: what has come for its session is told now, before what comes next. */
  readonly sit: () => void
}

export interface LobbyListener {
  /** The service ended this seat's session; it is told already. */
  readonly over: (seat: Seat) => void
  readonly interrupted: (performerId: string) => Effect.Effect<void>
  readonly restored: (performerId: string) => Effect.Effect<void>
}

/** Whoever comes back at once needs no new connection. */
const CLOSE_AFTER_MS = 10_000
/** How long somebody who enters waits for the connection. */
export const CONNECT_WITHIN = Duration.seconds(5)
/** Performers who are watched at once. Whoever names ever new ones opens no more than this. */
const MOST_LOBBIES = 5_000
/** Frames that wait for sessions being entered; beyond it they are nobody's. */
const MOST_HELD = 1_000

export const makeLobbyLines = (
  seats: Seats,
  expected: ExpectedFrames,
  calls: ChatCalls,
  listener: LobbyListener,
) =>
  Effect.gen(function* () {
    const sockets = yield* ChatSockets
    const pipeline = yield* Pipeline
    const clock = yield* Clock.Clock
    const run = Effect.runForkWith(yield* Effect.context())
    const lobbies = new Map<string, Lobby>()

    const hear = (lobby: Lobby, frame: ChatFrame) => {
      pipeline.chatFrame(frame, (read) => {
        // Nobody pays here: the connection alone answers for those who watch.
        if (read.call === "keep-alive") return null
        const session = sessionOf(read)
        if (session === undefined) {
          for (const told of lobby.entrances) note(told, read)
          const { audience, over } = heardByLobby(expected, read, lobby.performerId, seats)
          for (const seat of over) listener.over(seat)
          return audience
        }
        const seat = seats.inLobby(lobby.performerId, session)
        if (seat === undefined) {
          if (lobby.entering > 0 && lobby.held.length < MOST_HELD) lobby.held.push(frame)
          else run(calls.report("no such session in this lobby"))
          return null
        }
        if (read.call === "free-time" && seat.freeTime !== null) {
          const { seconds: secondsLeft, isRunning } = read.payload
          seat.freeTime = { secondsLeft, at: monotonicMillisOf(clock), isRunning }
        }
        const { audience, over } = heardBySeat(expected, read, seat)
        for (const one of over) listener.over(one)
        return audience
      })
    }

    /** Those of sessions that are not known yet wait on. */
    const hearHeld = (lobby: Lobby) => {
      for (const frame of lobby.held.splice(0)) hear(lobby, frame)
    }

    const open = (performerId: string) =>
      Effect.gen(function* () {
        const lobby: Lobby = {
          performerId,
          line: null,
          connection: null,
          entering: 0,
          entrances: new Set(),
          held: [],
          waiting: new Set(),
          hadAnybody: false,
          idleSince: null,
        }
        lobbies.set(performerId, lobby)
        lobby.line = yield* sockets.open(
          { _tag: "Lobby", performerId },
          {
            event: (call, payload) => hear(lobby, { source: "chat-socket", call, payload }),
            connected: (again, id) =>
              Effect.suspend(() => {
                lobby.connection = id
                for (const wake of [...lobby.waiting]) wake()
                return again ? listener.restored(performerId) : Effect.void
              }),
            interrupted: Effect.suspend(() => {
              lobby.connection = null
              return listener.interrupted(performerId)
            }),
            // It shows no token, so there is nothing to change about it: it is asked again by and by.
            refused: Effect.as(Effect.sleep("1 second"), true),
          },
        )
        return lobby
      })

    const connectionOf = (lobby: Lobby) =>
      lobby.connection !== null
        ? Effect.succeed(lobby.connection)
        : Effect.callback<string | null>((resume) => {
            const wake = () => {
              lobby.waiting.delete(wake)
              resume(Effect.succeed(lobby.connection))
            }
            lobby.waiting.add(wake)
            return Effect.sync(() => lobby.waiting.delete(wake))
          }).pipe(
            Effect.interruptible,
            Effect.timeoutOrElse({
              duration: CONNECT_WITHIN,
              orElse: () => Effect.succeed(null),
            }),
          )

    return {
      /** Somebody enters, over this connection; null where there is none in time. */
      entering: <A, E>(
        performerId: string,
        enter: (entrance: Entrance | null) => Effect.Effect<A, E>,
      ): Effect.Effect<A, E> =>
        Effect.gen(function* () {
          const there = lobbies.get(performerId)
          if (there === undefined && lobbies.size >= MOST_LOBBIES) return yield* enter(null)
          const lobby = there ?? (yield* open(performerId))
          lobby.idleSince = null
          lobby.entering += 1
          const entered = Effect.flatMap(connectionOf(lobby), (connection) => {
            if (connection === null) return enter(null)
            const told: Told = { mode: null, hasVideo: null, hasSound: null }
            lobby.entrances.add(told)
            const entrance = {
              connection,
              stands: () => lobby.connection === connection,
              told,
              sit: () => hearHeld(lobby),
            }
            return Effect.ensuring(
              enter(entrance),
              Effect.sync(() => lobby.entrances.delete(told)),
            )
          })
          return yield* entered.pipe(
            Effect.ensuring(
              Effect.sync(() => {
                lobby.entering -= 1
                lobby.hadAnybody ||= seats.isWatched(performerId)
                hearHeld(lobby)
              }),
            ),
          )
        }),

      /** Closes what nobody has watched for a while. */
      sweep: (now: number) =>
        Effect.forEach(
          [...lobbies.values()],
          (lobby) => {
            if (seats.isWatched(lobby.performerId) || lobby.entering > 0) {
              lobby.idleSince = null
              return Effect.void
            }
            // One that let nobody in, as where there is no such performer, is not kept for anybody.
            lobby.idleSince ??= lobby.hadAnybody ? now : Number.NEGATIVE_INFINITY
            if (now - lobby.idleSince < CLOSE_AFTER_MS) return Effect.void
            lobbies.delete(lobby.performerId)
            return lobby.line?.close ?? Effect.void
          },
          { discard: true },
        ),
    }
  })

export type LobbyLines = Effect.Success<ReturnType<typeof makeLobbyLines>>
