/** A WHEP session: it receives a room's video. */
import type { MediaSessionEnd } from "./media-session-end.ts"
import {
  makeOffer,
  type MediaSessionOptions,
  newPeerConnection,
  openMediaSession,
} from "./media-session.ts"

export interface WatchOptions extends MediaSessionOptions {
  /** The room is still being joined: the gateway holds the offer until then. */
  readonly isJoining: boolean
  /** Called with each track that comes. */
  readonly onStream: (watched: WatchedStream) => void
}

export interface WatchedStream {
  readonly media: MediaStream
  readonly stats: () => Promise<RTCStatsReport>
}

/** A peer connection for receiving, and its offer. */
export interface WhepReceiver {
  readonly peer: RTCPeerConnection
  readonly offered: Promise<void>
}

export const newWhepReceiver = (): WhepReceiver => {
  const peer = newPeerConnection()
  for (const kind of ["video", "audio"]) peer.addTransceiver(kind, { direction: "recvonly" })
  const offered = makeOffer(peer)
  // It rejects when the connection is closed unused.
  offered.catch(() => {})
  return { peer, offered }
}

/** Resolves when the session is over; video-connection.ts notices sooner that frames stopped. */
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
