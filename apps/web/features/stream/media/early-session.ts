/**
 * A session of watching that is asked for while its room is being entered, before it is known what there is to see:
 * the gateway keeps the offer until then.
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
  /** Whoever keeps the picture has it from here: as if it had been asked for now. */
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
