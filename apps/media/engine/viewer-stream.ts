/**
 * One medium of a viewer: a stream that continues whatever its source is, and retransmits what the viewer lost, within the
 * bounds of rtp/resend-budget.ts.
 */
import {
  GenericNack,
  type RTCRtpCodecParameters,
  type RTCRtpTransceiver,
  RtcpSenderInfo,
  RtcpSrPacket,
  RtcpTransportLayerFeedback,
  RtpHeader,
  RtpPacket,
} from "werift"
import { RtpContinuity } from "../rtp/continuity.ts"
import { ResendBudget } from "../rtp/resend-budget.ts"
import type { MediaPacket, SenderTime } from "../rtp/media-packet.ts"

const CLOCK_RATES = { audio: 48_000, video: 90_000 } as const

export type MediaKind = keyof typeof CLOCK_RATES

export interface ViewerStreamOptions {
  readonly now: () => number
  readonly random: () => number
}

export class ViewerStream {
  readonly continuity: RtpContinuity
  readonly #transceiver: RTCRtpTransceiver
  readonly #packet = new RtpPacket(new RtpHeader(), Buffer.alloc(0))
  readonly #resends = new ResendBudget()
  #codec: string | null = null
  #packets = 0
  #octets = 0

  constructor(transceiver: RTCRtpTransceiver, kind: MediaKind, options: ViewerStreamOptions) {
    const { now, random } = options
    this.#transceiver = transceiver
    this.continuity = new RtpContinuity({
      clockRate: CLOCK_RATES[kind],
      sequenceNumber: Math.floor(random() * 0x8000),
      timestamp: Math.floor(random() * 0x8000_0000),
    })
    this.#limitResending(kind, now)
  }

  send(packet: MediaPacket, atMs: number): void {
    const { sender } = this.#transceiver
    if (!this.continuity.isJoined) {
      if (!packet.isStart || sender.dtlsTransport.state !== "connected") return
      this.#useCodec(packet.codec ?? "opus")
      this.continuity.join(packet, atMs)
    }
    const placed = this.continuity.rewrite(packet, atMs)
    if (placed === undefined) return
    // The library copies it before it returns, so one object serves every packet.
    const { header } = this.#packet
    header.sequenceNumber = placed.sequenceNumber
    header.timestamp = placed.timestamp
    header.marker = packet.marker
    this.#packet.payload = packet.payload
    this.#packets += 1
    this.#octets += packet.payload.length
    this.#resends.sent(placed.sequenceNumber, packet.payload.length)
    sender.sendRtp(this.#packet).catch(() => undefined)
  }

  sendTime({ ntpTimestamp, rtpTimestamp }: SenderTime): void {
    if (!this.continuity.isJoined) return
    const { sender } = this.#transceiver
    const senderInfo = new RtcpSenderInfo({
      ntpTimestamp,
      rtpTimestamp: this.continuity.timestampOf(rtpTimestamp),
      packetCount: this.#packets,
      octetCount: this.#octets >>> 0,
    })
    const report = new RtcpSrPacket({ ssrc: sender.ssrc, senderInfo })
    sender.dtlsTransport.sendRtcp([report]).catch(() => undefined)
  }

  /** Sends with the payload types of this codec and of its retransmissions: the library takes the first in the list. */
  #useCodec(name: string): void {
    if (this.#codec === name) return
    this.#codec = name
    const { codecs, sender, mid } = this.#transceiver
    const isNamed = (codec: RTCRtpCodecParameters) =>
      codec.name.toUpperCase() === name.toUpperCase()
    sender.prepareSend({
      codecs: [...codecs.filter(isNamed), ...codecs.filter((codec) => !isNamed(codec))],
      headerExtensions: [],
      muxId: mid ?? "",
      rtcp: { cname: "foldcast", ssrc: sender.ssrc, mux: true },
    })
  }

  /** The library retransmits whatever is requested: requests are cut before it reads them. Audio has no retransmission. */
  #limitResending(kind: MediaKind, now: () => number): void {
    const { sender } = this.#transceiver
    const handle = sender.handleRtcpPacket.bind(sender)
    sender.handleRtcpPacket = (packet) => {
      if (packet.type !== RtcpTransportLayerFeedback.type) {
        handle(packet)
        return
      }
      const { feedback } = packet
      if (kind !== "video" || !(feedback instanceof GenericNack)) return
      feedback.lost = [...this.#resends.answered(feedback.lost, now())]
      if (feedback.lost.length > 0) handle(packet)
    }
  }
}
