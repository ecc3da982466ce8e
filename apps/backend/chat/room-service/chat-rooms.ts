/**
 * The rooms that somebody is in, and everything they need from outside: the ledger, the list of performers, the
 * sockets, time. What may happen is decided by chat-room.ts; here it is carried out, in the order it came out. This is the
 * service and what goes by itself; each thing that is done stands in rooms/.
 *
 *   rest/chat.ts, sockets/chat-sockets.ts ──▶ Room ──events──▶ sockets, ledger, list, the performer's side
 *
 * Invariants: a room lives while somebody is in it or its performer's side is held; one thing at a time happens on
 * the ledger for one session; nothing paid goes on when the backend ends.
 */
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import type {
  ActionRequest,
  CamBackAnswer,
  JoinAnswer,
  SetLobbyAnswer,
  WatchAnswer,
} from "@foldcast/contracts/upstream/chat-service"
import { BackendConfig } from "../../config.ts"
import { SqlDatabase } from "../../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../../db/errors.ts"
import type { Refused } from "../../http/refused.ts"
import { BackendIds } from "../../ids.ts"
import type { StoredMember } from "../../members/member.ts"
import type { OutboxRelay } from "../../outbox/relay.ts"
import { setOnlineStatus } from "../../performers/performer-store.ts"
import { ChatSocketServer } from "../../sockets/chat-sockets.ts"
import { steadyRound } from "../../steady-round.ts"
import { Broadcasts } from "../engine/broadcasts.ts"
import type { HostEvent } from "../room-model/room-event.ts"
import { makeViewerActions } from "./viewer-actions.ts"
import { makeRoomEffects } from "./room-effects.ts"
import { makeSessionConnections } from "./session-connections.ts"
import { watchEngine } from "./engine-watch.ts"
import { type FreeEntryRequest, makeFreeEntry } from "./free-entry.ts"
import { type PaidEntryRequest, makePaidEntry } from "./paid-entry.ts"
import { makeGuestTime } from "./guest-time.ts"
import { type HostControl, makeHostControl } from "./host-control.ts"
import { makeMediaAccess, type ShownToken } from "./media-access.ts"
import { modeOfStatus } from "../room-model/mode-bits.ts"
import { makeRoomRegistry } from "./room-registry.ts"
import { roomRules } from "./room-rules.ts"
import { makeOutOfRoomTip, type OutOfRoomTip } from "./out-of-room-tip.ts"
import type { ChatViewer } from "../room-model/chat-session.ts"
import { ViewerLimitsRegistry } from "../room-model/viewer-limits.ts"

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
  readonly leave: (auth: string) => Answer<void>
  readonly act: (request: ActionRequest) => Answer<void>
  /** What this session shows the media engine to watch. */
  readonly watch: (auth: string) => Answer<WatchAnswer>
  /** What this session shows the media engine to publish its viewer's own camera. */
  readonly camBack: (auth: string) => Answer<CamBackAnswer>
  /** Whether a connection of the media engine may watch; null where it may not, whatever the reason. */
  readonly mayWatch: (shown: ShownToken) => Effect.Effect<{ readonly loop: string | null } | null>
  /** Whether one may publish a viewer's own camera. */
  readonly mayShowCamera: (shown: ShownToken) => Effect.Effect<boolean>
  readonly tipOutOfRoom: (
    member: StoredMember,
    lang: "nl" | "en",
    tip: OutOfRoomTip,
  ) => Answer<void>
  /** Of a member whose account is deleted. */
  readonly endMemberSessions: (memberId: string) => Effect.Effect<void>
  /** She has a room from now on, whoever is in it, and nobody but her own side moves her. */
  readonly hold: (performerId: string) => Answer<void>
  /** Whoever acts for her from then on hears who waits for VIP, and who is in it. */
  readonly release: (performerId: string) => void
  readonly isHeld: (performerId: string) => boolean
  /** Whose rooms somebody is in. */
  readonly visited: () => ReadonlyArray<string>
  /** A performer is somewhere else now; false where somebody pays in her room or it is held, and nothing changed. */
  readonly moveTo: (performerId: string, status: number) => Answer<boolean>
  readonly host: (performerId: string) => HostControl
  readonly onHost: (listener: (performerId: string, event: HostEvent) => void) => void
}

const TICK_MS = 250
const SWEEP_LIMITS_MS = 60_000

export class ChatRooms extends Context.Service<ChatRooms, ChatRoomsShape>()("backend/Rooms") {
  static readonly layer = Layer.effect(
    ChatRooms,
    Effect.gen(function* () {
      const { chat } = yield* BackendConfig
      const database = yield* SqlDatabase
      const sockets = yield* ChatSocketServer
      const broadcasts = yield* Broadcasts
      const ids = yield* BackendIds
      const context = yield* Effect.context<SqlDatabase | OutboxRelay | BackendIds>()
      const listeners: Array<(performerId: string, event: HostEvent) => void> = []
      const limitsOf = new ViewerLimitsRegistry()

      const open = yield* makeRoomRegistry(roomRules(chat))
      const { now } = open
      const guestTime = yield* makeGuestTime
      const { carryOut, ledger } = yield* makeRoomEffects(open, guestTime, (performerId, event) => {
        for (const listener of listeners) listener(performerId, event)
      })
      const setLobby = yield* makeFreeEntry(open, carryOut, limitsOf, guestTime)
      const join = yield* makePaidEntry(open, carryOut, limitsOf, ledger)
      const act = yield* makeViewerActions(open, carryOut)
      const tipOutside = yield* makeOutOfRoomTip(open, carryOut, limitsOf)
      const media = yield* makeMediaAccess(open)

      sockets.listen(makeSessionConnections(open, carryOut, sockets))

      yield* watchEngine(open, carryOut, broadcasts)

      let tickedAt = now()
      const tick = Effect.gen(function* () {
        const at = now()
        const passed = at - tickedAt
        tickedAt = at
        for (const room of open.all()) {
          // A room that breaks keeps none of the others from going on.
          yield* Effect.sync(() => {
            room.tick(at, passed)
            carryOut(room)
          }).pipe(Effect.catchDefect((defect) => Effect.logError("a room broke", defect)))
        }
      })
      const sweepLimits = Effect.sync(() => {
        const here = new Set(
          open.sessions().flatMap(({ session }) => [session.limits, session.limitsOfBrowser]),
        )
        limitsOf.sweep(now(), (limits) => here.has(limits))
      })
      const keepAlive = Effect.sync(() => sockets.keepAlive())
      yield* Effect.forkScoped(Effect.repeat(steadyRound("rooms")(tick), Schedule.spaced(TICK_MS)))
      yield* Effect.forkScoped(
        Effect.repeat(
          steadyRound("limits of viewers")(sweepLimits),
          Schedule.spaced(SWEEP_LIMITS_MS),
        ),
      )
      yield* Effect.forkScoped(
        Effect.repeat(steadyRound("keep-alives")(keepAlive), Schedule.spaced(chat.keepAliveMs)),
      )
      // Nothing paid goes on without a backend, and nothing is held.
      yield* Effect.addFinalizer(() =>
        Effect.forEach(
          open.all().flatMap(({ hold }) => hold ?? []),
          (hold) => Effect.provide(ledger.returnLast(hold), context),
          { discard: true },
        ),
      )
      yield* Effect.addFinalizer(() =>
        Effect.forEach(
          open.sessions().filter(({ session }) => session.mode !== "free"),
          ({ room, session }) => {
            room.kick(session, "restarted", now())
            room.take()
            return Effect.provide(ledger.settleLast(session), context)
          },
          { discard: true },
        ),
      )

      return ChatRooms.of({
        setLobby,
        join,
        leave: Effect.fnUntraced(function* (auth) {
          const { room, session } = yield* open.running(auth)
          room.leave(session, now())
          carryOut(room)
        }),
        act,
        ...media,
        tipOutOfRoom: tipOutside,
        endMemberSessions: (memberId) =>
          Effect.sync(() => {
            for (const { room, session } of open.sessionsOf(memberId)) {
              room.kick(session, "default", now())
              carryOut(room)
            }
          }),
        hold: (performerId) => {
          // First, so that her room is not forgotten again meanwhile.
          open.hold(performerId)
          return open.open(performerId).pipe(
            Effect.tapError(() => Effect.sync(() => open.letGo(performerId))),
            Effect.asVoid,
          )
        },
        release: (performerId) => {
          const room = open.of(performerId)
          if (!open.letGo(performerId) || room === undefined) return
          room.tellNewHost()
          carryOut(room)
        },
        isHeld: open.isHeld,
        visited: () => open.all().flatMap(({ host, size }) => (size > 0 ? [host.id] : [])),
        moveTo: Effect.fnUntraced(function* (performerId, status) {
          if (open.isHeld(performerId)) return false
          const room = open.of(performerId)
          const mode = modeOfStatus(status)
          if (room === undefined) {
            const at = yield* Clock.currentTimeMillis
            yield* setOnlineStatus(database, performerId, status, new Date(at))
            return true
          }
          if (room.isBusy) return false
          if (mode === "vip") room.adoptVip(now())
          else room.switchTo(mode, now())
          carryOut(room)
          return true
        }),
        host: makeHostControl(open, carryOut, broadcasts, ids),
        onHost: (listener) => listeners.push(listener),
      })
    }),
  )
}
