/**
 * The service that runs all rooms. Each call stands in a module of its own beside this one; what may happen in a room is
 * decided by room-model/, and its effects are run by room-effects.ts.
 *
 *   rest/chat.ts, sockets/chat-sockets.ts ──▶ ChatRoom ──events──▶ sockets, ledger, list, the performer's side
 *
 * Invariant: nothing paid goes on when the backend ends.
 */
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import type {
  ActionRequest,
  CamBackAnswer,
  JoinAnswer,
  SetLobbyAnswer,
  MediaGrantAnswer,
} from "@foldcast/contracts/upstream/chat-service"
import type { BlockAuthor, BlockPair } from "../../blocks/block-store.ts"
import { BackendConfig } from "../../config.ts"
import { SqlDatabase } from "../../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../../db/errors.ts"
import type { Refused } from "../../http/refused.ts"
import { BackendIds } from "../../ids.ts"
import { makeKeyedMutex } from "../../keyed-mutex.ts"
import type { StoredMember } from "../../members/member.ts"
import { setOnlineStatus } from "../../performers/performer-store.ts"
import { ChatSocketServer } from "../../sockets/chat-sockets.ts"
import { steadyRound } from "../../steady-round.ts"
import { Broadcasts } from "../engine/broadcasts.ts"
import type { ChatViewer } from "../room-model/chat-session.ts"
import { modeOfStatus } from "../room-model/mode-bits.ts"
import type { HostEvent } from "../room-model/room-event.ts"
import { ViewerLimitsRegistry } from "../room-model/viewer-limits.ts"
import { watchEngine } from "./engine-watch.ts"
import { enterAsFreeViewer, type FreeEntryRequest } from "./free-entry.ts"
import { makeGuestTime } from "./guest-time.ts"
import { type HostControl, makeHostControl } from "./host-control.ts"
import { keepApart, letMeet } from "./keep-apart.ts"
import { makeMediaAccess, type ShownToken } from "./media-access.ts"
import { type OutOfRoomTip, tipOutOfRoom } from "./out-of-room-tip.ts"
import { endCallSessions, enterAsCaller, type RoomCaller, watchedCalls } from "./caller-entry.ts"
import { enterAsPayingViewer, type PaidEntryRequest } from "./paid-entry.ts"
import { type RecentLine, RecentLines } from "./recent-lines.ts"
import { makeRoomAccess } from "./room-access.ts"
import { makeRoomEffects } from "./room-effects.ts"
import { returnHoldAtShutdown, settleAtShutdown } from "./room-ledger.ts"
import { roomRules } from "./room-rules.ts"
import type { RoomServiceDeps, RoomServices } from "./room-service-deps.ts"
import { SessionConnections } from "./session-connections.ts"
import { act } from "./viewer-actions.ts"

type CallError = Refused | DatabaseUnavailable | ConstraintViolated
type Answer<A> = Effect.Effect<A, CallError>

export interface ChatRoomsShape {
  readonly setLobby: (
    viewer: ChatViewer,
    member: StoredMember | null,
    given: FreeEntryRequest,
  ) => Answer<SetLobbyAnswer>
  readonly join: (
    member: StoredMember,
    viewer: ChatViewer,
    given: PaidEntryRequest,
  ) => Answer<JoinAnswer>
  /** Of whoever pays by a phone call. */
  readonly joinAsCaller: (
    caller: RoomCaller,
    viewer: ChatViewer,
    given: Omit<PaidEntryRequest, "mode">,
  ) => Answer<JoinAnswer>
  /** The calls of those who are in a room now. */
  readonly watchedCalls: () => ReadonlySet<string>
  /** The call is over. */
  readonly endCallSessions: (call: string) => Effect.Effect<void>
  readonly leave: (auth: string) => Answer<void>
  readonly act: (request: ActionRequest) => Answer<void>
  /** The token that this session shows the media engine to watch. */
  readonly watch: (auth: string) => Answer<MediaGrantAnswer>
  /** The token that this session shows the media engine to publish its viewer's own camera. */
  readonly camBack: (auth: string) => Answer<CamBackAnswer>
  /** Authorises a connection of the media engine to watch; null: refused, whatever the reason. */
  readonly mayWatch: (shown: ShownToken) => Effect.Effect<{ readonly loop: string | null } | null>
  /** Authorises one to publish a viewer's own camera. */
  readonly mayShowCamera: (shown: ShownToken) => Effect.Effect<boolean>
  readonly tipOutOfRoom: (
    member: StoredMember,
    lang: "nl" | "en",
    tip: OutOfRoomTip,
  ) => Answer<void>
  /** For a member whose account is deleted. */
  readonly endMemberSessions: (memberId: string) => Effect.Effect<void>
  /** What this member has heard in her room and others said; null: a guest. The oldest first. */
  readonly recentLines: (performerId: string, memberId: string | null) => ReadonlyArray<RecentLine>
  /** One of the two has blocked the other: the member leaves her room. */
  readonly keepApart: (pair: BlockPair, by: BlockAuthor) => Effect.Effect<void>
  /** No block stands between them any more. */
  readonly letMeet: (pair: BlockPair) => Effect.Effect<void>
  /** Opens her room and keeps it open; from now on only who holds her changes its mode. */
  readonly hold: (performerId: string) => Answer<void>
  /** Whoever acts for her next hears who waits for VIP and who is in it. */
  readonly release: (performerId: string) => void
  readonly isHeld: (performerId: string) => boolean
  /** Performers in whose rooms somebody is. */
  readonly visited: () => ReadonlyArray<string>
  /** Sets a performer's online status; false, and no change, where she is held or somebody pays in her room. */
  readonly moveTo: (performerId: string, status: number) => Answer<boolean>
  readonly host: (performerId: string) => HostControl
  readonly onHost: (listener: (performerId: string, event: HostEvent) => void) => void
}

const TICK_MS = 250
const SWEEP_LIMITS_MS = 60_000

type TellHost = (performerId: string, event: HostEvent) => void

const makeDeps = Effect.fnUntraced(function* (tellHost: TellHost) {
  const { chat } = yield* BackendConfig
  const access = yield* makeRoomAccess(roomRules(chat))
  const guestTime = yield* makeGuestTime
  const recentLines = new RecentLines()
  const deps: RoomServiceDeps = {
    ...access,
    ...(yield* makeRoomEffects(access, { guestTime, recentLines }, tellHost)),
    chat,
    guestTime,
    recentLines,
    sockets: yield* ChatSocketServer,
    broadcasts: yield* Broadcasts,
    limits: new ViewerLimitsRegistry(),
  }
  return deps
})

/** Time passes in every room. */
const makeTick = ({ registry, now, runEffects }: RoomServiceDeps) => {
  let tickedAt = now()
  return Effect.gen(function* () {
    const at = now()
    const passed = at - tickedAt
    tickedAt = at
    for (const room of registry.all()) {
      // A defect in one room stops none of the others.
      yield* Effect.sync(() => {
        room.tick(at, passed)
        runEffects(room)
      }).pipe(Effect.catchDefect((defect) => Effect.logError("a room broke", defect)))
    }
  })
}

const sweepLimits = ({ registry, now, limits, recentLines }: RoomServiceDeps) =>
  Effect.sync(() => {
    recentLines.sweep(now())
    const used = new Set(
      registry.sessions().flatMap(({ session }) => [session.limits, session.limitsOfBrowser]),
    )
    limits.sweep(now(), (one) => used.has(one))
  })

const runRounds = Effect.fnUntraced(function* (deps: RoomServiceDeps) {
  const round = (what: string, everyMs: number, work: Effect.Effect<void>) =>
    Effect.forkScoped(Effect.repeat(steadyRound(what)(work), Schedule.spaced(everyMs)))
  yield* round("rooms", TICK_MS, makeTick(deps))
  yield* round("limits of viewers", SWEEP_LIMITS_MS, sweepLimits(deps))
  yield* round(
    "keep-alives",
    deps.chat.keepAliveMs,
    Effect.sync(() => deps.sockets.keepAlive()),
  )
})

/** Ends every paid session, then gives back every hold. */
const shutDown = Effect.fnUntraced(function* ({ registry, now }: RoomServiceDeps) {
  for (const { room, session } of registry.sessions()) {
    if (session.mode === "free" || session.call !== null) continue
    room.kick(session, "restarted", now())
    room.take()
    yield* settleAtShutdown(session)
  }
  for (const { hold } of registry.all()) {
    if (hold !== null) yield* returnHoldAtShutdown(hold)
  }
})

const leave = Effect.fnUntraced(function* (deps: RoomServiceDeps, auth: string) {
  const { room, session } = yield* deps.running(auth)
  room.leave(session, deps.now())
  deps.runEffects(room)
})

const endMemberSessions = (
  { registry, now, recentLines, runEffects }: RoomServiceDeps,
  memberId: string,
) =>
  Effect.sync(() => {
    recentLines.forget(memberId)
    for (const { room, session } of registry.sessionsOf(memberId)) {
      room.kick(session, "default", now())
      runEffects(room)
    }
  })

const hold = ({ registry, open }: RoomServiceDeps, performerId: string) => {
  // First, so that her room is not forgotten again meanwhile.
  registry.hold(performerId)
  return open(performerId).pipe(
    Effect.tapError(() => Effect.sync(() => registry.release(performerId))),
    Effect.asVoid,
  )
}

const release = ({ registry, runEffects }: RoomServiceDeps, performerId: string): void => {
  const room = registry.of(performerId)
  if (!registry.release(performerId) || room === undefined) return
  room.tellNewHost()
  runEffects(room)
}

const moveTo = Effect.fnUntraced(function* (
  { registry, now, runEffects }: RoomServiceDeps,
  performerId: string,
  status: number,
) {
  if (registry.isHeld(performerId)) return false
  const room = registry.of(performerId)
  if (room === undefined) {
    const at = new Date(yield* Clock.currentTimeMillis)
    yield* setOnlineStatus(yield* SqlDatabase, performerId, status, at)
    return true
  }
  if (room.isBusy) return false
  const mode = modeOfStatus(status)
  if (mode === "vip") room.adoptVip(now())
  else room.switchTo(mode, now())
  runEffects(room)
  return true
})

export class ChatRooms extends Context.Service<ChatRooms, ChatRoomsShape>()("backend/ChatRooms") {
  static readonly layer = Layer.effect(
    ChatRooms,
    Effect.gen(function* () {
      const ids = yield* BackendIds
      const context = yield* Effect.context<RoomServices>()
      const provided = <A, E>(work: Effect.Effect<A, E, RoomServices>) =>
        Effect.provide(work, context)
      const hostListeners: Array<TellHost> = []
      const deps = yield* makeDeps((performerId, event) => {
        for (const listener of hostListeners) listener(performerId, event)
      })
      const paidDeps = { ...deps, oneAtATime: yield* makeKeyedMutex }
      const { registry } = deps
      deps.sockets.listen(new SessionConnections(deps))
      yield* watchEngine(deps)
      yield* runRounds(deps)
      yield* Effect.addFinalizer(() => provided(shutDown(deps)))

      return ChatRooms.of({
        setLobby: (viewer, member, request) =>
          provided(enterAsFreeViewer(deps, viewer, member, request)),
        join: (member, viewer, request) =>
          provided(enterAsPayingViewer(paidDeps, member, viewer, request)),
        joinAsCaller: (caller, viewer, request) =>
          provided(enterAsCaller(deps, caller, viewer, request)),
        watchedCalls: () => watchedCalls(deps),
        endCallSessions: (call) => endCallSessions(deps, call),
        leave: (auth) => leave(deps, auth),
        act: (request) => provided(act(deps, request)),
        ...(yield* makeMediaAccess(deps)),
        tipOutOfRoom: (member, lang, tip) => provided(tipOutOfRoom(deps, member, lang, tip)),
        endMemberSessions: (memberId) => endMemberSessions(deps, memberId),
        recentLines: (performerId, memberId) =>
          deps.recentLines.of(performerId, memberId, deps.now()),
        keepApart: (pair, by) => keepApart(deps, pair, by),
        letMeet: (pair) => letMeet(deps, pair),
        hold: (performerId) => hold(deps, performerId),
        release: (performerId) => release(deps, performerId),
        isHeld: (performerId) => registry.isHeld(performerId),
        visited: () => registry.all().flatMap(({ host, size }) => (size > 0 ? [host.id] : [])),
        moveTo: (performerId, status) => provided(moveTo(deps, performerId, status)),
        host: makeHostControl(deps, ids),
        onHost: (listener) => hostListeners.push(listener),
      })
    }),
  )
}
