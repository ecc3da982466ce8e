/**
 * The publishing side of a connection: its packets go to a listener, key frames are requested at a bounded rate, and a
 * fixed estimate (REMB) holds its bit rate, since the library's transport-wide feedback makes browsers shrink the picture.
 */
import {
  ReceiverEstimatedMaxBitrate,
  type RTCPeerConnection,
  type RTCRtpReceiver,
  RtcpPayloadSpecificFeedback,
  type RtpPacket,
} from "werift"
import { rembBitRate } from "../rtp/bit-rate.ts"
import { KeyFrameRequests } from "../rtp/key-frame-requests.ts"
import { beginsKeyFrame } from "../rtp/key-frames.ts"
import type { VideoCodec } from "../sdp/offer.ts"
import { LossRequests } from "./loss-requests.ts"
import type { MediaPacket, SenderTime } from "../rtp/media-packet.ts"

const BITS_PER_SECOND = 2_500_000

export interface PeerPublisherListener {
  readonly packet: (packet: MediaPacket) => void
  readonly senderTime: (time: SenderTime) => void
}

const isVideoCodec = (name: string | undefined): name is VideoCodec =>
  name === "VP8" || name === "H264"

export class PeerPublisher {
  readonly #pc: RTCPeerConnection
  readonly #now: () => number
  readonly #requests = new KeyFrameRequests()
  readonly #codecs = new Map<number, VideoCodec>()
  #video: { readonly receiver: RTCRtpReceiver; readonly ssrc: number } | undefined
  readonly #lossRequests: Array<LossRequests> = []
  #askLater: NodeJS.Timeout | undefined
  #lastAtMs: number | null = null
  #codec: VideoCodec | null = null

  constructor(pc: RTCPeerConnection, now: () => number) {
    this.#pc = pc
    this.#now = now
  }

  /** When its last packet came; null before the first. */
  get lastAtMs(): number | null {
    return this.#lastAtMs
  }

  /** What it sends; null before the first packet of video. */
  get codec(): VideoCodec | null {
    return this.#codec
  }

  /** Once, after the offer is answered. */
  listen(listener: PeerPublisherListener): void {
    for (const { kind, receiver, codecs } of this.#pc.getTransceivers()) {
      const [track] = receiver.tracks
      const ssrc = track?.ssrc
      if (track === undefined || ssrc === undefined || (kind !== "audio" && kind !== "video"))
        continue
      if (kind === "video") {
        this.#video = { receiver, ssrc }
        this.#lossRequests.push(new LossRequests(receiver, ssrc, this.#now))
        for (const { payloadType, name } of codecs) {
          const known = name.toUpperCase()
          if (payloadType !== undefined && isVideoCodec(known)) this.#codecs.set(payloadType, known)
        }
      }
      track.onReceiveRtp.subscribe((packet) => {
        const read = kind === "video" ? this.#readVideo(packet) : this.#readAudio(packet)
        if (read !== undefined) listener.packet(read)
      })
      track.onReceiveRtcp.subscribe((packet) => {
        if (packet.type !== 200) return
        const { ntpTimestamp, rtpTimestamp } = packet.senderInfo
        listener.senderTime({ kind, ntpTimestamp, rtpTimestamp })
      })
    }
  }

  /** Asks for a key frame, now or as soon as it may. */
  askForKeyFrame(): void {
    const waitMs = this.#requests.ask(this.#now())
    if (waitMs === null) return
    if (waitMs === 0) this.#sendRequest()
    else {
      this.#askLater = setTimeout(() => {
        this.#requests.due(this.#now())
        this.#sendRequest()
      }, waitMs)
    }
  }

  /** Once a second. */
  sendEstimate(): void {
    const video = this.#video
    if (video === undefined || this.#pc.connectionState !== "connected") return
    const feedback = new ReceiverEstimatedMaxBitrate({
      senderSsrc: video.receiver.rtcpSsrc,
      mediaSsrc: 0,
      uniqueID: "REMB",
      ssrcNum: 1,
      ssrcFeedbacks: [video.ssrc],
      ...rembBitRate(BITS_PER_SECOND),
    })
    const packet = new RtcpPayloadSpecificFeedback({ feedback })
    video.receiver.dtlsTransport.sendRtcp([packet]).catch(() => undefined)
  }

  close(): void {
    clearTimeout(this.#askLater)
    for (const requests of this.#lossRequests) requests.close()
  }

  #sendRequest(): void {
    const video = this.#video
    if (video !== undefined) video.receiver.sendRtcpPLI(video.ssrc).catch(() => undefined)
  }

  #readVideo({ header, payload }: RtpPacket): MediaPacket | undefined {
    const codec = this.#codecs.get(header.payloadType)
    if (codec === undefined) return undefined
    this.#lastAtMs = this.#now()
    this.#codec = codec
    const { sequenceNumber, timestamp, marker } = header
    const isStart = beginsKeyFrame(codec, payload)
    return { kind: "video", codec, sequenceNumber, timestamp, marker, payload, isStart }
  }

  #readAudio({ header, payload }: RtpPacket): MediaPacket {
    this.#lastAtMs = this.#now()
    const { sequenceNumber, timestamp, marker } = header
    return { kind: "audio", codec: null, sequenceNumber, timestamp, marker, payload, isStart: true }
  }
}
