/** Interprets the media engine's answers to WHEP (draft-ietf-wish-whep-04) and WHIP (RFC 9725). Pure. */
import { Data } from "effect"

/** A session is open: the browser plays or sends a picture. */
export interface Opened {
  /** The engine's session description, unchanged. */
  readonly answer: string
  /** The session's address at the engine, for DELETE. */
  readonly session: URL
  /** The ICE servers that the engine names; null where it names none. */
  readonly iceServers: string | null
}

/** The path does not exist, or the token does not allow it. */
export class NotAllowed extends Data.TaggedError("NotAllowed") {}
export class OfferRefused extends Data.TaggedError("OfferRefused") {}
export class NoCommonCodec extends Data.TaggedError("NoCommonCodec") {}
/** The engine is full, does not answer, or sends an invalid answer. */
export class EngineSilent extends Data.TaggedError("EngineSilent")<{
  readonly reason: string
  readonly retryAfterSeconds: number
}> {}

export type OfferFailure = NotAllowed | OfferRefused | NoCommonCodec | EngineSilent

/** The delay where the engine names none, and the upper bound where it names one. */
const RETRY_SECONDS = 5
const MAX_RETRY_SECONDS = 60
/** Characters of the `Link` header. */
const MAX_LINK = 4_096

export const silent = (reason: string, retryAfter: string | null = null): EngineSilent => {
  const seconds = /^\d{1,6}$/u.test(retryAfter ?? "") ? Number(retryAfter) : RETRY_SECONDS
  const retryAfterSeconds = Math.min(MAX_RETRY_SECONDS, Math.max(1, seconds))
  return new EngineSilent({ reason, retryAfterSeconds })
}

export const engineFailureOf = (status: number, retryAfter: string | null): OfferFailure => {
  switch (status) {
    case 400:
      return new OfferRefused()
    // The chat service may withdraw a token, for example when the session has ended.
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
