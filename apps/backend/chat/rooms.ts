/**
 * The rooms that somebody is in, and everything they need from outside: the ledger, the list of performers, the
 * sockets, time. What may happen is decided by room.ts; here it is carried out, in the order it came out.
 *
 *   rest/chat.ts, sockets/chat-sockets.ts ──▶ Room ──events──▶ sockets, ledger, list, the performer's side
 *
 * Invariants: a room lives while somebody is in it or its performer's side is held; one thing at a time happens
 * on the ledger for one session; nothing paid goes on when the backend ends.
 */
import { Clock, Context, Effect, Layer, Option, Random, RcMap, Schedule, Semaphore } from "effect"
import type {
  ActionRequest,
  CamBackAnswer,
  JoinAnswer,
  KickReason,
  RoomMode,
  SetLobbyAnswer,
  WatchAnswer,
} from "@foldcast/contracts/upstream/chat-service"
import { monotonicMillisOf } from "@foldcast/rules/monotonic-time"
import { STATUS_BITS } from "@foldcast/rules/performer-attributes"
import { sameKey } from "@foldcast/rules/same-key"
import { BackendConfig } from "../config.ts"
import { Database } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { badRequest, notFound, Refused } from "../http/refused.ts"
import { Ids } from "../ids.ts"
import { balanceOf } from "../ledger/ledger.ts"
import type { Member } from "../members/member.ts"
import { memberByUsername } from "../members/member-store.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { performerNamed, profileById, setStatus } from "../performers/performer-store.ts"
import { ChatSockets } from "../sockets/chat-sockets.ts"
import { Broadcasts, camBackPath, livePath } from "./broadcasts.ts"
import { makeCamBackTokens } from "./cam-back-tokens.ts"
import { FreeTime } from "./free-time.ts"
import { anonymousName, nicknameKey, nicknameOf } from "./nicknames.ts"
import { openPaidTime, payInterval, settlePaidTime, tooFewCredits } from "./paid-sessions.ts"
import { intervalPrice, type Tariff, totalOf } from "./paid-time.ts"
import { Room } from "./room.ts"
import { chatNotStarted, tooOften } from "./room/refusals.ts"
import type { RoomRules } from "./room/room-state.ts"
import type { HostEvent, RoomEvent } from "./room-event.ts"
import { isThere, type Session, type Viewer } from "./session.ts"
import { mutedWords } from "./spoken-text.ts"
import { payTip, tipKindOf } from "./tips.ts"
import { LimitsOfViewers } from "./viewer-limits.ts"
import { makeWatchTokens } from "./watch-tokens.ts"

type CallError = Refused | DatabaseUnavailable | ConstraintViolated
type Answer<A> = Effect.Effect<A, CallError>

export interface TipOutside {
  readonly id: string
  readonly username: string
  readonly amount: number
  readonly text: string
  readonly isPublic: boolean
}

/** What a performer's side may do in her room. Nothing happens where she is in no room. */
export interface HostControl {
  /** False where it reaches nobody: no such session, or no text. */
  readonly say: (text: string, to: string | null) => boolean
  readonly announce: (text: string) => void
  readonly accept: (session: string) => void
  readonly decline: (session: string, reason: string | null) => void
  /** Of this session; null: whoever is in VIP. */
  readonly stopVip: (session: string | null) => void
  readonly kick: (session: string, reason: KickReason) => void
  readonly endCamBack: (session: string) => void
  /** She is somewhere else now, whoever is with her. */
  readonly switchTo: (mode: Exclude<RoomMode, "vip">) => void
  /** Who is there, oldest first. */
  readonly viewers: () => ReadonlyArray<ViewerSeen>
  /** Null where she is in no room. */
  readonly mode: () => RoomMode | null
}

/** A viewer as the performer sees them. */
export interface ViewerSeen {
  readonly session: string
  readonly nickname: string
  readonly isGuest: boolean
  readonly mode: Session["mode"]
  readonly waitsForVip: boolean
  readonly camBack: "off" | "starting" | "sending"
}

/** To the media engine, which asks whether it may. */
export interface Shown {
  readonly token: string
  readonly path: string
  readonly connection: string
}

export interface RoomsShape {
  readonly setLobby: (
    viewer: Viewer,
    member: Member | null,
    given: {
      readonly performerId: string
      readonly connection: string
      readonly nickname: string | null
    },
  ) => Answer<SetLobbyAnswer>
  readonly join: (
    member: Member,
    viewer: Viewer,
    given: {
      readonly performerId: string
      readonly mode: "chat" | "vip"
      readonly session: string | null
    },
  ) => Answer<JoinAnswer>
  readonly leave: (auth: string) => Answer<void>
  readonly act: (request: ActionRequest) => Answer<void>
  /** What this session shows the media engine to watch. */
  readonly watch: (auth: string) => Answer<WatchAnswer>
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

const MODE_BITS: Readonly<Record<RoomMode, number>> = {
  offline: 0,
  chat: STATUS_BITS.live,
  free: STATUS_BITS.live | STATUS_BITS.free,
  vip: STATUS_BITS.live | STATUS_BITS.vip,
  paused: STATUS_BITS.live | STATUS_BITS.pause,
}

/** What a room is by the list's bits. */
export const modeOf = (bits: number): RoomMode => {
  if (bits === 0) return "offline"
  if ((bits & STATUS_BITS.vip) !== 0) return "vip"
  if ((bits & STATUS_BITS.pause) !== 0) return "paused"
  return (bits & STATUS_BITS.free) !== 0 ? "free" : "chat"
}

const TICK_MS = 250
const SWEEP_LIMITS_MS = 60_000
/** Milliseconds in which a paid session's connection is to be there. */
const CONNECT_WITHIN_MS = 60_000
const ACCEPTED_MS = 20_000

/** What a viewer is called at first: the account's name, unless that is its e-mail address. */
const accountName = (member: Member): string | null =>
  sameKey(member.username) === sameKey(member.email) ? null : member.username

/** What a session has cost so far; nothing where its connection never was there. */
const totals = ({ paid }: Session) => (paid === null ? { credits: 0, seconds: 0 } : totalOf(paid))

const viewerSeen = (session: Session, isSent: boolean): ViewerSeen => ({
  session: session.id,
  nickname: session.nickname,
  isGuest: session.memberId === null,
  mode: session.mode,
  waitsForVip: session.requestedVipAt !== null,
  camBack: session.camBack ? (isSent ? "sending" : "starting") : "off",
})

export class Rooms extends Context.Service<Rooms, RoomsShape>()("backend/Rooms") {
  static readonly layer = Layer.effect(
    Rooms,
    Effect.gen(function* () {
      const { chat, tokenSecret } = yield* BackendConfig
      const database = yield* Database
      const sockets = yield* ChatSockets
      const freeTime = yield* FreeTime
      const broadcasts = yield* Broadcasts
      const ids = yield* Ids
      const clock = yield* Clock.Clock
      const context = yield* Effect.context<Database | OutboxRelay | Ids>()
      const run = Effect.runForkWith(context)
      const rooms = new Map<string, Room>()
      const byAuth = new Map<string, { readonly room: Room; readonly session: Session }>()
      /** The word of the paid session that a connection is of. */
      const authOf = new Map<string, string>()
      const ledgerLocks = new WeakMap<Session, Semaphore.Semaphore>()
      const limitsOf = new LimitsOfViewers()
      const watchTokens = yield* makeWatchTokens(tokenSecret)
      const camBackTokens = yield* makeCamBackTokens(tokenSecret)
      const listeners: Array<(performerId: string, event: HostEvent) => void> = []
      /** Performers whose side is held. */
      const held = new Set<string>()
      const opening = Semaphore.makeUnsafe(1)
      /** Free time is noted, and asked for, in the order in which it was used. */
      const noting = Semaphore.makeUnsafe(1)
      const beginning = yield* RcMap.make({ lookup: (_memberId: string) => Semaphore.make(1) })

      const now = () => monotonicMillisOf(clock)

      const tariff = (mode: "chat" | "vip"): Tariff => ({
        creditsPerMinute: chat.creditsPerMinute[mode],
        intervalMs: chat.intervalMs,
        vouchMs: 1.5 * chat.keepAliveMs,
      })

      const rules: RoomRules = {
        tariffs: { chat: tariff("chat"), vip: tariff("vip") },
        silentAfterMs: chat.silentAfterMs,
        requestMs: chat.vipRequestMs,
        acceptedMs: ACCEPTED_MS,
        longPauseMs: chat.longPauseMs,
        toySecondsPerLevel: chat.toySecondsPerLevel,
        isMuted: mutedWords(chat.mutedWords),
      }

      const personOf = (viewer: Viewer) => ({
        limits: limitsOf.of(viewer, now()),
        limitsOfBrowser: limitsOf.of({ ...viewer, memberId: null }, now()),
      })

      const lockOf = (session: Session) => {
        const lock = ledgerLocks.get(session) ?? Semaphore.makeUnsafe(1)
        ledgerLocks.set(session, lock)
        return lock
      }

      /** A room exists from the first who asks for it; what it is then lies in the list. */
      const roomOf = (performerId: string) =>
        opening.withPermits(1)(
          Effect.gen(function* () {
            const there = rooms.get(performerId)
            if (there !== undefined) return there
            const found = yield* profileById(database, performerId)
            if (Option.isNone(found)) return yield* notFound()
            const { username: name, online_status: status, cybertoy } = found.value
            const host = { id: performerId, name, hasToy: cybertoy !== 0 }
            const hasVideo = broadcasts.hasVideo(performerId)
            const room = new Room(host, modeOf(status), rules, now(), hasVideo)
            rooms.set(performerId, room)
            return room
          }),
        )

      const pay = (room: Room, session: Session) =>
        lockOf(session).withPermits(1)(
          Effect.gen(function* () {
            const { paid } = session
            if (paid === null || session.ending !== null) return room.paid(session, null, now())
            const interval = paid.intervals + 1
            const price = intervalPrice(paid.tariff)
            const outcome = yield* payInterval(session.id, {
              interval,
              price,
              seenMs: paid.seenMs,
            }).pipe(
              Effect.catch((error) =>
                Effect.as(Effect.logWarning("a payment waits", { reason: error.message }), null),
              ),
            )
            room.paid(session, outcome, now())
            if (outcome === "paid" && session.paid !== null) {
              const total = totalOf(session.paid)
              room.charged(session, total.paid, total.seconds)
            }
            carryOut(room)
          }),
        )

      /** What cannot be written down now is tried again; a backend that ends meanwhile finds it at its start. */
      const settle = (room: Room, session: Session) =>
        lockOf(session).withPermits(1)(
          Effect.gen(function* () {
            const settled = yield* settlePaidTime(
              session.id,
              totals(session),
              session.ending?.reason ?? "default",
            ).pipe(
              Effect.tapError((error) =>
                Effect.logWarning("a receipt waits", { reason: error.message }),
              ),
              Effect.retry(Schedule.spaced("1 second")),
            )
            room.settled(session, settled, now())
            carryOut(room)
          }),
        )

      const noteFreeTime = (session: Session, ms: number) =>
        noting
          .withPermits(1)(freeTime.used(session, ms))
          .pipe(
            Effect.map((left) => {
              // Another tab of the same browser uses the same time.
              if (session.freeMs !== null) session.freeMs = Math.min(session.freeMs, left)
            }),
            Effect.catch((error) =>
              Effect.logWarning("free time waits", { reason: error.message }),
            ),
          )

      const noteMode = (performerId: string, mode: RoomMode) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) =>
          setStatus(database, performerId, MODE_BITS[mode], new Date(at)),
        ).pipe(
          Effect.retry({ schedule: Schedule.spaced("1 second"), times: 10 }),
          Effect.catch((error) => Effect.logWarning("a status waits", { reason: error.message })),
        )

      const carryOutOne = (room: Room, event: RoomEvent): void => {
        switch (event._tag) {
          case "Tell": {
            const { to, name, payload } = event
            if (to === "all") sockets.toRoom(room.host.id, name, payload)
            else if (to === "lobby") sockets.toLobby(room.host.id, name, payload)
            else if (to.connection !== null) sockets.to(to.connection, name, payload)
            return
          }
          case "Host":
            for (const listener of listeners) listener(room.host.id, event.event)
            return
          case "Pay":
            run(pay(room, event.session))
            return
          case "Settle":
            run(settle(room, event.session))
            return
          case "Gone":
            byAuth.delete(event.session.auth)
            return
          case "HangUp":
            if (event.session.connection !== null) sockets.hangUp(event.session.connection)
            return
          case "Cut":
            run(broadcasts.cut({ _tag: "Session", session: event.session.id }))
            return
          case "CutCamBack":
            run(broadcasts.cut({ _tag: "CamBack", session: event.session.id }))
            return
          case "FreeTimeUsed":
            run(noteFreeTime(event.session, event.ms))
            return
          case "Mode":
            run(noteMode(room.host.id, event.mode))
        }
      }

      const carryOut = (room: Room): void => {
        for (let events = room.take(); events.length > 0; events = room.take()) {
          for (const event of events) carryOutOne(room, event)
        }
        forgetGone(room)
      }

      const forgetGone = (room: Room) => {
        if (
          room.size === 0 &&
          !held.has(room.host.id) &&
          rooms.get(room.host.id) === room &&
          !sockets.isWatched(room.host.id)
        ) {
          rooms.delete(room.host.id)
        }
      }

      const heldBy = (auth: string) => {
        const found = byAuth.get(auth)
        return found === undefined || found.session.ending !== null
          ? Effect.fail(chatNotStarted())
          : Effect.succeed(found)
      }

      const refusing = (refusal: Refused | null): Effect.Effect<void, Refused> =>
        refusal === null ? Effect.void : Effect.fail(refusal)

      /** All that this member has in any room. */
      const sessionsOf = (memberId: string) =>
        [...byAuth.values()].filter(({ session }) => session.memberId === memberId)

      /** One paid session of a member begins at a time, so that each finds the one before. */
      const alone = <A, E, R>(memberId: string, work: Effect.Effect<A, E, R>) =>
        Effect.scoped(
          Effect.flatMap(RcMap.get(beginning, memberId), (lock) => lock.withPermits(1)(work)),
        )

      /** The one paid session of a member ends before the next begins. */
      const endOlderPaid = Effect.fnUntraced(function* (memberId: string, goingTo: Room) {
        for (const { room, session } of sessionsOf(memberId)) {
          if (session.mode === "free" || session.ending !== null) continue
          // From chat to VIP in one room is going on, not a second one.
          if (room === goingTo && room.isAccepted(session)) room.leave(session, now())
          else room.kick(session, "duplicate_session", now())
          carryOut(room)
        }
        // What is being written down now is waited for.
        for (const { session } of sessionsOf(memberId)) {
          if (session.mode !== "free") yield* lockOf(session).withPermits(1)(Effect.void)
        }
      })

      /** The paid session that this token opens. */
      const openPaid = (token: string) => {
        const found = byAuth.get(token)
        return found === undefined || found.session.mode === "free" || found.session.ending !== null
          ? null
          : found
      }

      const connectSession = (token: string, connection: string) => {
        const found = openPaid(token)
        if (found === null) return null
        const { room, session } = found
        if (session.connection !== null && session.connection !== connection) {
          sockets.hangUp(session.connection)
        }
        const older = room
          .sessions()
          .filter(
            (other) =>
              other !== session && other.memberId === session.memberId && other.ending === null,
          )
        for (const other of older) room.kick(other, "duplicate_session", now())
        authOf.set(connection, token)
        room.connected(session, connection, now())
        return { performerId: room.host.id, begin: () => carryOut(room) }
      }

      /** The paid session that this connection is of. */
      const ofConnection = (connection: string) => {
        const auth = authOf.get(connection)
        return auth === undefined ? undefined : byAuth.get(auth)
      }

      sockets.listen({
        isSession: (token) => openPaid(token) !== null,
        session: connectSession,
        answered: (connection) => {
          const found = ofConnection(connection)
          if (found === undefined) return
          found.room.answered(found.session, now())
          carryOut(found.room)
        },
        camBack: (connection, isOn) => {
          const found = ofConnection(connection)
          if (found === undefined) return
          found.room.camBack(found.session, isOn)
          carryOut(found.room)
        },
        disconnected: (connection, performerId) => {
          authOf.delete(connection)
          const room = rooms.get(performerId)
          if (room === undefined) return
          const lost = room
            .sessions()
            .filter((session) => session.mode === "free" && session.connection === connection)
          room.disconnected(connection)
          // Who watched over a lobby connection comes back by a new one, as somebody new.
          for (const session of lost) room.leave(session, now())
          carryOut(room)
        },
      })

      broadcasts.onChange((performerId) => {
        const room = rooms.get(performerId)
        if (room === undefined) return
        room.setVideo(broadcasts.hasVideo(performerId), now())
        carryOut(room)
      })
      broadcasts.onRestart(() => {
        for (const room of [...rooms.values()]) {
          room.videoAnew()
          carryOut(room)
        }
      })

      let tickedAt = now()
      const tick = Effect.sync(() => {
        const at = now()
        const passed = at - tickedAt
        tickedAt = at
        for (const room of [...rooms.values()]) {
          room.tick(at, passed)
          carryOut(room)
        }
      })
      const sweepLimits = Effect.sync(() => {
        const here = new Set(
          [...byAuth.values()].flatMap(({ session }) => [session.limits, session.limitsOfBrowser]),
        )
        limitsOf.sweep(now(), (limits) => here.has(limits))
      })
      yield* Effect.forkScoped(Effect.repeat(tick, Schedule.spaced(TICK_MS)))
      yield* Effect.forkScoped(Effect.repeat(sweepLimits, Schedule.spaced(SWEEP_LIMITS_MS)))
      yield* Effect.forkScoped(
        Effect.repeat(
          Effect.sync(() => sockets.keepAlive()),
          Schedule.spaced(chat.keepAliveMs),
        ),
      )
      // Nothing paid goes on without a backend; what this cannot write down the next start does.
      yield* Effect.addFinalizer(() =>
        Effect.forEach(
          [...byAuth.values()].filter(({ session }) => session.mode !== "free"),
          ({ room, session }) => {
            room.kick(session, "restarted", now())
            room.take()
            return Effect.ignore(
              Effect.provide(settlePaidTime(session.id, totals(session), "restarted"), context),
            )
          },
          { discard: true },
        ),
      )

      const newName = (member: Member | null) =>
        Effect.map(Random.next, (chance) =>
          member === null ? anonymousName(chance) : (accountName(member) ?? anonymousName(chance)),
        )

      const enterPaid = Effect.fnUntraced(function* (
        member: Member,
        viewer: Viewer,
        performerId: string,
        mode: "chat" | "vip",
      ) {
        const person = personOf(viewer)
        const { limits } = person
        const before = yield* roomOf(performerId)
        const whyNot = (room: Room) =>
          room.whyNotIn(person, now()) ?? room.whyNotPaid(mode, member.id, now())
        yield* refusing(whyNot(before))
        const wait = limits.unpaid.waitFor(now())
        if (wait > 0) return yield* tooOften(wait)
        yield* endOlderPaid(member.id, before)
        const id = ids.next("cs")
        const creditsPerMinute = chat.creditsPerMinute[mode]
        yield* Effect.provide(
          openPaidTime({ session: id, memberId: member.id, performerId, mode, creditsPerMinute }),
          context,
        )
        const wanted = yield* newName(member)
        // Meanwhile she may have gone on, or her room may have been opened anew.
        const room = yield* roomOf(performerId)
        const refusal = whyNot(room)
        if (refusal !== null) {
          yield* Effect.provide(settlePaidTime(id, null, "default"), context)
          return yield* refusal
        }
        const session = room.enter({
          ...viewer,
          ...person,
          id,
          auth: ids.next("auth"),
          mode,
          nickname: room.olderOf(viewer)?.nickname ?? limits.chosenName ?? wanted,
          connection: null,
          connectBy: now() + CONNECT_WITHIN_MS,
          freeMs: null,
        })
        byAuth.set(session.auth, { room, session })
        carryOut(room)
        return session
      })

      const freeMsOf = Effect.fnUntraced(function* (viewer: Viewer) {
        for (const other of rooms.values()) {
          other.noteWatched(viewer)
          carryOut(other)
        }
        // So that what has just come out stands before this in the line.
        yield* Effect.yieldNow
        return yield* noting.withPermits(1)(freeTime.left(viewer))
      })

      /** Nobody is called as another member, or as a performer. */
      const whyNotCalled = Effect.fnUntraced(function* (name: string, { memberId }: Session) {
        const owner = yield* memberByUsername(database, name)
        const isTheirs = Option.isNone(owner) || owner.value.id === memberId
        return isTheirs && (yield* performerNamed(database, nicknameKey(name))) === null
          ? null
          : new Refused({ status: 400, label: "nicknameTaken" })
      })

      const act = Effect.fn("chat.act")(function* (request: ActionRequest) {
        const { room, session } = yield* heldBy(request.auth)
        const at = now()
        switch (request.action) {
          case "message": {
            const { id, message: typed, messageType: type } = request.data
            if (session.memberId === null) {
              return yield* new Refused({ status: 400, label: "membersOnly" })
            }
            const balance = yield* balanceOf(database, session.memberId)
            if (balance < chat.messagePrice) return yield* tooFewCredits()
            yield* refusing(room.say(session, { id, typed, type }, at))
            break
          }
          case "changeNickname": {
            const name = room.nicknameIn(session, request.data.newNickname, at)
            if (name instanceof Refused) return yield* name
            yield* refusing(yield* whyNotCalled(name, session))
            yield* refusing(room.rename(session, name))
            break
          }
          case "requestVip": {
            // Source: CHAT-42. Whoever could not join it would end what others pay for.
            const { memberId } = session
            const balance = memberId === null ? null : yield* balanceOf(database, memberId)
            if (balance !== null && balance < chat.creditsPerMinute.vip) {
              return yield* tooFewCredits()
            }
            yield* refusing(room.requestVip(session, at))
            break
          }
          case "stopVip":
            yield* refusing(room.stopVip(session, at))
            break
          case "tip": {
            const { id, amount, tipType, message: typed, isPublic, vibrate } = request.data
            if (session.memberId === null) {
              return yield* new Refused({ status: 400, label: "membersOnly" })
            }
            const kind = tipKindOf(amount, tipType, vibrate)
            if (kind === null) return yield* badRequest("amount")
            yield* refusing(room.whyNoTip(session, kind, at))
            const tip = yield* Effect.provide(
              payTip(session.memberId, { id, amount, kind, performerId: room.host.id }),
              context,
            )
            const { nickname, lang } = session
            // Said again it moves nothing, neither credits nor the toy.
            if (tip.now)
              room.tipped({ session, nickname, lang }, { id, amount, kind, typed, isPublic })
          }
        }
        carryOut(room)
      })

      return Rooms.of({
        setLobby: Effect.fn("chat.setLobby")(function* (viewer, member, given) {
          if (!sockets.isLobby(given.connection, given.performerId)) {
            return yield* badRequest("connection")
          }
          const person = personOf(viewer)
          yield* refusing((yield* roomOf(given.performerId)).whyNotIn(person, now()))
          const freeMs = member === null ? yield* freeMsOf(viewer) : null
          if (freeMs !== null && freeMs < 1_000) {
            return yield* new Refused({ status: 400, label: "guestExpired" })
          }
          const nickname =
            (given.nickname === null ? null : nicknameOf(given.nickname)) ??
            person.limits.chosenName ??
            (yield* newName(member))
          // Meanwhile her room may have been opened anew, and the connection may be gone.
          const room = yield* roomOf(given.performerId)
          if (!sockets.isLobby(given.connection, given.performerId)) {
            return yield* badRequest("connection")
          }
          const older = room.olderOf(viewer)
          if (older !== undefined) room.kick(older, "duplicate_session", now())
          carryOut(room)
          const session = room.enter({
            ...viewer,
            ...person,
            id: ids.next("cs"),
            auth: ids.next("auth"),
            mode: "free",
            nickname,
            connection: given.connection,
            connectBy: 0,
            freeMs,
          })
          byAuth.set(session.auth, { room, session })
          carryOut(room)
          return {
            auth: session.auth,
            session: session.id,
            nickname: session.nickname,
            ...(freeMs !== null && { freeSecondsLeft: Math.floor(freeMs / 1_000) }),
            room: {
              mode: room.mode,
              ...room.members(),
              toySecondsPerLevel: chat.toySecondsPerLevel,
              ...(room.hasVideo !== null && { hasVideo: session.sees }),
            },
          }
        }),
        join: Effect.fn("chat.join")(function* (member, viewer, given) {
          const { performerId, mode } = given
          const creditsPerMinute = chat.creditsPerMinute[mode]
          if (given.session !== null) {
            const again = sessionsOf(member.id).find(({ session }) => session.id === given.session)
            if (again === undefined || again.session.ending !== null) return yield* chatNotStarted()
            const { auth: token, id: session, nickname } = again.session
            return { token, session, nickname, creditsPerMinute }
          }
          const {
            auth: token,
            id: session,
            nickname,
          } = yield* alone(member.id, enterPaid(member, viewer, performerId, mode))
          return { token, session, nickname, creditsPerMinute }
        }),
        leave: Effect.fnUntraced(function* (auth) {
          const { room, session } = yield* heldBy(auth)
          room.leave(session, now())
          carryOut(room)
        }),
        act,
        watch: Effect.fn("chat.watch")(function* (auth) {
          const { room, session } = yield* heldBy(auth)
          yield* refusing(room.whyNoPicture(session, now()))
          const { id: sub, mode } = session
          const token = yield* watchTokens.issue({ sub, room: room.host.id, mode })
          return { path: livePath(room.host.id), token }
        }),
        mayWatch: Effect.fn("chat.mayWatch")(function* ({ token, path, connection }) {
          const claims = yield* watchTokens.read(token)
          if (claims === null || path !== livePath(claims.room)) return null
          const room = rooms.get(claims.room)
          const session = room?.session(claims.sub)
          if (room === undefined || session === undefined || !room.maySee(session)) return null
          if (!watchTokens.spend(claims)) return null
          broadcasts.opens(connection, {
            by: [{ _tag: "Session", session: session.id }],
            publishes: null,
          })
          return { loop: broadcasts.loopOf(room.host.id) }
        }),
        camBack: Effect.fn("chat.camBack")(function* (auth) {
          const { room, session } = yield* heldBy(auth)
          yield* refusing(room.whyNoCamBack(session, now()))
          const token = yield* camBackTokens.issue({ sub: session.id, room: room.host.id })
          return { path: camBackPath(session.id), token }
        }),
        mayShowCamera: Effect.fn("chat.mayShowCamera")(function* ({ token, path, connection }) {
          const claims = yield* camBackTokens.read(token)
          if (claims === null || path !== camBackPath(claims.sub)) return false
          const room = rooms.get(claims.room)
          const session = room?.session(claims.sub)
          if (room === undefined || session === undefined || !room.showsCamera(session)) {
            return false
          }
          if (!camBackTokens.spend(claims)) return false
          broadcasts.opens(connection, {
            by: [{ _tag: "CamBack", session: session.id }],
            publishes: path,
          })
          return true
        }),
        tipOutside: Effect.fn("chat.tipOutside")(function* (member, lang, tip) {
          const { id, username, amount, text: typed, isPublic } = tip
          const kind = tipKindOf(amount, "gift", undefined)
          const listed = kind ?? tipKindOf(amount, "wink", undefined)
          const found = [...rooms.values()].find(
            ({ host }) => sameKey(host.name) === sameKey(username),
          )
          if (listed === null) return yield* badRequest("amount")
          const viewer = { memberId: member.id, browser: "", address: "", lang }
          const limits = limitsOf.of(viewer, now())
          const wait = limits.actions.take(now())
          if (wait > 0) return yield* tooOften(wait)
          // Of a performer whose room nobody has open, the history names her all the same.
          const performerId = found?.host.id ?? (yield* performerNamed(database, username))
          if (performerId === null) return yield* notFound()
          if (limits.closedFor(performerId, now()) > 0) {
            return yield* new Refused({ status: 400, label: "sentOut" })
          }
          const paid = yield* Effect.provide(
            payTip(member.id, { id, amount, kind: listed, performerId }),
            context,
          )
          if (found === undefined || !paid.now) return
          const inRoom = found.sessions().find(({ memberId }) => memberId === member.id)
          const nickname =
            inRoom?.nickname ??
            found.nameFor(accountName(member) ?? anonymousName(yield* Random.next))
          found.tipped(
            { session: null, nickname, lang },
            { id, amount, kind: listed, typed, isPublic },
          )
          carryOut(found)
        }),
        endMember: (memberId) =>
          Effect.sync(() => {
            for (const { room, session } of sessionsOf(memberId)) {
              room.kick(session, "default", now())
              carryOut(room)
            }
          }),
        hold: (performerId) => {
          // First, so that her room is not forgotten again meanwhile.
          held.add(performerId)
          return roomOf(performerId).pipe(
            Effect.tapError(() => Effect.sync(() => held.delete(performerId))),
            Effect.asVoid,
          )
        },
        letGo: (performerId) => {
          const room = rooms.get(performerId)
          if (!held.delete(performerId) || room === undefined) return
          room.tellNextHost()
          carryOut(room)
        },
        isHeld: (performerId) => held.has(performerId),
        visited: () => [...rooms.values()].flatMap(({ host, size }) => (size > 0 ? [host.id] : [])),
        moveTo: Effect.fnUntraced(function* (performerId, status) {
          if (held.has(performerId)) return false
          const room = rooms.get(performerId)
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
        host: (performerId) => {
          const inRoom = (work: (room: Room) => void) => {
            const room = rooms.get(performerId)
            if (room === undefined) return
            work(room)
            carryOut(room)
          }
          const withSession = (id: string, work: (room: Room, session: Session) => void) =>
            inRoom((room) => {
              const session = room.session(id)
              if (session !== undefined) work(room, session)
            })
          return {
            say: (typed, to) => {
              let isSaid = false
              inRoom((room) => {
                const session = to === null ? null : room.session(to)
                if (session === undefined) return
                isSaid = room.hostSays({ id: ids.next("msg"), typed, to: session })
              })
              return isSaid
            },
            announce: (text) => inRoom((room) => room.announce(ids.next("msg"), text)),
            accept: (id) => withSession(id, (room, session) => room.acceptVip(session, now())),
            decline: (id, reason) =>
              withSession(id, (room, session) => room.declineVip(session, reason)),
            stopVip: (id) =>
              id === null
                ? inRoom((room) => room.hostStopsVip(null, now()))
                : withSession(id, (room, session) => room.hostStopsVip(session, now())),
            kick: (id, reason) =>
              withSession(id, (room, session) => room.kick(session, reason, now())),
            endCamBack: (id) => withSession(id, (room, session) => room.hostEndsCamBack(session)),
            switchTo: (mode) => inRoom((room) => room.switchTo(mode, now())),
            viewers: () =>
              (rooms.get(performerId)?.sessions() ?? [])
                .filter(isThere)
                .map((session) =>
                  viewerSeen(session, broadcasts.isPublished(camBackPath(session.id))),
                ),
            mode: () => rooms.get(performerId)?.mode ?? null,
          }
        },
        onHost: (listener) => listeners.push(listener),
      })
    }),
  )
}
