/**
 * The media engine over HTTP: posts an offer with the chat service's token as bearer, and ends the resulting
 * session by DELETE. One host (a setting), no redirect is followed, answers are bounded in time and size. An offer
 * is never retried, since its token is valid once; a DELETE is retried, since it is idempotent.
 *
 * Invariant: no error contains a token or a session description.
 */
import { Duration, Effect, Redacted, Schedule } from "effect"
import { offerAddress, sessionAddress } from "@foldcast/settings/engine-path"
import { boundedBytes } from "@foldcast/limits/bounded-bytes"
import {
  EngineSilent,
  engineFailureOf,
  iceServersIn,
  isSdp,
  NoCommonCodec,
  NotAllowed,
  type OfferFailure,
  OfferRefused,
  type Opened,
  silent,
} from "./engine-answer.ts"

/** Bytes of a session description, the browser's and the engine's. */
export const MAX_SDP_BYTES = 65_536

export interface EngineOffersSettings {
  readonly url: string
  readonly offersAt: string
  readonly timeoutMs: number
}

export interface Offer {
  readonly path: string
  readonly token: Redacted.Redacted
  readonly sdp: string
}

export interface EngineOffers {
  readonly open: (offer: Offer) => Effect.Effect<Opened, OfferFailure>
  readonly end: (session: URL) => Effect.Effect<void>
}

const isFailure = (error: unknown): error is OfferFailure =>
  error instanceof EngineSilent ||
  error instanceof NotAllowed ||
  error instanceof OfferRefused ||
  error instanceof NoCommonCodec

/** A session that is already over counts as ended. */
const isEnded = ({ ok, status }: Response) => ok || status === 404 || status === 410

const again = Schedule.max([Schedule.spaced("1 second"), Schedule.recurs(2)])

export const engineOffers = ({ url, offersAt, timeoutMs }: EngineOffersSettings): EngineOffers => {
  const duration = Duration.millis(timeoutMs)

  const end = (session: URL): Effect.Effect<void> =>
    Effect.tryPromise(async (signal) => {
      const response = await fetch(session, { method: "DELETE", redirect: "manual", signal })
      await response.body?.cancel()
      return response
    }).pipe(
      Effect.filterOrFail(isEnded),
      Effect.timeout(duration),
      Effect.retry(again),
      Effect.asVoid,
      Effect.catch(() => Effect.logWarning("a picture could not be ended at the media engine")),
    )

  /** Reads the session's address first, so that the session can be ended even where the answer is unusable. */
  const opened = async (posted: URL, response: Response) => {
    if (response.status !== 201) {
      await response.body?.cancel()
      throw engineFailureOf(response.status, response.headers.get("retry-after"))
    }
    const session = sessionAddress(posted, response.headers.get("location"))
    if (session === null) {
      await response.body?.cancel()
      throw silent("no address that it ends by")
    }
    const bytes = isSdp(response.headers.get("content-type"))
      ? await boundedBytes(response, MAX_SDP_BYTES)
      : null
    const iceServers = iceServersIn(response.headers.get("link"))
    return { session, iceServers, answer: bytes?.toString("utf8") ?? null }
  }

  return {
    end,
    open: ({ path, token, sdp }) => {
      const posted = offerAddress(url, offersAt, path)
      if (posted === null) return Effect.fail(silent("no path"))
      return Effect.tryPromise({
        try: async (signal) =>
          opened(
            posted,
            await fetch(posted, {
              method: "POST",
              headers: {
                Authorization: `Bearer ${Redacted.value(token)}`,
                "Content-Type": "application/sdp",
                Accept: "application/sdp",
              },
              body: sdp,
              redirect: "manual",
              signal,
            }),
          ),
        catch: (error) => (isFailure(error) ? error : silent("it cannot be reached")),
      }).pipe(
        Effect.timeoutOrElse({
          duration,
          orElse: () => Effect.fail(silent("it did not answer in time")),
        }),
        Effect.flatMap(({ session, iceServers, answer }) =>
          answer === null
            ? Effect.andThen(end(session), Effect.fail(silent("no answer in its form")))
            : Effect.succeed({ session, iceServers, answer }),
        ),
      )
    },
  }
}
