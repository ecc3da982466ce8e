/**
 * What stands before every stream, whatever its transport: may this request attach, who is it, what does it
 * ask for (docs/protocol.md, "Stream"). Nothing happens before the origin is known to be our own.
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
import type { LogUnavailable } from "../log/visit-log.ts"
import { mayStore, RETRY_STORING_SECONDS } from "@foldcast/limits/storage-level"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { FreeSpace } from "../log/free-space.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { CookieChanges } from "../visits/cookie-changes.ts"
import { Visits } from "../visits/registry.ts"
import type { Attaching } from "./attaching.ts"
import { attachRequest, keyOf, tabOf } from "./attach-query.ts"

export interface StreamRequest {
  readonly transport: "websocket" | "sse"
  readonly url: URL
  readonly header: HeaderReader
  /** The browser's address, as clientAddress tells it. */
  readonly address: string
}

/** As its frame tells it. */
export type Bye = Omit<Extract<GatewayFrame, { readonly k: "bye" }>, "k">

export type AdmissionResult =
  | {
      readonly _tag: "Open"
      readonly attaching: Attaching
      readonly setCookie: string | null
      /** Called once, when the connection is gone. */
      readonly leave: () => void
    }
  /** What no page of ours asks for, and a cookie that opens nothing. */
  | {
      readonly _tag: "Refused"
      readonly kind: ProblemKind
      readonly retryAfterSeconds: number | null
    }
  /** Told `bye` with this code, and nothing is made for it: a page is not shown why an upgrade was refused. */
  | { readonly _tag: "Declined"; readonly bye: Bye }

export interface StreamAdmissionShape {
  readonly admit: (request: StreamRequest) => Effect.Effect<AdmissionResult, LogUnavailable>
}

/** Seconds after which a browser that found everything taken tries again. */
const FULL_RETRY_SECONDS = 10

const DECLINED: AdmissionResult = {
  _tag: "Declined",
  bye: { code: CLOSE.protocolNotSupported, reason: "protocol not supported" },
}

/** Told to come again after a wait with jitter, so that those who are declined do not come back together. */
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

/** Bytes that a stream may write before its browser says anything: a visit's beginning, its notes. */
const STREAM_BYTES = 4_096

const offersProtocol = (header: HeaderReader) =>
  (header("sec-websocket-protocol") ?? "").split(",").some((name) => name.trim() === SUBPROTOCOL)

const refused = (kind: ProblemKind, retryAfterSeconds: number | null = null): AdmissionResult => ({
  _tag: "Refused",
  kind,
  retryAfterSeconds,
})

export class StreamAdmission extends Context.Service<StreamAdmission, StreamAdmissionShape>()(
  "gateway/StreamAdmission",
) {
  static readonly layer = Layer.effect(
    StreamAdmission,
    Effect.gen(function* () {
      const { origins, limits: caps } = yield* GatewayConfig
      const browsers = yield* Browsers
      const brands = yield* Brands
      const limits = yield* RateLimits
      const load = yield* LoadShedding
      const space = yield* FreeSpace
      const metrics = yield* GatewayMetrics
      const changes = yield* CookieChanges
      const visits = yield* Visits
      const ids = yield* Ids
      const open = new Places({
        all: caps.maxConnections,
        perOwner: caps.maxConnectionsPerOwner,
        perAddress: caps.maxConnectionsPerAddress,
      })

      /** A limit on how often, or on how many at once: told as what passes. */
      const tooMany = (retryAfterSeconds: number) =>
        Effect.andThen(
          metrics.turnedAway("stream", "address"),
          declined(CLOSE.tryAgainLater, "too many", [
            retryAfterSeconds,
            retryAfterSeconds + RETRY_SHED_SECONDS,
          ]),
        )

      return StreamAdmission.of({
        admit: Effect.fnUntraced(
          function* ({ transport, url, header, address }) {
            const may = transport === "websocket" ? mayOpenWebSocket : mayReadEventStream
            const verdict = may(origins, header)
            if (verdict !== "allowed") return refused(verdict)
            const now = yield* Clock.currentTimeMillis
            // Counted before anything is made, a session or a socket that is only told 4501.
            const byAddress = limits.take({ streamsPerAddress: rateKeyOf(address) }, now)
            const isOurs = transport === "sse" || offersProtocol(header)
            if (!byAddress.allowed) {
              const { retryAfterSeconds } = byAddress
              return yield* isOurs
                ? tooMany(retryAfterSeconds)
                : Effect.succeed(refused("tooMany", retryAfterSeconds))
            }
            if (!isOurs) return DECLINED
            if (load.isShedding()) {
              yield* metrics.turnedAway("stream", "eventLoop")
              return yield* BUSY
            }
            const room = space.room()
            if (room !== "enough") {
              const known = yield* browsers.identify(header)
              if (!mayStore(room, (known?.session.member ?? null) !== null)) {
                yield* metrics.turnedAway("stream", "storage")
                return yield* FULL
              }
            }
            const { session, cookie, proof } = yield* browsers.forStream(header)
            const byOwner = limits.take({ streamsPerOwner: session.owner }, now)
            if (!byOwner.allowed) return yield* tooMany(byOwner.retryAfterSeconds)
            const stored = limits.take(
              { storedBytesPerOwner: session.owner, storedBytesPerAddress: rateKeyOf(address) },
              now,
              STREAM_BYTES,
            )
            if (!stored.allowed) return yield* tooMany(stored.retryAfterSeconds)
            const request = attachRequest(
              url.searchParams,
              transport === "sse" ? (header("last-event-id") ?? null) : null,
            )
            const key = keyOf(url.searchParams)
            if (session.cookie === "retiring") {
              const named =
                request._tag === "New" ? undefined : visits.get(request.visit as VisitId)
              const isOwn = named?.owner === session.owner
              if (!isOwn || !changes.opens(named, key, now)) return refused("unauthenticated")
            }
            const leave = open.enter(session.owner, rateKeyOf(address))
            if (leave === null) return yield* tooMany(FULL_RETRY_SECONDS)
            return {
              _tag: "Open",
              leave,
              attaching: {
                owner: session.owner,
                proof,
                key,
                member: session.member,
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
          Effect.catchTag("SessionsUnavailable", (error) =>
            Effect.as(Effect.logError("sessions", error.message), refused("unavailable")),
          ),
        ),
      })
    }),
  )
}
