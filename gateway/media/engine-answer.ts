/**
 * What the media engine's answers to WHEP (draft-ietf-wish-whep-04) and WHIP (RFC 9725) mean. Pure. Called by
 * engine-offers.ts.
 */
import { Data } from "effect"

/** Somebody sees a picture from now on, or shows one. */
export interface Opened {
  /** As the engine wrote it. */
  readonly answer: string
  /** Where at the engine it ends. */
  readonly session: URL
  /** The ICE servers that the engine names; null where it names none. */
  readonly iceServers: string | null
}

/** There is nothing there, or not for whoever asks. */
export class NotAllowed extends Data.TaggedError("NotAllowed") {}
/** The offer is none. */
export class OfferRefused extends Data.TaggedError("OfferRefused") {}
/** Nothing in the offer is what the other side has. */
export class NoCommonCodec extends Data.TaggedError("NoCommonCodec") {}
/** It has no room, says nothing, or nothing that an answer is. */
export class EngineSilent extends Data.TaggedError("EngineSilent")<{
  readonly reason: string
  readonly retryAfterSeconds: number
}> {}

export type OfferFailure = NotAllowed | OfferRefused | NoCommonCodec | EngineSilent

/** Of an engine that does not say when to come again, and the longest that is believed of one that does. */
const RETRY_SECONDS = 5
const MAX_RETRY_SECONDS = 60
/** Characters of the servers that are named. */
const MAX_LINK = 4_096

export const silent = (reason: string, retryAfter: string | null = null): EngineSilent => {
  const seconds = /^\d{1,6}$/u.test(retryAfter ?? "") ? Number(retryAfter) : RETRY_SECONDS
  const retryAfterSeconds = Math.min(MAX_RETRY_SECONDS, Math.max(1, seconds))
  return new EngineSilent({ reason, retryAfterSeconds })
}

/** What a status other than 201 says. */
export const engineFailureOf = (status: number, retryAfter: string | null): OfferFailure => {
  switch (status) {
    case 400:
      return new OfferRefused()
    // Whoever gave the word takes it back, as where the session has ended since.
    case 401:
    case 403:
    case 404:
      return new NotAllowed()
    case 406:
      return new NoCommonCodec()
    default:
      return silent(String(status), retryAfter)
  }
}

export const isSdp = (type: string | null): boolean =>
  type?.split(";")[0]?.trim().toLowerCase() === "application/sdp"

export const iceServersIn = (link: string | null): string | null =>
  link !== null && link.length <= MAX_LINK && /;\s*rel="?ice-server"?/iu.test(link) ? link : null
