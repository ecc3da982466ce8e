/**
 * `/media/…`: performers' pictures, proxied from the media host, so that a browser contacts no other host and the
 * media host sees no visitor. The content of an address never changes (docs/upstream-assumptions.md), so caches
 * keep it.
 *
 * The path is handled undecoded.
 */
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { Clock, Context, Effect, Layer } from "effect"
import { GatewayConfig } from "../config.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { PLAIN_DOCUMENT_POLICY } from "../http/security-headers.ts"
import { boundedSemaphore, TooManyWait } from "../upstream/bounded-semaphore.ts"
import { InFlightBytes } from "../http/in-flight-bytes.ts"
import { askPicture, type MediaPicture } from "./media-host.ts"
import { isPicturePath } from "../performers/media-path.ts"

/** Concurrent fetches; bounds their memory. */
const AT_ONCE = 64
/** Fetches in the queue: more than a crowd of page views needs, and an upper bound while the host is silent. */
const WAITING = 2_000
/** Bytes held for slow readers: some thousand cards for one address. */
const UNDER_WAY = { all: 268_435_456, perAddress: 67_108_864 }
/** The retry delay while the media host is busy. */
const RETRY_AFTER_SECONDS = 1

export interface PictureRequest {
  /** Undecoded: a query or an escape makes it another path. */
  readonly path: string
  readonly accept: string | undefined
  readonly address: string
  /** Calls `left` once, when the response is sent or the connection is closed. */
  readonly whenGone: (left: () => void) => void
}

export interface PicturesShape {
  readonly get: (request: PictureRequest) => Effect.Effect<Response>
}

const pictureResponse = ({ type, bytes }: MediaPicture): Response =>
  new Response(Uint8Array.from(bytes), {
    headers: {
      "Content-Type": type,
      "Content-Length": String(bytes.length),
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept",
      "Content-Security-Policy": PLAIN_DOCUMENT_POLICY,
      "X-Content-Type-Options": "nosniff",
    },
  })

export class Pictures extends Context.Service<Pictures, PicturesShape>()("gateway/Pictures") {
  static readonly layer = Layer.effect(
    Pictures,
    Effect.gen(function* () {
      const { media } = yield* GatewayConfig
      const rates = yield* RateLimits
      const underWay = new InFlightBytes(UNDER_WAY)
      const semaphore = yield* boundedSemaphore({ atOnce: AT_ONCE, waiting: WAITING })

      const problem = yield* makeAnswerProblem

      return Pictures.of({
        get: Effect.fnUntraced(function* ({ path, accept, address, whenGone }) {
          const now = yield* Clock.currentTimeMillis
          const from = rateKeyOf(address)
          const verdict = rates.take({ picturesPerAddress: from }, now)
          if (!verdict.allowed) {
            return yield* problem("tooMany", { retryAfterSeconds: verdict.retryAfterSeconds })
          }
          if (!isPicturePath(path)) return yield* problem("notFound")
          return yield* semaphore.take(askPicture(media.url, path, accept)).pipe(
            Effect.flatMap((picture) => {
              const leave = underWay.enter(from, picture.bytes.length)
              if (leave === null) return Effect.fail(new TooManyWait())
              whenGone(leave)
              return Effect.succeed(pictureResponse(picture))
            }),
            Effect.catchTags({
              NoSuchPicture: () => problem("notFound"),
              TooManyWait: () => problem("unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS }),
              MediaSilent: ({ reason }) =>
                Effect.andThen(
                  Effect.logWarning("a picture cannot be had", { reason }),
                  problem("unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS }),
                ),
            }),
          )
        }),
      })
    }),
  )
}
