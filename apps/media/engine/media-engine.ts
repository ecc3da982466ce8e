/**
 * A media engine as the rest of this process sees one: offers in, answers out, and what became of sessions.
 * werift-engine.ts is the embedded one; media-engine.conformance.ts holds what each has to keep.
 */
import { Data, type Result } from "effect"
import type { OfferRefusal } from "../sdp/offer.ts"

export interface EnginePublishRequest {
  /** Of the session, as the authorisation hook was told it. */
  readonly id: string
  /** `live/{performerId}` or `camback/{sessionId}`. */
  readonly path: string
  readonly offer: string
}

export interface EngineWatchRequest extends EnginePublishRequest {
  /** The drawn loop that stands in where nobody publishes. */
  readonly loop: string | null
}

export interface EngineAnswer {
  readonly sdp: string
  /** Unguessable: whoever names it may close the session. */
  readonly resource: string
}

/** Nobody publishes there, and no loop stands in. */
export class NothingToWatch extends Data.TaggedError("NothingToWatch") {}

/** Later it may go: the settings' limits are reached. */
export class EngineFull extends Data.TaggedError("EngineFull") {}

export type EngineRefusal = EngineFull | NothingToWatch | OfferRefusal

/** In the order in which it happened. `left` tells of sessions that were not kicked. */
export type EngineEvent =
  | { readonly kind: "left"; readonly path: string; readonly id: string }
  | { readonly kind: "published" | "unpublished"; readonly path: string }

export interface EngineCounts {
  readonly publishers: number
  readonly viewers: number
  readonly bytesReceived: number
  readonly bytesSent: number
  /** And frames over TCP: that were not read, of strangers or beyond what a session may send. */
  readonly droppedDatagrams: number
  /** Sessions that were ended because they went on sending more than they may. */
  readonly floods: number
}

export interface SessionInfo {
  readonly id: string
  readonly path: string
  readonly side: "publish" | "watch"
}

export interface MediaEngine {
  /** A second publisher of a path takes over with its first packet. */
  readonly publish: (
    request: EnginePublishRequest,
  ) => Promise<Result.Result<EngineAnswer, EngineRefusal>>
  readonly watch: (
    request: EngineWatchRequest,
  ) => Promise<Result.Result<EngineAnswer, EngineRefusal>>
  /** By its own client. False: there is no such session. */
  readonly close: (resource: string) => Promise<boolean>
  /** By the service: no packet goes to it or is taken from it any more. False: there is no such session. */
  readonly kick: (id: string) => Promise<boolean>
  /** That are not over. */
  readonly sessions: () => Promise<ReadonlyArray<SessionInfo>>
}
