/** One session of watching a room's picture, by WHEP. Caller: document-room.ts. */
import type { MediaEnd } from "./media-end.ts"
import { type MediaSessionOptions, newPeer, openMediaSession } from "./media-session.ts"

export interface WatchOptions extends MediaSessionOptions {
  /** Once there is something to show. */
  readonly onStream: (watched: Watched) => void
}

export interface Watched {
  readonly media: MediaStream
  /** What the browser counts of the connection. */
  readonly stats: () => Promise<RTCStatsReport>
}

const receiver = (onStream: WatchOptions["onStream"]): RTCPeerConnection => {
  const peer = newPeer()
  const media = new MediaStream()
  const watched: Watched = { media, stats: () => peer.getStats() }
  peer.addEventListener("track", ({ track }) => {
    media.addTrack(track)
    onStream(watched)
  })
  for (const kind of ["video", "audio"]) peer.addTransceiver(kind, { direction: "recvonly" })
  return peer
}

/** Answers when it is over. That frames stay away is noticed sooner by who shows them. */
export const watchRoom = ({ onStream, ...options }: WatchOptions): Promise<MediaEnd> =>
  openMediaSession(receiver(onStream), { ...options, offersAt: "watch", brokenMs: null })
