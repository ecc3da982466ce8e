/** A packet as a source gives it and a viewer is sent it, and a sender report, whatever the source is. */
import type { VideoCodec } from "../sdp/offer.ts"

export interface MediaPacket {
  readonly kind: "audio" | "video"
  /** Null for audio. */
  readonly codec: VideoCodec | null
  readonly sequenceNumber: number
  readonly timestamp: number
  readonly marker: boolean
  readonly payload: Buffer
  /** A viewer's stream of this medium can begin here. */
  readonly isStart: boolean
}

/** One moment on both clocks (RFC 3550, section 6.4.1). */
export interface SenderTime {
  readonly kind: "audio" | "video"
  readonly ntpTimestamp: bigint
  readonly rtpTimestamp: number
}
