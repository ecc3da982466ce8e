/**
 * The rooms that somebody is in, and everything they need from outside: the ledger, the list of performers, the
 * sockets, time. What may happen is decided by room.ts; here it is carried out, in the order it came out. This is the
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
  MediaGrantAnswer,
} from "@foldcast/contracts/upstream/chat-service"
import { BackendConfig } from "../config.ts"
import { Database } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import type { Refused } from "../http/refused.ts"
import { Ids } from "../ids.ts"
import type { Member } from "../members/member.ts"
import type { OutboxRelay } from "../outbox/relay.ts"
import { setStatus } from "../performers/performer-store.ts"
import { ChatSockets } from "../sockets/chat-sockets.ts"
import { steadyRound } from "../steady-round.ts"
import { Broadcasts } from "./broadcasts.ts"
import type { HostEvent } from "./room-event.ts"
import { makeActing } from "./rooms/acting.ts"
import { makeCarryOut } from "./rooms/carry-out.ts"
import { makeConnections } from "./rooms/connections.ts"
import { watchEngine } from "./rooms/engine-watch.ts"
import { type GivenFree, makeEnteringFree } from "./rooms/entering-free.ts"
import { type GivenPaid, makeEnteringPaid } from "./rooms/entering-paid.ts"
import { makeGuestTime } from "./rooms/guest-time.ts"
import { type HostControl, makeHostControl } from "./rooms/host-control.ts"
import { makeMediaAccess, type Shown } from "./rooms/media-access.ts"
import { modeOf } from "./rooms/mode-bits.ts"
import { makeOpenRooms } from "./rooms/open-rooms.ts"
import { roomRules } from "./rooms/room-rules.ts"
import { makeTipOutside, type TipOutside } from "./rooms/tip-outside.ts"
import type { Viewer } from "./session.ts"
import { LimitsOfViewers } from "./viewer-limits.ts"

type CallError = Refused | DatabaseUnavailable | ConstraintViolated
type Answer<A> = Effect.Effect<A, CallError>

export interface RoomsShape {
  readonly setLobby: (
    viewer: Viewer,
    member: Member | null,
    given: GivenFree,
  ) => Answer<SetLobbyAnswer>
  readonly join: (member: Member, viewer: Viewer, given: GivenPaid) => Answer<JoinAnswer>
  readonly leave: (auth: string) => Answer<void>
  readonly act: (request: ActionRequest) => Answer<void>
  /** What this session shows the media engine to watch. */
  readonly watch: (auth: string) => Answer<MediaGrantAnswer>
  /** What this session shows the media engine to publish its viewer's own camera. */
  readonly camBack: (auth: string) => Answer<CamBackAnswer>
  /** Whether a connection of the media engine may watch; null where it may not, whatever the reason. */
  readonly mayWatch: (shown: Shown) => Effect.Effect<{ readonly loop: string | null } | null>
  /** Whether one may publish a viewer's own camera. */
  readonly mayShowCamera: (shown: Shown) => Effect.Effect<boolean>
  readonly tipOutside: (member: Member, lang: "nl" | "en", tip: TipOutside) => Answer<void>
  /** Of a member whose account is deleted. */
  readonly endMember: (memberId: string) => Effect.Effect<void>
  /** She has a room from now on, whoever is in it, and nobody but her own side moves her. */
  readonly hold: (performerId: string) => Answer<void>
  /** Whoever acts for her from then on hears who waits for VIP, and who is in it. */
  readonly letGo: (performerId: string) => void
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

export class Rooms extends Context.Service<Rooms, RoomsShape>()("backend/Rooms") {
  static readonly layer = Layer.effect(
    Rooms,
    Effect.gen(function* () {
      const { chat } = yield* BackendConfig
      const database = yield* Database
      const sockets = yield* ChatSockets
      const broadcasts = yield* Broadcasts
      const ids = yield* Ids
      const context = yield* Effect.context<Database | OutboxRelay | Ids>()
      const listeners: Array<(performerId: string, event: HostEvent) => void> = []
      const limitsOf = new LimitsOfViewers()

      const open = yield* makeOpenRooms(roomRules(chat))
      const { now } = open
      const guestTime = yield* makeGuestTime
      const { carryOut, ledger } = yield* makeCarryOut(open, guestTime, (performerId, event) => {
        for (const listener of listeners) listener(performerId, event)
      })
      const setLobby = yield* makeEnteringFree(open, carryOut, limitsOf, guestTime)
      const join = yield* makeEnteringPaid(open, carryOut, limitsOf, ledger)
      const act = yield* makeActing(open, carryOut)
      const tipOutside = yield* makeTipOutside(open, carryOut, limitsOf)
      const media = yield* makeMediaAccess(open)

      sockets.listen(makeConnections(open, carryOut, sockets))

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

      return Rooms.of({
        setLobby,
        join,
        leave: Effect.fnUntraced(function* (auth) {
          const { room, session } = yield* open.running(auth)
          room.leave(session, now())
          carryOut(room)
        }),
        act,
        ...media,
        tipOutside,
        endMember: (memberId) =>
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
        letGo: (performerId) => {
          const room = open.of(performerId)
          if (!open.letGo(performerId) || room === undefined) return
          room.tellNextHost()
          carryOut(room)
        },
        isHeld: open.isHeld,
        visited: () => open.all().flatMap(({ host, size }) => (size > 0 ? [host.id] : [])),
        moveTo: Effect.fnUntraced(function* (performerId, status) {
          if (open.isHeld(performerId)) return false
          const room = open.of(performerId)
          const mode = modeOf(status)
          if (room === undefined) {
            const at = yield* Clock.currentTimeMillis
            yield* setStatus(database, performerId, status, new Date(at))
            return true
          }
          if (room.isBusy) return false
          if (mode === "vip") room.showVip(now())
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
