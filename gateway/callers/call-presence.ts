/**
 * Follows the calls that pay for guests while any of their visits is live: holds the member socket by the call's token,
 * asks for the state where something may have been missed, and carries out what a state means.
 *
 *   PIN accepted, visit attaches ─▶ hold socket ─▶ ask for the state       dial-in-status ─▶ told
 *   ended, expired ─▶ told ─▶ forgotten, rooms are left, socket is released
 *
 * Invariants: one state of a call is handled at a time, whoever tells it; a call that is over is forgotten before it is
 * told to be over, so that nobody joins by it; one of before is told to nobody, and an unchanged one only to who asks.
 */
import { Clock, Context, Effect, Layer, Option, Schedule, Semaphore } from "effect"
import type { CommandId, IvrSessionId } from "@foldcast/contracts/ids"
import type { EventOf } from "@foldcast/contracts/stream/event"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { Fatal } from "../fatal.ts"
import type { OwnerId } from "../log/visit-header.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { callStateOf, dialInStateChanged } from "../normalise/dial-in.ts"
import { Pipeline } from "../pipeline.ts"
import { retryWhile } from "../rooms/retry-while.ts"
import { RoomService } from "../rooms/room-service.ts"
import {
  type OpenCallState,
  type SessionCall,
  type SessionsUnavailable,
  SessionStore,
} from "../sessions/session-store.ts"
import { readMemberFrame } from "../upstream/decode-frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { CallerSockets } from "../upstream/member-socket.ts"
import { factsFrom } from "../visits/placement.ts"
import { type LiveVisit, recipientOf, Visits } from "../visits/registry.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"

type CallStatus = EventOf<"DialInStateChanged">

export interface CallPresenceShape {
  /**
   * The PIN of this browser was accepted, maybe not for the first time. Answers the call as it is kept, which the caller
   * of this tells. Another call that the browser has already is hung up first. Null: a member's by now, so that this one
   * is hung up.
   */
  readonly started: (
    owner: OwnerId,
    call: SessionCall,
  ) => Effect.Effect<SessionCall | null, SessionsUnavailable | LogUnavailable>
  /** A visit of a browser with a call attached. */
  readonly arrived: (visit: LiveVisit, call: SessionCall) => Effect.Effect<void, LogUnavailable>
  /** Asks for the state, and tells it: a new one to all of the browser's visits, an unchanged one to who asks. */
  readonly check: (
    visit: LiveVisit,
    call: SessionCall,
    cause: CommandId,
  ) => Effect.Effect<void, LogUnavailable>
  /**
   * Hangs up the call that the browser has. It is over for the browser, whatever the upstream answers: what it does
   * not take is asked of it again. False: there is none.
   */
  readonly end: (
    owner: OwnerId,
    cause: CommandId | null,
  ) => Effect.Effect<boolean, LogUnavailable | SessionsUnavailable>
  /** Runs at intervals: releases the sockets of browsers without a live visit. */
  readonly releaseAbsent: Effect.Effect<void>
}

const makeDeps = Effect.gen(function* () {
  return {
    api: yield* MemberApi,
    sockets: yield* CallerSockets,
    sessions: yield* SessionStore,
    pipeline: yield* Pipeline,
    rooms: yield* RoomService,
    visits: yield* Visits,
    fatal: yield* Fatal,
    /** What each browser was told last. */
    told: new Map<OwnerId, CallStatus>(),
    /** For all calls: their states change seldom. */
    mutex: Semaphore.makeUnsafe(1),
    scope: yield* Effect.scope,
    run: Effect.runForkWith(yield* Effect.context()),
  }
})
type Deps = Effect.Success<typeof makeDeps>

/** The browser's call, as the store knows it; null where it has none. */
const callOf = ({ sessions }: Deps, owner: OwnerId) =>
  Effect.gen(function* () {
    const session = yield* sessions.present(owner, yield* Clock.currentTimeMillis)
    return Option.getOrNull(session)?.call ?? null
  })

const keep = Effect.fnUntraced(function* (
  { sessions }: Deps,
  owner: OwnerId,
  call: SessionCall | null,
) {
  return yield* sessions.keepCall(owner, call, yield* Clock.currentTimeMillis).pipe(
    Effect.as(true),
    // The session is over, or a member's by now: neither has a call.
    Effect.catchTag("SessionRefused", () => Effect.succeed(false)),
  )
})

const UNASKED = { cause: null, asker: null } as const

const isSame = (a: CallStatus | undefined, b: CallStatus): boolean =>
  a?.session === b.session && a.state === b.state && a.seconds === b.seconds && a.cents === b.cents

/** Answered before something that was told meanwhile: a call never waits again, and its seconds never fall. */
const isStale = (call: SessionCall, told: CallStatus | undefined, status: CallStatus): boolean => {
  if (status.state === "pending") return call.state === "in_call"
  const isSameCall = told?.session === status.session
  return status.state === "in_call" && isSameCall && (status.seconds ?? 0) < (told.seconds ?? 0)
}

/** Null: the call is over. */
const openStateOf = ({ state }: CallStatus): OpenCallState | null =>
  state === "pending" || state === "in_call" ? state : null

/** A visit that is being let in somewhere is waited for, and the other visits leave meanwhile. */
const leaveRooms = ({ rooms, visits }: Deps, owner: OwnerId, session: IvrSessionId) =>
  Effect.forEach([...visits.ofOwner(owner)], (visit) => rooms.callEnded(visit, session), {
    concurrency: "unbounded",
    discard: true,
  })

interface Heard {
  readonly from: "member-api" | "member-socket" | "gateway"
  readonly cause: CommandId | null
  /** The visit that asked; null where nobody did. */
  readonly asker: LiveVisit | null
}

/** Answers whether the call is over by this. */
const tell = (deps: Deps, owner: OwnerId, status: CallStatus, { from, cause, asker }: Heard) =>
  Effect.gen(function* () {
    const { pipeline, sockets, told } = deps
    const call = yield* callOf(deps, owner)
    // Of an older call, or told a second time.
    if (call === null || call.session !== status.session) return false
    const before = told.get(owner)
    if (isStale(call, before, status)) return false
    if (isSame(before, status)) {
      if (asker === null) return false
      // Its document may have come by the state another way than through its log.
      const only = [asker]
      yield* pipeline.facts(factsFrom(from, [status]), recipientOf(asker), { cause, only })
      return false
    }
    const state = openStateOf(status)
    if (state !== call.state) yield* keep(deps, owner, state && { ...call, state })
    told.set(owner, status)
    const about = { visit: null, owner, member: null }
    yield* pipeline.facts(factsFrom(from, [status]), about, { cause })
    if (state !== null) return false
    told.delete(owner)
    yield* sockets.release(owner)
    return true
  })

const hear = (deps: Deps, owner: OwnerId, status: CallStatus, heard: Heard) =>
  tell(deps, owner, status, heard).pipe(
    deps.mutex.withPermits(1),
    // After its turn: a visit may be on its way into a room for long, and other calls do not wait for that.
    Effect.flatMap((isOver) => (isOver ? leaveRooms(deps, owner, status.session) : Effect.void)),
    // What was not stored is asked for again.
    Effect.catchTag("SessionsUnavailable", (error) => Effect.logError("sessions", error.message)),
  )

/** What an upstream says of a call: nothing where its state is unknown, which is reported. */
const hearAll = Effect.fnUntraced(function* (
  deps: Deps,
  owner: OwnerId,
  session: IvrSessionId,
  said: Parameters<typeof dialInStateChanged>[1],
  heard: Heard,
) {
  if (callStateOf(said.state) === undefined) {
    // Shown by its length: an upstream's text may hold anything.
    yield* Effect.logWarning("a call has an unknown state", { characters: said.state.length })
  }
  for (const status of dialInStateChanged(session, said)) yield* hear(deps, owner, status, heard)
})

/** Answers whether the upstream did. */
const check = Effect.fnUntraced(function* (
  deps: Deps,
  owner: OwnerId,
  { session, token }: SessionCall,
  { cause, asker }: Pick<Heard, "cause" | "asker">,
) {
  const outcome = yield* deps.api.call({
    call: "GET /verify/dial-in",
    query: { session },
    token,
    lang: DEFAULT_LOCALE,
    noNude: false,
  })
  if (outcome._tag === "Answered") {
    yield* hearAll(deps, owner, session, outcome.body, { from: "member-api", cause, asker })
    return true
  }
  // Nobody answers for this call any more.
  if (isTokenRefused(outcome)) {
    const status: CallStatus = { _tag: "DialInStateChanged", session, state: "expired" }
    yield* hear(deps, owner, status, { from: "gateway", cause, asker })
  }
  return false
})

/** With the token that the store has now. */
const checkAgain = (deps: Deps, owner: OwnerId) =>
  callOf(deps, owner).pipe(
    Effect.flatMap((call) =>
      call === null ? Effect.void : Effect.asVoid(check(deps, owner, call, UNASKED)),
    ),
    Effect.catchTag("SessionsUnavailable", (error) => Effect.logError("sessions", error.message)),
  )

const onEvent = (deps: Deps, owner: OwnerId, name: string, payload: unknown): void => {
  const frame = {
    source: "member-socket",
    call: name,
    payload,
    about: { visit: null, owner, member: null },
  } as const
  const read = readMemberFrame(frame)
  // A caller hears of their call alone; what else comes is reported as every frame is.
  if (read._tag === "Unreadable" || read.value.call !== "dial-in-status") {
    return deps.pipeline.memberFrame(frame)
  }
  const { payload: said } = read.value
  const heard = { from: "member-socket", ...UNASKED } as const
  deps.run(deps.fatal.guard(hearAll(deps, owner, said.session, said, heard)))
}

const hold = (deps: Deps, owner: OwnerId) =>
  deps.sockets.hold(owner, {
    token: callOf(deps, owner).pipe(
      Effect.map((call) => call?.token ?? null),
      Effect.catchTag("SessionsUnavailable", () => Effect.succeed(null)),
    ),
    event: (name, payload) => deps.fatal.attempt(() => onEvent(deps, owner, name, payload)),
    connected: () => deps.fatal.guard(checkAgain(deps, owner)),
    interrupted: Effect.void,
    refused: deps.fatal
      .guard(checkAgain(deps, owner))
      .pipe(Effect.andThen(deps.sockets.release(owner)), Effect.as(false)),
  })

/** Some ten minutes, in ever longer pauses; then the upstream's own watch over absent callers is left. */
const HANG_UP_AGAIN = Schedule.max([
  Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("30 seconds")]),
  Schedule.recurs(24),
])

/** The caller pays until the upstream has taken it. Answers whether it has by now; else it is asked again. */
const hangUp = Effect.fnUntraced(function* (deps: Deps, { token }: SessionCall) {
  const asked = deps.api
    .call({ call: "DELETE /payment/dial-in", token, lang: DEFAULT_LOCALE, noNude: false })
    .pipe(
      Effect.filterOrFail(
        (outcome) => outcome._tag === "Answered" || isTokenRefused(outcome),
        ({ _tag }) => _tag,
      ),
    )
  return yield* asked.pipe(
    Effect.as(true),
    Effect.catch((why) =>
      Effect.logWarning("nobody says that a call was hung up", { why }).pipe(
        Effect.andThen(Effect.retry(asked, HANG_UP_AGAIN)),
        Effect.catch(() => Effect.logError("a call may still be running that a caller hung up")),
        Effect.forkIn(deps.scope),
        Effect.as(false),
      ),
    ),
  )
})

/** Of asking about a call whose provider is hanging up: its caller waits too. */
const HANG_UP_RETRIES = { attempts: 9, betweenMs: 250, forMs: 2_000 }

const endCall = Effect.fnUntraced(function* (
  deps: Deps,
  owner: OwnerId,
  call: SessionCall,
  cause: CommandId | null,
) {
  const { session } = call
  const isTaken = yield* hangUp(deps, call)
  // The upstream knows what the call came to when its provider has told of the end.
  yield* retryWhile(
    check(deps, owner, call, { cause, asker: null }).pipe(
      Effect.flatMap((isAnswered) =>
        isTaken && isAnswered ? callOf(deps, owner) : Effect.succeed(null),
      ),
    ),
    (left) => left?.session === session,
    HANG_UP_RETRIES,
  )
  const status: CallStatus = { _tag: "DialInStateChanged", session, state: "ended" }
  yield* hear(deps, owner, status, { from: "gateway", cause, asker: null })
})

const end = Effect.fnUntraced(function* (deps: Deps, owner: OwnerId, cause: CommandId | null) {
  const call = yield* callOf(deps, owner)
  if (call === null) return false
  yield* endCall(deps, owner, call, cause)
  return true
})

type KeptCall =
  | { readonly _tag: "Kept"; readonly call: SessionCall }
  /** The browser has another one, which is hung up first. */
  | { readonly _tag: "Another"; readonly call: SessionCall }
  | { readonly _tag: "Refused" }

/** A PIN that is typed again makes no call wait again that pays. `ended`: the call that was hung up for this one. */
const keepStarted = Effect.fnUntraced(function* (
  deps: Deps,
  owner: OwnerId,
  call: SessionCall,
  ended: IvrSessionId | null,
) {
  const before = yield* callOf(deps, owner)
  const isAgain = before !== null && before.session === call.session
  if (before !== null && !isAgain && before.session !== ended) {
    return { _tag: "Another", call: before } satisfies KeptCall
  }
  const kept = isAgain ? { ...call, state: before.state } : call
  if (!(yield* keep(deps, owner, kept))) return { _tag: "Refused" } satisfies KeptCall
  const { session, state } = kept
  if (!isAgain) deps.told.set(owner, { _tag: "DialInStateChanged", session, state })
  return { _tag: "Kept", call: kept } satisfies KeptCall
})

/** Looks again after each call that it hung up: two tabs may have their PINs accepted at once. */
const started = Effect.fnUntraced(function* (deps: Deps, owner: OwnerId, call: SessionCall) {
  let ended: IvrSessionId | null = null
  for (;;) {
    const result: KeptCall = yield* keepStarted(deps, owner, call, ended).pipe(
      deps.mutex.withPermits(1),
    )
    switch (result._tag) {
      case "Another":
        yield* endCall(deps, owner, result.call, null)
        ended = result.call.session
        break
      case "Refused":
        yield* hangUp(deps, call)
        return null
      case "Kept":
        yield* hold(deps, owner)
        return result.call
    }
  }
})

const releaseAbsent = ({ sockets, told, visits }: Deps) =>
  Effect.suspend(() =>
    Effect.forEach(
      [...sockets.held()].filter((owner) => visits.ofOwner(owner).size === 0),
      (owner) => {
        told.delete(owner)
        return sockets.release(owner)
      },
      { discard: true },
    ),
  )

export class CallPresence extends Context.Service<CallPresence, CallPresenceShape>()(
  "gateway/CallPresence",
) {
  static readonly layer = Layer.effect(
    CallPresence,
    Effect.gen(function* () {
      const deps = yield* makeDeps
      return CallPresence.of({
        started: (owner, call) => started(deps, owner, call),
        arrived: ({ owner }, call) =>
          Effect.andThen(hold(deps, owner), check(deps, owner, call, UNASKED)),
        check: (visit, call, cause) => check(deps, visit.owner, call, { cause, asker: visit }),
        end: (owner, cause) => end(deps, owner, cause),
        releaseAbsent: releaseAbsent(deps),
      })
    }),
  )
}
