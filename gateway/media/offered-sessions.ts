/**
 * Forwards a page's offer to the media engine, to watch or to show a camera. The page talks only to this site; the
 * engine's address and the token stay here.
 *
 *   offer ─▶ the visit's room session ─▶ the chat service ─▶ {path, token} ─▶ the engine ─▶ answer, an address of ours
 *   DELETE, or the room session ends ─▶ DELETE at the engine
 *
 * Invariants: the visit is in that room for as long as the session exists; every open session can be ended; no
 * browser and no address exceeds its share of the engine, running offers included (engine-sessions.ts). In memory
 * only: after a restart pages open new sessions, and the service ends the old ones.
 */
import { Clock, Effect, Schema } from "effect"
import { VisitId } from "@foldcast/contracts/ids"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { GatewayConfig } from "../config.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { readText } from "../http/body.ts"
import type { HeaderReader } from "../http/origin.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { Ids } from "../ids.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { Browsers } from "../members/browsers.ts"
import type { MediaGrant } from "../rooms/media-grants.ts"
import { RoomService } from "../rooms/room-service.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { boundedSemaphore } from "../upstream/bounded-semaphore.ts"
import type { CallFailure } from "../upstream/frame.ts"
import type { ResolvedSession, SessionsUnavailable } from "../sessions/session-store.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"
import type { Opened } from "./engine-answer.ts"
import { type EngineOffers, engineOffers, MAX_SDP_BYTES } from "./engine-offers.ts"
import { EngineSessions, type EngineSession, type OfferPlace } from "./engine-sessions.ts"

/** Concurrent offers to the engine, and those in the queue. */
const OFFERS = { atOnce: 64, waiting: 512 }
/** Sessions are ended in the background; beyond the queue only the service's own cut ends them. */
const ENDS = { atOnce: 32, waiting: 20_000 }
/** The retry delay where a service does not answer. */
const RETRY_SECONDS = 5
/** The retry delay at a limit: a session may end meanwhile. */
const FULL_RETRY_SECONDS = 5
/** Random bits of an id, so that it cannot be guessed. */
const ID_BITS = 192

const noContent = () =>
  new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } })

const isVisit = Schema.is(VisitId)

export interface Offerer {
  readonly header: HeaderReader
  readonly address: string
}

export interface OfferPost extends Offerer {
  readonly request: Request
  readonly performerId: string
  readonly visit: string | undefined
  /** True during the join: the offer waits for it, and gets 204 where there is no picture. */
  readonly isJoining: boolean
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean
}

interface Offered extends Pick<OfferPost, "performerId" | "isJoining" | "isGone"> {
  readonly visit: LiveVisit
  readonly sdp: string
  readonly place: OfferPlace
}

type Answering = Effect.Effect<Response, LogUnavailable>

export interface OfferedSessions {
  readonly open: (post: OfferPost) => Answering
  readonly end: (offerer: Offerer, id: string) => Answering
}

export interface OfferedKind {
  readonly offersAt: string
  /** The path of a session here, to which its id is appended. */
  readonly address: string
  /** Asks for a token that is valid now. */
  readonly grant: (visit: LiveVisit, performerId: string) => Effect.Effect<MediaGrant>
  /** The problem where the room offers no such session now. */
  readonly none: "noPicture" | "noCamBack"
  readonly perOwner: "watchesPerOwner" | "camBacksPerOwner"
  readonly most: number
  readonly metric: "playing_sessions" | "cam_back_sessions"
  readonly warning: string
}

const problemOf = (failure: CallFailure, none: OfferedKind["none"]) => {
  if (failure._tag !== "Refused" || failure.status >= 500 || failure.status === 429) {
    return "unavailable"
  }
  // The chat service does not know the session: the room session is over, and the gateway has not received that
  // yet.
  return failure.label === "chatNotStarted" ? "noSuchVisit" : none
}

const makeDeps = Effect.fnUntraced(function* (kind: OfferedKind) {
  const { mediaEngine, limits } = yield* GatewayConfig
  const { url, timeoutMs } = mediaEngine
  const problem = yield* makeAnswerProblem
  return {
    kind,
    engine: url === null ? null : engineOffers({ url, offersAt: kind.offersAt, timeoutMs }),
    browsers: yield* Browsers,
    rates: yield* RateLimits,
    visits: yield* Visits,
    rooms: yield* RoomService,
    ids: yield* Ids,
    scope: yield* Effect.scope,
    offers: yield* boundedSemaphore(OFFERS),
    ends: yield* boundedSemaphore(ENDS),
    sessions: new EngineSessions({
      perRoomSession: kind.most,
      perOwner: limits.maxMediaSessionsPerOwner,
      perAddress: limits.maxMediaSessionsPerAddress,
    }),
    problem,
    unavailable: problem("unavailable", { retryAfterSeconds: RETRY_SECONDS }),
  }
})

type OfferDeps = Effect.Success<ReturnType<typeof makeDeps>>

/** Ends a session at the engine in the background. */
const endAtEngine = (
  { engine, ends, scope }: OfferDeps,
  { session }: Pick<EngineSession, "session">,
) =>
  engine === null
    ? Effect.void
    : Effect.asVoid(Effect.forkIn(Effect.ignore(ends.take(engine.end(session))), scope))

const createdResponse = (location: string, { answer, iceServers }: Opened): Response =>
  new Response(answer, {
    status: 201,
    headers: {
      "Content-Type": "application/sdp",
      "Cache-Control": "no-store",
      Location: location,
      ...(iceServers !== null && { Link: iceServers }),
    },
  })

const counted = Effect.fnUntraced(function* (
  { problem, rates }: OfferDeps,
  keys: Parameters<OfferDeps["rates"]["take"]>[0],
  answer: Answering,
): Effect.fn.Return<Response, LogUnavailable> {
  const verdict = rates.take(keys, yield* Clock.currentTimeMillis)
  if (verdict.allowed) return yield* answer
  return yield* problem("tooMany", { retryAfterSeconds: verdict.retryAfterSeconds })
})

/** The browser's session; null where its cookie proves none, or is the one of before a log-in. */
const currentSession = Effect.fnUntraced(function* ({ browsers }: OfferDeps, header: HeaderReader) {
  const session = (yield* browsers.identify(header))?.session ?? null
  return session?.cookie === "current" ? session : null
})

/**
 * Asks the chat service for a token, and opens a session at the engine with it. The token is not kept, and neither
 * call is retried.
 */
const openAtEngine = Effect.fnUntraced(function* (
  deps: OfferDeps,
  engine: EngineOffers,
  { visit, performerId, sdp, place, isJoining, isGone }: Offered,
) {
  const { ids, kind, problem, unavailable } = deps
  const granted = yield* kind.grant(visit, performerId)
  if (granted._tag === "NotInRoom") {
    // Before the join it is unknown whether there is a picture, so its absence is no error.
    return isJoining ? noContent() : yield* problem("noSuchVisit")
  }
  if (granted._tag === "Refused") {
    const why = problemOf(granted.failure, kind.none)
    if (isJoining && why === kind.none) return noContent()
    return yield* why === "unavailable" ? unavailable : problem(why)
  }
  const { roomSession, isCurrent, path, token } = granted
  /** The visit has left the room meanwhile, or the client has disconnected. */
  const isOver = () => !isCurrent() || isGone()
  if (isOver()) return yield* problem("noSuchVisit")
  const opened = yield* engine.open({ path, token, sdp })
  if (isOver()) {
    yield* endAtEngine(deps, opened)
    return yield* problem("noSuchVisit")
  }
  const id = ids.token(ID_BITS)
  const surplus = place.opened({ id, roomSession, session: opened.session })
  yield* Effect.forEach(surplus, (session) => endAtEngine(deps, session), { discard: true })
  return createdResponse(kind.address + id, opened)
})

/** Takes a place for the offer, opens the session, and frees the place where none was opened. */
const openInPlace = (
  deps: OfferDeps,
  engine: EngineOffers,
  offer: Omit<Offered, "place">,
  address: string,
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => deps.sessions.take(offer.visit, rateKeyOf(address))),
    (taken) => {
      if (taken === null) return deps.problem("tooMany", { retryAfterSeconds: FULL_RETRY_SECONDS })
      const { place, displaced } = taken
      const opening = deps.offers.take(openAtEngine(deps, engine, { ...offer, place }))
      return displaced === null ? opening : Effect.andThen(endAtEngine(deps, displaced), opening)
    },
    (taken) => Effect.sync(() => taken?.place.over()),
  )

const offer = Effect.fnUntraced(
  function* (
    deps: OfferDeps,
    engine: EngineOffers,
    { request, performerId, visit: named, isJoining, address, isGone }: OfferPost,
    { owner, member, call }: ResolvedSession,
  ) {
    const { problem, rooms, visits } = deps
    const visit = isVisit(named) ? visits.get(named) : undefined
    // A foreign visit, an unknown one and one in another room get the same answer.
    if (visit === undefined || visit.owner !== owner) return yield* problem("noSuchVisit")
    const sdp = yield* readText(request, "offer", MAX_SDP_BYTES)
    yield* rooms.restore({ visit, member, call, address })
    if (isJoining) yield* rooms.awaitJoin(visit, performerId)
    const offered = { visit, performerId, sdp, isJoining, isGone }
    return yield* openInPlace(deps, engine, offered, address)
  },
  (effect, { kind, problem, unavailable }) =>
    Effect.catchTags(effect, {
      BodyRefused: ({ kind: refused, label }) => problem(refused, { label }),
      NotAllowed: () => problem(kind.none),
      OfferRefused: () => problem("malformed", { label: "badRequest.offer" }),
      NoCommonCodec: () => problem("noCodec"),
      TooManyWait: () => unavailable,
      EngineSilent: ({ reason, retryAfterSeconds }) =>
        Effect.andThen(
          Effect.logWarning(kind.warning, { reason }),
          problem("unavailable", { retryAfterSeconds }),
        ),
    }),
)

const open = Effect.fnUntraced(function* (deps: OfferDeps, post: OfferPost) {
  const { engine, kind, problem } = deps
  const session = yield* currentSession(deps, post.header)
  if (session === null) return yield* problem("unauthenticated")
  if (engine === null) return post.isJoining ? noContent() : yield* problem(kind.none)
  const keys = { [kind.perOwner]: session.owner }
  return yield* counted(deps, keys, offer(deps, engine, post, session))
})

const end = Effect.fnUntraced(function* (deps: OfferDeps, { header }: Offerer, id: string) {
  const { problem, sessions } = deps
  const session = yield* currentSession(deps, header)
  if (session === null) return yield* problem("unauthenticated")
  const named = sessions.get(id)
  // The session may have ended with its room session; the answer is the same.
  if (named?.roomSession.visit.owner === session.owner) {
    sessions.forget(named)
    yield* endAtEngine(deps, named)
  }
  return noContent()
})

/** The rate limit comes before the cookie's lookup, since invented cookies would cost store reads. */
const guarded = (
  deps: OfferDeps,
  { address }: Offerer,
  answer: Effect.Effect<Response, LogUnavailable | SessionsUnavailable>,
): Answering =>
  counted(
    deps,
    { watchesPerAddress: rateKeyOf(address) },
    Effect.catchTag(answer, "SessionsUnavailable", (error) =>
      Effect.andThen(Effect.logError("sessions", error.message), deps.unavailable),
    ),
  )

export const makeOfferedSessions = Effect.fnUntraced(function* (kind: OfferedKind) {
  const deps = yield* makeDeps(kind)
  const metrics = yield* GatewayMetrics
  const run = Effect.runForkWith(yield* Effect.context())
  yield* deps.rooms.onLeft((roomSession) => {
    for (const session of deps.sessions.forgetOf(roomSession)) run(endAtEngine(deps, session))
  })
  yield* metrics.watch(kind.metric, () => deps.sessions.size)
  return {
    open: (post: OfferPost) => guarded(deps, post, open(deps, post)),
    end: (offerer: Offerer, id: string) => guarded(deps, offerer, end(deps, offerer, id)),
  } satisfies OfferedSessions
})
