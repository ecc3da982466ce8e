/** What a source gives and a viewer is sent, whoever the source is. */
import type { VideoCodec } from "../sdp/offer.ts"

export interface MediaPacket {
  readonly kind: "audio" | "video"
  /** Of the video. */
  readonly codec: VideoCodec | null
  readonly sequenceNumber: number
  readonly timestamp: number
  readonly marker: boolean
  readonly payload: Buffer
  /** Whether a viewer's stream of this medium can begin here. */
  readonly isStart: boolean
}

/** RFC 3550, section 6.4.1: when, on both clocks. */
export interface SenderTime {
  readonly kind: "audio" | "video"
  readonly ntpTimestamp: bigint
  readonly rtpTimestamp: number
}
