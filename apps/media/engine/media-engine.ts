/**
 * A media engine as the rest of this process sees it: offers in, answers out, and events of its sessions. werift-engine.ts
 * is the embedded one; media-engine.conformance.ts holds what each has to keep.
 */
import { Data, type Result } from "effect"
import type { OfferRefusal } from "../sdp/offer.ts"

export interface EnginePublishRequest {
  /** The session's, as the authorisation hook was told it. */
  readonly id: string
  /** `live/{performerId}` or `camback/{sessionId}`. */
  readonly path: string
  readonly offer: string
}

export interface EngineWatchRequest extends EnginePublishRequest {
  /** The drawn loop that is sent where nobody publishes. */
  readonly loop: string | null
}

export interface EngineAnswer {
  readonly sdp: string
  /** Unguessable: by it the client closes the session. */
  readonly resource: string
}

/** Nobody publishes there, and there is no loop. */
export class NothingToWatch extends Data.TaggedError("NothingToWatch") {}

/** The settings' limits are reached; a later try may succeed. */
export class EngineFull extends Data.TaggedError("EngineFull") {}

export type EngineRefusal = EngineFull | NothingToWatch | OfferRefusal

/** `left`: a session ended that was not kicked. */
export type EngineEvent =
  | { readonly kind: "left"; readonly path: string; readonly id: string }
  | { readonly kind: "published" | "unpublished"; readonly path: string }

export interface EngineCounts {
  readonly publishers: number
  readonly viewers: number
  readonly bytesReceived: number
  readonly bytesSent: number
  /** Datagrams, and frames over TCP, of unknown addresses or beyond what a session may send. */
  readonly droppedDatagrams: number
  /** Sessions that ended because they kept sending more than they may. */
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
  /** Called by its client. False: there is no such session. */
  readonly close: (resource: string) => Promise<boolean>
  /** Called by the service: from now on nothing is sent or received. False: there is no such session. */
  readonly kick: (id: string) => Promise<boolean>
  /** Viewers of this path who are sent its drawn loop see that reaction of it next. */
  readonly cue: (path: string, reaction: string) => Promise<void>
  /** Those that are not over. */
  readonly sessions: () => Promise<ReadonlyArray<SessionInfo>>
}
