/**
 * The connections of paid sessions, one each: opened before the visit is told of the session, closed when the
 * session has ended and its receipt is told.
 *
 * The service's keep-alive is answered when the browser answers a ping that is sent at that moment: no answer is
 * older than its question, so what is charged was seen by a browser that was there. A browser that is gone,
 * behind or catching up answers nothing.
 *
 * Invariant: before `flushHeldFrames` nothing is told, and nothing is lost.
 */
import { Clock, Deferred, Effect, Exit, type Redacted } from "effect"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { Fatal, type FatalShape } from "../fatal.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import { type ChatConnection, ChatSockets, type ChatSocketsShape } from "../upstream/chat-socket.ts"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import { outboxOf } from "../visits/registry.ts"
import type { ChatCalls } from "./chat-calls.ts"
import { isReceipt, routeFromPaid } from "./frame-routing.ts"
import { CONNECT_TIMEOUT } from "./lobby-connections.ts"
import type { PendingActions } from "./pending-actions.ts"
import type { PaidSession, RoomSessions } from "./room-sessions.ts"

export interface PaidConnection {
  /** The visit has been told of the session: what has come since is told now. */
  readonly flushHeldFrames: (session: PaidSession) => void
  readonly emit: ChatConnection["emit"]
  /** Until what the session cost is told, or nobody says it in time. */
  readonly receipt: Effect.Effect<void>
  readonly close: Effect.Effect<void>
}

export interface PaidListener {
  readonly onInterrupted: (session: PaidSession) => Effect.Effect<void>
  readonly onRestored: (session: PaidSession) => Effect.Effect<void>
  /** The service refuses the token; answers another one where the session goes on. */
  readonly onTokenRefused: (
    session: PaidSession,
    refused: Redacted.Redacted,
  ) => Effect.Effect<Redacted.Redacted | null>
}

export interface PaidConnections {
  /** Null where the connection is not there in time, or is refused. */
  readonly open: (token: Redacted.Redacted) => Effect.Effect<PaidConnection | null>
}

/** Frames before the visit has been told; a room says no more in that time. */
const MAX_HELD_FRAMES = 1_000
const RECEIPT_TIMEOUT = "3 seconds"

interface PaidDeps {
  readonly sessions: RoomSessions
  readonly pending: PendingActions
  readonly calls: ChatCalls
  readonly listener: PaidListener
  readonly sockets: ChatSocketsShape
  readonly pipeline: PipelineShape
  readonly fatal: FatalShape
  readonly clock: Clock.Clock
  readonly run: (effect: Effect.Effect<void>) => unknown
}

/** One connection: its frames wait until it has its session. */
interface OpenConnection {
  token: Redacted.Redacted
  session: PaidSession | null
  socket: ChatConnection | null
  held: Array<DecodedChatFrame>
  readonly isConnected: Deferred.Deferred<boolean>
  readonly hasReceipt: Deferred.Deferred<void>
}

const closeOf = (one: OpenConnection) => Effect.suspend(() => one.socket?.close ?? Effect.void)

const answerKeepAlive = ({ clock }: PaidDeps, { visit }: PaidSession, one: OpenConnection) => {
  outboxOf(visit)?.ask(monotonicMillisOf(clock), visit.n, () => {
    one.socket?.emit("keep-alive", {})
  })
}

const receive = (
  deps: PaidDeps,
  one: OpenConnection,
  session: PaidSession,
  frame: DecodedChatFrame,
): void => {
  const route = routeFromPaid(deps, session, frame)
  switch (route._tag) {
    case "Ignored":
      break
    case "KeepAlive":
      answerKeepAlive(deps, session, one)
      break
    case "UnknownSession":
      deps.run(deps.calls.report("no such session on this connection"))
      break
    case "Routed":
      for (const ended of route.ended) {
        deps.sessions.remove(ended)
        deps.run(closeOf(one))
      }
      deps.pipeline.roomFrame(frame, route.audience)
  }
  if (isReceipt(frame)) Deferred.doneUnsafe(one.hasReceipt, Exit.void)
}

const onFrame = (deps: PaidDeps, one: OpenConnection, call: string, payload: unknown): void => {
  const frame = deps.pipeline.decodeChatFrame({ source: "chat-socket", call, payload })
  if (frame === null) return
  if (one.session !== null) receive(deps, one, one.session, frame)
  else if (one.held.length < MAX_HELD_FRAMES) one.held.push(frame)
}

const flushHeldFrames = (deps: PaidDeps, one: OpenConnection, session: PaidSession): void => {
  one.session = session
  const { held } = one
  one.held = []
  for (const frame of held) deps.fatal.attempt(() => receive(deps, one, session, frame))
}

const onInterrupted = ({ sessions, listener }: PaidDeps, one: OpenConnection) =>
  Effect.suspend(() => {
    if (one.session === null) return Effect.void
    if (sessions.isCurrent(one.session)) return listener.onInterrupted(one.session)
    Deferred.doneUnsafe(one.hasReceipt, Exit.void)
    return closeOf(one)
  })

/** Answers whether there is another token to try. */
const onTokenRefused = ({ listener, run }: PaidDeps, one: OpenConnection) =>
  Effect.suspend(() => {
    if (one.session === null) return Effect.as(Deferred.succeed(one.isConnected, false), false)
    return Effect.map(listener.onTokenRefused(one.session, one.token), (other) => {
      if (other === null) run(closeOf(one))
      else one.token = other
      return other !== null
    })
  })

const open = Effect.fnUntraced(function* (
  deps: PaidDeps,
  token: Redacted.Redacted,
): Effect.fn.Return<PaidConnection | null> {
  const one: OpenConnection = {
    token,
    session: null,
    socket: null,
    held: [],
    isConnected: Deferred.makeUnsafe<boolean>(),
    hasReceipt: Deferred.makeUnsafe<void>(),
  }
  const socket = yield* deps.sockets.open(
    { _tag: "Session", token: Effect.sync(() => one.token) },
    {
      event: (call, payload) => deps.fatal.attempt(() => onFrame(deps, one, call, payload)),
      connected: (again) =>
        Effect.suspend(() => {
          if (one.session === null) return Effect.asVoid(Deferred.succeed(one.isConnected, true))
          return again ? deps.listener.onRestored(one.session) : Effect.void
        }),
      interrupted: onInterrupted(deps, one),
      refused: onTokenRefused(deps, one),
    },
  )
  one.socket = socket
  const isOpen = yield* Deferred.await(one.isConnected).pipe(
    Effect.interruptible,
    Effect.timeoutOrElse({ duration: CONNECT_TIMEOUT, orElse: () => Effect.succeed(false) }),
  )
  if (!isOpen) {
    yield* socket.close
    return null
  }
  return {
    flushHeldFrames: (session) => flushHeldFrames(deps, one, session),
    emit: socket.emit,
    receipt: Effect.asVoid(
      Effect.timeoutOption(Effect.interruptible(Deferred.await(one.hasReceipt)), RECEIPT_TIMEOUT),
    ),
    close: socket.close,
  }
})

export const makePaidConnections = Effect.fnUntraced(function* (
  own: Pick<PaidDeps, "sessions" | "pending" | "calls" | "listener">,
): Effect.fn.Return<PaidConnections, never, ChatSockets | Pipeline | Fatal> {
  const deps: PaidDeps = {
    ...own,
    sockets: yield* ChatSockets,
    pipeline: yield* Pipeline,
    fatal: yield* Fatal,
    clock: yield* Clock.Clock,
    run: Effect.runForkWith(yield* Effect.context()),
  }
  return { open: (token) => open(deps, token) }
})
