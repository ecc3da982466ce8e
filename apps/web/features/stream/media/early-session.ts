/**
 * A WHEP session that is opened while its room is still being joined, to save a round trip. The gateway holds the offer
 * until it knows whether there is video.
 */
import type { MediaSessionEnd } from "./media-session-end.ts"
import {
  type WhepReceiver,
  type WatchedStream,
  watchRoom,
  type WatchOptions,
} from "./whep-session.ts"

export interface EarlySession {
  readonly performerId: string
  /** Hands the session over, as if it had been opened now. */
  readonly take: (options: Pick<WatchOptions, "signal" | "onStream">) => Promise<MediaSessionEnd>
  readonly drop: () => void
}

export const openEarlySession = (
  receiver: WhepReceiver,
  asked: Pick<WatchOptions, "performerId" | "visit">,
): EarlySession => {
  const own = new AbortController()
  const seen: { watched: WatchedStream | null; tell: WatchOptions["onStream"] | null } = {
    watched: null,
    tell: null,
  }
  const over = watchRoom(receiver, {
    ...asked,
    isJoining: true,
    signal: own.signal,
    onStream: (watched) => {
      seen.watched = watched
      seen.tell?.(watched)
    },
  })
  const drop = () => {
    own.abort()
  }
  return {
    performerId: asked.performerId,
    drop,
    take: ({ signal, onStream }) => {
      seen.tell = onStream
      if (seen.watched !== null) onStream(seen.watched)
      if (signal.aborted) drop()
      else signal.addEventListener("abort", drop)
      return over
    },
  }
}
