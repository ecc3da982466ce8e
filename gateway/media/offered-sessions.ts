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
import type { ResolvedSession } from "../sessions/session-store.ts"
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

export const makeOfferedSessions = Effect.fnUntraced(function* (kind: OfferedKind) {
  const { mediaEngine, limits } = yield* GatewayConfig
  const browsers = yield* Browsers
  const rates = yield* RateLimits
  const visits = yield* Visits
  const rooms = yield* RoomService
  const ids = yield* Ids
  const metrics = yield* GatewayMetrics
  const scope = yield* Effect.scope
  const problem = yield* makeAnswerProblem
  const offers = yield* boundedSemaphore(OFFERS)
  const ends = yield* boundedSemaphore(ENDS)
  const run = Effect.runForkWith(yield* Effect.context())
  const { offersAt, none } = kind
  const sessions = new EngineSessions({
    perRoomSession: kind.most,
    perOwner: limits.maxMediaSessionsPerOwner,
    perAddress: limits.maxMediaSessionsPerAddress,
  })
  const { url, timeoutMs } = mediaEngine
  const engine: EngineOffers | null =
    url === null ? null : engineOffers({ url, offersAt, timeoutMs })

  /** Whether it takes long is nobody's to wait for. */
  const endAt = ({ session }: Pick<EngineSession, "session">) =>
    engine === null
      ? Effect.void
      : Effect.asVoid(Effect.forkIn(Effect.ignore(ends.take(engine.end(session))), scope))

  yield* rooms.onLeft((roomSession) => {
    for (const session of sessions.forgetOf(roomSession)) run(endAt(session))
  })
  yield* metrics.watch(kind.metric, () => sessions.size)

  const unavailable = problem("unavailable", { retryAfterSeconds: RETRY_SECONDS })

  const answerOf = (id: string, { answer, iceServers }: Opened): Response =>
    new Response(answer, {
      status: 201,
      headers: {
        "Content-Type": "application/sdp",
        "Cache-Control": "no-store",
        Location: kind.address + id,
        ...(iceServers !== null && { Link: iceServers }),
      },
    })

  const counted = Effect.fnUntraced(function* (
    keys: Parameters<typeof rates.take>[0],
    answer: Answering,
  ): Effect.fn.Return<Response, LogUnavailable> {
    const verdict = rates.take(keys, yield* Clock.currentTimeMillis)
    if (verdict.allowed) return yield* answer
    return yield* problem("tooMany", { retryAfterSeconds: verdict.retryAfterSeconds })
  })

  /** The browser's session; null where its cookie proves none, or the one of before a log-in. */
  const sessionOf = Effect.fnUntraced(function* (header: HeaderReader) {
    const session = (yield* browsers.identify(header))?.session ?? null
    return session?.cookie === "current" ? session : null
  })

  /** By the word of this moment: nothing of it is kept, and nothing is asked twice. */
  const openAt = Effect.fnUntraced(function* (
    engine: EngineOffers,
    { visit, performerId, sdp, place, isJoining, isGone }: Offered,
  ) {
    const granted = yield* kind.grant(visit, performerId)
    if (granted._tag === "NotInRoom") {
      // Nobody knows what there is to see before the room is joined: that there is nothing is no fault.
      return isJoining ? noContent() : yield* problem("noSuchVisit")
    }
    if (granted._tag === "Refused") {
      const why = problemOf(granted.failure, none)
      if (isJoining && why === none) return noContent()
      return yield* why === "unavailable" ? unavailable : problem(why)
    }
    const { roomSession, isCurrent, path, token } = granted
    /** The room was left meanwhile, or nobody hears the answer. */
    const isOver = () => !isCurrent() || isGone()
    if (isOver()) return yield* problem("noSuchVisit")
    const opened = yield* engine.open({ path, token, sdp })
    if (isOver()) {
      yield* endAt(opened)
      return yield* problem("noSuchVisit")
    }
    const id = ids.token(ID_BITS)
    const surplus = place.opened({ id, roomSession, session: opened.session })
    yield* Effect.forEach(surplus, endAt, { discard: true })
    return answerOf(id, opened)
  })

  const offer = Effect.fnUntraced(
    function* (
      engine: EngineOffers,
      { request, performerId, visit: named, isJoining, address, isGone }: OfferPost,
      { owner, member }: ResolvedSession,
    ) {
      const visit = isVisit(named) ? visits.get(named) : undefined
      // Foreign and unknown get the same answer, and so does who is elsewhere.
      if (visit === undefined || visit.owner !== owner) return yield* problem("noSuchVisit")
      const sdp = yield* readText(request, "offer", MAX_SDP_BYTES)
      yield* rooms.restore({ visit, member, address })
      if (isJoining) yield* rooms.awaitJoin(visit, performerId)
      return yield* Effect.acquireUseRelease(
        Effect.sync(() => sessions.take(visit, rateKeyOf(address))),
        (taken) => {
          if (taken === null) return problem("tooMany", { retryAfterSeconds: FULL_RETRY_SECONDS })
          const { place, displaced } = taken
          const offered = { visit, performerId, sdp, place, isJoining, isGone }
          const opening = offers.take(openAt(engine, offered))
          return displaced === null ? opening : Effect.andThen(endAt(displaced), opening)
        },
        (taken) => Effect.sync(() => taken?.place.over()),
      )
    },
    Effect.catchTags({
      BodyRefused: ({ kind: refused, label }) => problem(refused, { label }),
      NotAllowed: () => problem(none),
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

  const open = Effect.fnUntraced(
    function* (post: OfferPost) {
      const session = yield* sessionOf(post.header)
      if (session === null) return yield* problem("unauthenticated")
      if (engine === null) return post.isJoining ? noContent() : yield* problem(none)
      return yield* counted({ [kind.perOwner]: session.owner }, offer(engine, post, session))
    },
    Effect.catchTag("SessionsUnavailable", (error) =>
      Effect.andThen(Effect.logError("sessions", error.message), unavailable),
    ),
  )

  const end = Effect.fnUntraced(
    function* ({ header }: Offerer, id: string) {
      const session = yield* sessionOf(header)
      if (session === null) return yield* problem("unauthenticated")
      const there = sessions.get(id)
      // It may have ended with its room session meanwhile: to whoever asks, it is over either way.
      if (there?.roomSession.visit.owner === session.owner) {
        sessions.forget(there)
        yield* endAt(there)
      }
      return noContent()
    },
    Effect.catchTag("SessionsUnavailable", (error) =>
      Effect.andThen(Effect.logError("sessions", error.message), unavailable),
    ),
  )

  /** Counted before the cookie is looked up: made-up ones are looked for in the store. */
  const from = ({ address }: Offerer) => ({ watchesPerAddress: rateKeyOf(address) })

  return {
    open: (post: OfferPost) => counted(from(post), open(post)),
    end: (offerer: Offerer, id: string) => counted(from(offerer), end(offerer, id)),
  } satisfies OfferedSessions
})
