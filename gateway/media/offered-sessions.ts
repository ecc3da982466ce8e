/**
 * A page's offer becomes the engine's answer, to watch or to show a camera: the page talks to this site alone, the
 * engine's addresses and the word that it is shown stay here.
 *
 *   offer ─▶ the visit's room session ─▶ the chat service ─▶ {path, token} ─▶ the engine ─▶ answer, an address of ours
 *   DELETE, or the room session ends ─▶ DELETE at the engine
 *
 * Invariants: whoever offers sits in that room, now and as long as the session is there; nothing is open that nobody
 * can end; no browser and no address has more than its part of the engine, offers under way included
 * (engine-sessions.ts). In memory alone: after a restart the pages' sessions are new, and the service cuts those of
 * before.
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

/** Offers at the engine at once, and those that wait for their turn. */
const OFFERS = { atOnce: 64, waiting: 512 }
/** Ends are told in the background; of those on top the service's own cut is all. */
const ENDS = { atOnce: 32, waiting: 20_000 }
/** Of a service that does not answer. */
const RETRY_SECONDS = 5
/** Of who has as many as there may be: something of theirs may end meanwhile. */
const FULL_RETRY_SECONDS = 5
/** Nobody guesses the name of somebody else's. */
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
  /** Whether the room is being joined: the offer waits for that, and is answered also where there is nothing. */
  readonly isJoining: boolean
  /** Whether nobody reads the answer any more. */
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

/** What one kind of them is. */
export interface OfferedKind {
  /** Where at the engine an offer is posted. */
  readonly offersAt: string
  /** The session's address here, to which its id is added. */
  readonly address: string
  /** The word of this moment. */
  readonly grant: (visit: LiveVisit, performerId: string) => Effect.Effect<MediaGrant>
  /** What is said where the room has none for this visit now. */
  readonly none: "noPicture" | "noCamBack"
  readonly perOwner: "watchesPerOwner" | "camBacksPerOwner"
  /** Of one room session. */
  readonly most: number
  readonly metric: "playing_sessions" | "cam_back_sessions"
  readonly warning: string
}

/** What a refusal of the chat service means for whoever offers. */
const problemOf = (failure: CallFailure, none: OfferedKind["none"]) => {
  if (failure._tag !== "Refused" || failure.status >= 500 || failure.status === 429) {
    return "unavailable"
  }
  // It knows nothing of the session: the room session is over, and nobody has heard of it yet.
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

/** Ends a session at the engine in the background: nobody waits for it. */
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

/** The browser's session; null where its cookie proves none, or the one of before a log-in. */
const currentSession = Effect.fnUntraced(function* ({ browsers }: OfferDeps, header: HeaderReader) {
  const session = (yield* browsers.identify(header))?.session ?? null
  return session?.cookie === "current" ? session : null
})

/** Asks the chat service for a token, and the engine with it. Neither is kept, and nothing is asked twice. */
const openAtEngine = Effect.fnUntraced(function* (
  deps: OfferDeps,
  engine: EngineOffers,
  { visit, performerId, sdp, place, isJoining, isGone }: Offered,
) {
  const { ids, kind, problem, unavailable } = deps
  const granted = yield* kind.grant(visit, performerId)
  if (granted._tag === "NotInRoom") {
    // Nobody knows what there is to see before the room is joined: that there is nothing is no fault.
    return isJoining ? noContent() : yield* problem("noSuchVisit")
  }
  if (granted._tag === "Refused") {
    const why = problemOf(granted.failure, kind.none)
    if (isJoining && why === kind.none) return noContent()
    return yield* why === "unavailable" ? unavailable : problem(why)
  }
  const { roomSession, isCurrent, path, token } = granted
  /** The room was left meanwhile, or nobody hears the answer. */
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

/** Takes a place for the offer, opens it there, and gives the place back where nothing was opened. */
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
    { owner, member }: ResolvedSession,
  ) {
    const { problem, rooms, visits } = deps
    const visit = isVisit(named) ? visits.get(named) : undefined
    // Foreign and unknown get the same answer, and so does a visit that is in another room.
    if (visit === undefined || visit.owner !== owner) return yield* problem("noSuchVisit")
    const sdp = yield* readText(request, "offer", MAX_SDP_BYTES)
    yield* rooms.restore({ visit, member, address })
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
  // It may have ended with its room session meanwhile: for the browser it is over either way.
  if (named?.roomSession.visit.owner === session.owner) {
    sessions.forget(named)
    yield* endAtEngine(deps, named)
  }
  return noContent()
})

/** Counted before the cookie is looked up: made-up ones are looked for in the store. */
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
