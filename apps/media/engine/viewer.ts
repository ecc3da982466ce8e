/**
 * A viewer: one stream of video and one of audio that go on whatever their source is. The library's own
 * sender reports are not sent, for their clock is wrong; the publisher's are, on this viewer's timestamps.
 * Caller: werift-engine.ts.
 */
import {
  type RTCPeerConnection,
  type RTCRtpCodecParameters,
  type RTCRtpSender,
  type RTCRtpTransceiver,
  RtcpSenderInfo,
  RtcpSrPacket,
  RtpHeader,
  RtpPacket,
} from "werift"
import { RtpContinuity } from "../rtp/continuity.ts"
import type { VideoCodec } from "../sdp/offer.ts"
import type { MediaPacket, SenderTime } from "./publisher.ts"

const CLOCK_RATES = { audio: 48_000, video: 90_000 } as const

type Kind = keyof typeof CLOCK_RATES

class ViewerStream {
  readonly continuity: RtpContinuity
  readonly #transceiver: RTCRtpTransceiver
  readonly #packet = new RtpPacket(new RtpHeader(), Buffer.alloc(0))
  #codec: string | null = null
  #packets = 0
  #octets = 0

  constructor(transceiver: RTCRtpTransceiver, kind: Kind, random: () => number) {
    this.#transceiver = transceiver
    this.continuity = new RtpContinuity({
      clockRate: CLOCK_RATES[kind],
      sequenceNumber: Math.floor(random() * 0x8000),
      timestamp: Math.floor(random() * 0x8000_0000),
    })
  }

  send(packet: MediaPacket, atMs: number): void {
    const { sender } = this.#transceiver
    if (!this.continuity.isJoined) {
      if (!packet.isStart || sender.dtlsTransport.state !== "connected") return
      this.#useCodec(packet.codec ?? "opus")
      this.continuity.join(packet, atMs)
    }
    const placed = this.continuity.place(packet, atMs)
    if (placed === undefined) return
    // The sender copies it before it answers: one object serves every packet.
    const { header } = this.#packet
    header.sequenceNumber = placed.sequenceNumber
    header.timestamp = placed.timestamp
    header.marker = packet.marker
    this.#packet.payload = packet.payload
    this.#packets += 1
    this.#octets += packet.payload.length
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

  /** Sends by the payload types of this codec and of its retransmissions. */
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
}

export interface ViewerOptions {
  readonly now: () => number
  readonly random: () => number
  readonly askForKeyFrame: () => void
}

const withoutReports = (sender: RTCRtpSender): void => {
  sender.runRtcp = () => Promise.resolve()
}

export class Viewer {
  readonly codecs: ReadonlyArray<VideoCodec>
  readonly #pc: RTCPeerConnection
  readonly #options: ViewerOptions
  readonly #streams = new Map<Kind, ViewerStream>()
  #lastAtMs: number | null = null

  constructor(
    pc: RTCPeerConnection,
    offered: { readonly hasAudio: boolean; readonly videoCodecs: ReadonlyArray<VideoCodec> },
    options: ViewerOptions,
  ) {
    this.codecs = offered.videoCodecs
    this.#pc = pc
    this.#options = options
    if (offered.videoCodecs.length > 0) this.#add("video")
    if (offered.hasAudio) this.#add("audio")
  }

  /** When its last RTCP came; null before the first. */
  get lastAtMs(): number | null {
    return this.#lastAtMs
  }

  get isConnected(): boolean {
    return this.#pc.dtlsTransports.some(({ state }) => state === "connected")
  }

  /** For the beginning of a picture. */
  get isWaiting(): boolean {
    return this.#streams.get("video")?.continuity.isJoined === false
  }

  /** Once, after the offer is answered. */
  listen(): void {
    for (const transport of this.#pc.dtlsTransports) {
      transport.onRtcp.subscribe(() => {
        this.#lastAtMs = this.#options.now()
      })
      transport.onStateChange.subscribe((state) => {
        if (state === "connected") this.#options.askForKeyFrame()
      })
    }
  }

  /** What comes next is of another source. */
  leaveSource(): void {
    for (const { continuity } of this.#streams.values()) continuity.leaveSource()
  }

  send(packet: MediaPacket): void {
    if (packet.codec !== null && !this.codecs.includes(packet.codec)) return
    this.#streams.get(packet.kind)?.send(packet, this.#options.now())
  }

  sendTime(time: SenderTime): void {
    this.#streams.get(time.kind)?.sendTime(time)
  }

  #add(kind: Kind): void {
    const transceiver = this.#pc.addTransceiver(kind, { direction: "sendonly" })
    transceiver.sender.streamIds = ["foldcast"]
    withoutReports(transceiver.sender)
    transceiver.sender.onPictureLossIndication.subscribe(() => this.#options.askForKeyFrame())
    this.#streams.set(kind, new ViewerStream(transceiver, kind, this.#options.random))
  }
}
