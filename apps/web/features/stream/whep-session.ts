/** One session of watching a room's picture, by WHEP. Caller: use-picture.ts. */
import type { MediaEnd } from "./media-end.ts"
import { type MediaSessionOptions, newPeer, openMediaSession } from "./media-session.ts"

export interface WatchOptions extends MediaSessionOptions {
  /** Once there is something to show. */
  readonly onStream: (stream: MediaStream) => void
}

const receiver = (onStream: WatchOptions["onStream"]): RTCPeerConnection => {
  const peer = newPeer()
  const stream = new MediaStream()
  peer.addEventListener("track", ({ track }) => {
    stream.addTrack(track)
    onStream(stream)
  })
  for (const kind of ["video", "audio"]) peer.addTransceiver(kind, { direction: "recvonly" })
  return peer
}

/** Answers when it is over. That frames stay away is noticed sooner by who shows them. */
export const watchRoom = ({ onStream, ...options }: WatchOptions): Promise<MediaEnd> =>
  openMediaSession(receiver(onStream), { ...options, offersAt: "watch", brokenMs: null })
