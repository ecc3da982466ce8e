/**
 * `POST /api/rooms/{performerId}/watch` and `DELETE /api/watching/{id}`: a page's offer becomes the engine's answer.
 * The page talks to this site alone: the engine's addresses and the word that it is shown stay here.
 *
 *   offer ─▶ the visit's seat ─▶ POST /chat/watch ─▶ {path, token} ─▶ WHEP at the engine ─▶ answer, an address of ours
 *   DELETE, or the seat is given up ─▶ DELETE at the engine
 *
 * Called by server/app.ts. Invariants: who watches sits in that room, now and as long as it plays; nothing plays that
 * nobody can end. In memory alone: after a restart the pages' sessions are new, and the service cuts those of before.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { VisitId } from "@foldcast/contracts/ids"
import { GatewayConfig } from "../config.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { readText } from "../http/body.ts"
import { rateKeyOf } from "../http/client-address.ts"
import type { HeaderReader } from "../http/origin.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { Ids } from "../ids.ts"
import type { LogUnavailable } from "../log/event-log.ts"
import { Browsers } from "../members/browser.ts"
import { Rooms } from "../rooms/rooms.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { boundedSemaphore } from "../upstream/bounded-semaphore.ts"
import type { CallFailure } from "../upstream/frame.ts"
import type { ResolvedSession } from "../sessions/session-store.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"
import { PlayingSessions, type PlayingSession } from "./playing-sessions.ts"
import type { Playing } from "./whep-answer.ts"
import { MAX_SDP_BYTES, type WhepEngine, whepEngine } from "./whep-engine.ts"

/** Offers at the engine at once, and those that wait for their turn. */
const OFFERS = { atOnce: 64, waiting: 512 }
/** Ends are told in the background; of those on top the service's own cut is all. */
const ENDS = { atOnce: 32, waiting: 20_000 }
/** Of a service that does not answer. */
const RETRY_SECONDS = 5
/** Nobody guesses the name of somebody else's. */
const ID_BITS = 192

const isVisit = Schema.is(VisitId)

export interface Watcher {
  readonly header: HeaderReader
  readonly address: string
}

export interface WatchPost extends Watcher {
  readonly request: Request
  readonly performerId: string
  readonly visit: string | undefined
  /** Whether nobody reads the answer any more. */
  readonly isGone: () => boolean
}

interface Offered extends Pick<WatchPost, "performerId" | "isGone"> {
  readonly visit: LiveVisit
  readonly sdp: string
}

type Answering = Effect.Effect<Response, LogUnavailable>

export interface WatchingShape {
  readonly watch: (post: WatchPost) => Answering
  readonly end: (watcher: Watcher, id: string) => Answering
}

const playingResponse = (id: string, { answer, iceServers }: Playing): Response =>
  new Response(answer, {
    status: 201,
    headers: {
      "Content-Type": "application/sdp",
      "Cache-Control": "no-store",
      Location: `/api/watching/${id}`,
      ...(iceServers !== null && { Link: iceServers }),
    },
  })

/** What a refusal of the chat service means for whoever wants to see. */
const problemOf = (failure: CallFailure) => {
  if (failure._tag !== "Refused" || failure.status >= 500 || failure.status === 429) {
    return "unavailable"
  }
  // It knows nothing of the session: what the seat says is over, and nobody has heard of it yet.
  return failure.label === "chatNotStarted" ? "noSuchVisit" : "noPicture"
}

export class Watching extends Context.Service<Watching, WatchingShape>()("gateway/Watching") {
  static readonly layer = Layer.effect(
    Watching,
    Effect.gen(function* () {
      const { mediaEngine } = yield* GatewayConfig
      const browsers = yield* Browsers
      const rates = yield* RateLimits
      const visits = yield* Visits
      const rooms = yield* Rooms
      const ids = yield* Ids
      const metrics = yield* GatewayMetrics
      const scope = yield* Effect.scope
      const problem = yield* makeAnswerProblem
      const offers = yield* boundedSemaphore(OFFERS)
      const ends = yield* boundedSemaphore(ENDS)
      const run = Effect.runForkWith(yield* Effect.context())
      const sessions = new PlayingSessions()
      const { url } = mediaEngine
      const engine: WhepEngine | null = url === null ? null : whepEngine({ ...mediaEngine, url })

      /** Whether it takes long is nobody's to wait for. */
      const endAt = (playing: Pick<PlayingSession, "session">) =>
        engine === null
          ? Effect.void
          : Effect.asVoid(
              Effect.forkIn(Effect.ignore(ends.take(engine.end(playing.session))), scope),
            )

      yield* rooms.whenLeft((seat) => {
        for (const playing of sessions.forgetOf(seat)) run(endAt(playing))
      })
      yield* metrics.watch("playing_sessions", () => sessions.size)

      const unavailable = problem("unavailable", { retryAfterSeconds: RETRY_SECONDS })

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
        const session = (yield* browsers.known(header))?.session ?? null
        return session?.cookie === "current" ? session : null
      })

      /** By the word of this moment: nothing of it is kept, and nothing is asked twice. */
      const play = Effect.fnUntraced(function* (
        engine: WhepEngine,
        { visit, performerId, sdp, isGone }: Offered,
      ) {
        const granted = yield* rooms.watch(visit, performerId)
        if (granted._tag === "NotThere") return yield* problem("noSuchVisit")
        if (granted._tag === "Refused") {
          const kind = problemOf(granted.failure)
          return yield* kind === "unavailable" ? unavailable : problem(kind)
        }
        const { seat, isTaken, path, token } = granted
        /** The room was left meanwhile, or nobody hears the answer. */
        const isOver = () => !isTaken() || isGone()
        if (isOver()) return yield* problem("noSuchVisit")
        const playing = yield* engine.play({ path, token, sdp })
        if (isOver()) {
          yield* endAt(playing)
          return yield* problem("noSuchVisit")
        }
        const id = ids.token(ID_BITS)
        const surplus = sessions.add({ id, seat, session: playing.session })
        yield* Effect.forEach(surplus, endAt, { discard: true })
        return playingResponse(id, playing)
      })

      const offer = Effect.fnUntraced(
        function* (
          engine: WhepEngine,
          { request, performerId, visit: named, address, isGone }: WatchPost,
          { owner, member }: ResolvedSession,
        ) {
          const visit = isVisit(named) ? visits.get(named) : undefined
          // Foreign and unknown get the same answer, and so does who is elsewhere.
          if (visit === undefined || visit.owner !== owner) return yield* problem("noSuchVisit")
          const sdp = yield* readText(request, "offer", MAX_SDP_BYTES)
          yield* rooms.arrived({ visit, member, address })
          return yield* offers.take(play(engine, { visit, performerId, sdp, isGone }))
        },
        Effect.catchTags({
          BodyRefused: ({ kind, label }) => problem(kind, { label }),
          NothingToSee: () => problem("noPicture"),
          OfferRefused: () => problem("malformed", { label: "badRequest.offer" }),
          NoCommonCodec: () => problem("noCodec"),
          TooManyWait: () => unavailable,
          EngineSilent: ({ reason, retryAfterSeconds }) =>
            Effect.andThen(
              Effect.logWarning("the media engine plays nothing", { reason }),
              problem("unavailable", { retryAfterSeconds }),
            ),
        }),
      )

      const watch = Effect.fnUntraced(
        function* (post: WatchPost) {
          const session = yield* sessionOf(post.header)
          if (session === null) return yield* problem("unauthenticated")
          if (engine === null) return yield* problem("noPicture")
          if (sessions.isFull) return yield* unavailable
          return yield* counted({ watchesPerOwner: session.owner }, offer(engine, post, session))
        },
        Effect.catchTag("SessionsUnavailable", (error) =>
          Effect.andThen(Effect.logError("sessions", error.message), unavailable),
        ),
      )

      const end = Effect.fnUntraced(
        function* ({ header }: Watcher, id: string) {
          const session = yield* sessionOf(header)
          if (session === null) return yield* problem("unauthenticated")
          const playing = sessions.get(id)
          // It may have ended with its seat meanwhile: to whoever asks, it is over either way.
          if (playing?.seat.visit.owner === session.owner) {
            sessions.forget(playing)
            yield* endAt(playing)
          }
          return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } })
        },
        Effect.catchTag("SessionsUnavailable", (error) =>
          Effect.andThen(Effect.logError("sessions", error.message), unavailable),
        ),
      )

      /** Counted before the cookie is looked up: made-up ones are looked for in the store. */
      const from = ({ address }: Watcher) => ({ watchesPerAddress: rateKeyOf(address) })

      return Watching.of({
        watch: (post) => counted(from(post), watch(post)),
        end: (watcher, id) => counted(from(watcher), end(watcher, id)),
      })
    }),
  )
}
