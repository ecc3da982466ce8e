/** A WHIP session: it sends the visitor's own camera. */
import type { MediaSessionEnd } from "./media-session-end.ts"
import {
  makeOffer,
  type MediaSessionOptions,
  newPeerConnection,
  openMediaSession,
} from "./media-session.ts"

export interface SendCameraOptions extends MediaSessionOptions {
  readonly stream: MediaStream
  /** Called when the connection to the engine stands. */
  readonly onConnected: () => void
}

/** Bits a second: enough for a single viewer. */
const VIDEO_BITS = 800_000
const BROKEN_MS = 3_000

const sender = ({ stream, onConnected }: SendCameraOptions): RTCPeerConnection => {
  const peer = newPeerConnection()
  for (const track of stream.getTracks()) {
    peer.addTransceiver(track, {
      direction: "sendonly",
      streams: [stream],
      ...(track.kind === "video" && { sendEncodings: [{ maxBitrate: VIDEO_BITS }] }),
    })
  }
  peer.addEventListener("connectionstatechange", () => {
    if (peer.connectionState === "connected") onConnected()
  })
  return peer
}

/** Resolves when the session is over. */
export const sendCamera = (options: SendCameraOptions): Promise<MediaSessionEnd> => {
  const peer = sender(options)
  const offered = makeOffer(peer)
  return openMediaSession(peer, {
    ...options,
    offersAt: "cam-back",
    offered,
    brokenMs: BROKEN_MS,
  })
}
