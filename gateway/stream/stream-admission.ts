/**
 * Admission for streams of both transports: checks whether this request may attach, finds its session, and parses
 * what it asks for (docs/protocol.md, "Stream"). Nothing happens before the origin is known to be our own.
 */
import { Clock, Context, Effect, Layer, Random } from "effect"
import type { VisitId } from "@foldcast/contracts/ids"
import { CLOSE, type GatewayFrame, SUBPROTOCOL } from "@foldcast/contracts/stream/frames"
import { Brands } from "../brand/brands.ts"
import { GatewayConfig } from "../config.ts"
import { pageTraits } from "../http/page-traits.ts"
import { Browsers } from "../members/browsers.ts"
import { type HeaderReader, mayOpenWebSocket, mayReadEventStream } from "../http/origin.ts"
import type { ProblemKind } from "../problem-kinds.ts"
import { Places } from "../http/places.ts"
import { LoadShedding, RETRY_SHED_SECONDS } from "../http/load-shedding.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { Ids } from "../ids.ts"
import type { OwnerId } from "../log/visit-header.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { mayStore, RETRY_STORING_SECONDS } from "@foldcast/limits/storage-level"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { FreeSpace } from "../log/free-space.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { CookieChanges } from "../visits/cookie-changes.ts"
import { Visits } from "../visits/registry.ts"
import type { Attaching } from "./attaching.ts"
import { attachRequest, keyOf, tabOf } from "./attach-query.ts"
import type { AttachRequest } from "./resume.ts"

export interface StreamRequest {
  readonly transport: "websocket" | "sse"
  readonly url: URL
  readonly header: HeaderReader
  /** The browser's address from `clientAddress`. */
  readonly address: string
}

export type Bye = Omit<Extract<GatewayFrame, { readonly k: "bye" }>, "k">

export type AdmissionResult =
  | {
      readonly _tag: "Open"
      readonly attaching: Attaching
      readonly setCookie: string | null
      /** Called once, when the connection closes. */
      readonly leave: () => void
    }
  /** A request that no page of ours makes, or a cookie that opens nothing. */
  | {
      readonly _tag: "Refused"
      readonly kind: ProblemKind
      readonly retryAfterSeconds: number | null
    }
  /**
   * Gets `bye` with this code on an opened stream, and nothing is attached: a browser hides from its page why an
   * upgrade was refused.
   */
  | { readonly _tag: "Declined"; readonly bye: Bye }

export interface StreamAdmissionShape {
  readonly admit: (request: StreamRequest) => Effect.Effect<AdmissionResult, LogUnavailable>
}

/** Seconds after which a browser retries when all places are taken. */
const FULL_RETRY_SECONDS = 10

const DECLINED: AdmissionResult = {
  _tag: "Declined",
  bye: { code: CLOSE.protocolNotSupported, reason: "protocol not supported" },
}

/** Declines with a jittered retry delay, so that declined browsers do not come back together. */
const declined = (
  code: Bye["code"],
  reason: string,
  [from, to]: readonly [fromSeconds: number, toSeconds: number],
): Effect.Effect<AdmissionResult> =>
  Effect.map(Random.nextIntBetween(from * 1_000, to * 1_000), (retryAfterMs) => ({
    _tag: "Declined",
    bye: { code, reason, retryAfterMs },
  }))

const FULL = declined(CLOSE.storageFull, "storage full", [
  RETRY_STORING_SECONDS / 2,
  RETRY_STORING_SECONDS,
])
const BUSY = declined(CLOSE.tryAgainLater, "busy", [RETRY_SHED_SECONDS, 3 * RETRY_SHED_SECONDS])

/**
 * Bytes that a stream may write before its browser sends anything: the visit's first facts and its connection
 * notes.
 */
const STREAM_BYTES = 4_096

const offersProtocol = (header: HeaderReader) =>
  (header("sec-websocket-protocol") ?? "").split(",").some((name) => name.trim() === SUBPROTOCOL)

const refused = (kind: ProblemKind, retryAfterSeconds: number | null = null): AdmissionResult => ({
  _tag: "Refused",
  kind,
  retryAfterSeconds,
})

const makeDeps = Effect.gen(function* () {
  const { origins, limits } = yield* GatewayConfig
  return {
    origins,
    browsers: yield* Browsers,
    brands: yield* Brands,
    rates: yield* RateLimits,
    load: yield* LoadShedding,
    space: yield* FreeSpace,
    metrics: yield* GatewayMetrics,
    changes: yield* CookieChanges,
    visits: yield* Visits,
    ids: yield* Ids,
    connections: new Places({
      all: limits.maxConnections,
      perOwner: limits.maxConnectionsPerOwner,
      perAddress: limits.maxConnectionsPerAddress,
    }),
  }
})

type AdmissionDeps = Effect.Success<typeof makeDeps>

/** A rate limit or a limit on connections; answered as temporary. */
const tooMany = ({ metrics }: AdmissionDeps, retryAfterSeconds: number) =>
  Effect.andThen(
    metrics.turnedAway("stream", "address"),
    declined(CLOSE.tryAgainLater, "too many", [
      retryAfterSeconds,
      retryAfterSeconds + RETRY_SHED_SECONDS,
    ]),
  )

/** Why the request is refused before its session is looked up; null where it may go on. */
const refuseBeforeSession = Effect.fnUntraced(function* (
  deps: AdmissionDeps,
  { transport, header, address }: StreamRequest,
  now: number,
) {
  const { browsers, load, metrics, origins, rates, space } = deps
  const may = transport === "websocket" ? mayOpenWebSocket : mayReadEventStream
  const verdict = may(origins, header)
  if (verdict !== "allowed") return refused(verdict)
  // Counted before anything is made, be it a session or a socket that only gets `bye` 4501.
  const byAddress = rates.take({ streamsPerAddress: rateKeyOf(address) }, now)
  const isOurs = transport === "sse" || offersProtocol(header)
  if (!byAddress.allowed) {
    const { retryAfterSeconds } = byAddress
    return isOurs ? yield* tooMany(deps, retryAfterSeconds) : refused("tooMany", retryAfterSeconds)
  }
  if (!isOurs) return DECLINED
  if (load.isShedding()) {
    yield* metrics.turnedAway("stream", "eventLoop")
    return yield* BUSY
  }
  const level = space.level()
  if (level === "enough") return null
  const known = yield* browsers.identify(header)
  if (mayStore(level, (known?.session.member ?? null) !== null)) return null
  yield* metrics.turnedAway("stream", "storage")
  return yield* FULL
})

/** Seconds until this owner may open another stream; null where it may now. */
const ownerWait = (
  { rates }: AdmissionDeps,
  owner: OwnerId,
  address: string,
  now: number,
): number | null => {
  const byOwner = rates.take({ streamsPerOwner: owner }, now)
  if (!byOwner.allowed) return byOwner.retryAfterSeconds
  const stored = rates.take(
    { storedBytesPerOwner: owner, storedBytesPerAddress: rateKeyOf(address) },
    now,
    STREAM_BYTES,
  )
  return stored.allowed ? null : stored.retryAfterSeconds
}

/** The cookie of before a log-in opens only visits of that time, each only for its own document. */
const retiringCookieOpens = (
  { changes, visits }: AdmissionDeps,
  owner: OwnerId,
  request: AttachRequest,
  key: string | null,
  now: number,
): boolean => {
  const named = request._tag === "New" ? undefined : visits.get(request.visit as VisitId)
  return named?.owner === owner && changes.opens(named, key, now)
}

const admit = Effect.fnUntraced(
  function* (deps: AdmissionDeps, stream: StreamRequest) {
    const { brands, browsers, connections, ids } = deps
    const { transport, url, header, address } = stream
    const now = yield* Clock.currentTimeMillis
    const refusal = yield* refuseBeforeSession(deps, stream, now)
    if (refusal !== null) return refusal
    const { session, cookie, proof } = yield* browsers.forStream(header)
    const wait = ownerWait(deps, session.owner, address, now)
    if (wait !== null) return yield* tooMany(deps, wait)
    const request = attachRequest(
      url.searchParams,
      transport === "sse" ? (header("last-event-id") ?? null) : null,
    )
    const key = keyOf(url.searchParams)
    const isRetiring = session.cookie === "retiring"
    if (isRetiring && !retiringCookieOpens(deps, session.owner, request, key, now)) {
      return refused("unauthenticated")
    }
    const leave = connections.enter(session.owner, rateKeyOf(address))
    if (leave === null) return yield* tooMany(deps, FULL_RETRY_SECONDS)
    return {
      _tag: "Open",
      leave,
      attaching: {
        owner: session.owner,
        proof,
        key,
        member: session.member,
        call: session.call,
        ageChecked: session.ageChecked,
        tab: tabOf(url.searchParams, () => ids.token(96)),
        address,
        rateKey: rateKeyOf(address),
        request,
        mayBegin: session.cookie === "current",
        traits: pageTraits(url, header, brands.of(header("host"))).traits,
      },
      setCookie: cookie === null ? null : browsers.setCookie(cookie),
    } satisfies AdmissionResult
  },
  (effect) =>
    Effect.catchTag(effect, "SessionsUnavailable", (error) =>
      Effect.as(Effect.logError("sessions", error.message), refused("unavailable")),
    ),
)

export class StreamAdmission extends Context.Service<StreamAdmission, StreamAdmissionShape>()(
  "gateway/StreamAdmission",
) {
  static readonly layer = Layer.effect(
    StreamAdmission,
    Effect.map(makeDeps, (deps) =>
      StreamAdmission.of({ admit: (request) => admit(deps, request) }),
    ),
  )
}
