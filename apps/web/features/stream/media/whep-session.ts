/** One session of watching a room's picture, by WHEP. */
import type { MediaSessionEnd } from "./media-session-end.ts"
import {
  makeOffer,
  type MediaSessionOptions,
  newPeerConnection,
  openMediaSession,
} from "./media-session.ts"

export interface WatchOptions extends MediaSessionOptions {
  /** Whether the room is being entered: the gateway waits for that. */
  readonly isJoining: boolean
  /** Once there is something to show. */
  readonly onStream: (watched: WatchedStream) => void
}

export interface WatchedStream {
  readonly media: MediaStream
  /** What the browser counts of the connection. */
  readonly stats: () => Promise<RTCStatsReport>
}

/** A connection that receives, and its offer. */
export interface WhepReceiver {
  readonly peer: RTCPeerConnection
  readonly offered: Promise<void>
}

export const newWhepReceiver = (): WhepReceiver => {
  const peer = newPeerConnection()
  for (const kind of ["video", "audio"]) peer.addTransceiver(kind, { direction: "recvonly" })
  const offered = makeOffer(peer)
  // Closed before it was used: nobody waits for it.
  offered.catch(() => {})
  return { peer, offered }
}

/** Answers when it is over. That frames stay away is noticed sooner by who shows them. */
export const watchRoom = (
  { peer, offered }: WhepReceiver,
  { onStream, isJoining, ...options }: WatchOptions,
): Promise<MediaSessionEnd> => {
  const media = new MediaStream()
  const watched: WatchedStream = { media, stats: () => peer.getStats() }
  peer.addEventListener("track", ({ track }) => {
    media.addTrack(track)
    onStream(watched)
  })
  const query = isJoining ? { joining: "1" } : {}
  return openMediaSession(peer, { ...options, offersAt: "watch", query, offered, brokenMs: null })
}
