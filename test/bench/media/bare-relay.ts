/**
 * The contender of the media engine: one publisher in, viewers out, with the same library and the same patches to
 * it, and nothing else. No hooks, limits, paths, takeovers, silence, loops or counts.
 */
import { createServer, type Server } from "node:http"
import {
  ReceiverEstimatedMaxBitrate,
  type RTCPeerConnection,
  type RTCRtpReceiver,
  type RTCRtpSender,
  RtcpPayloadSpecificFeedback,
  RtcpSenderInfo,
  RtcpSrPacket,
  RtpHeader,
  RtpPacket,
} from "werift"
import { answerOffer, openPeer } from "@foldcast/media/engine/peer"
import { noTraffic } from "@foldcast/media/engine/datagram-filter"
import { rembBitRate } from "@foldcast/media/rtp/bit-rate"
import { parseOffer, type SessionSide } from "@foldcast/media/sdp/offer"
import { Result } from "effect"

const NETWORK = { announced: [], additional: [], tcp: true, udp: true }
const PORTS_PER_SESSION = 4
const BITS_PER_SECOND = 2_500_000

/** One medium to one viewer; it has its own sequence numbers. */
class Leg {
  readonly #sender: RTCRtpSender
  readonly #packet = new RtpPacket(new RtpHeader(), Buffer.alloc(0))
  #sequenceOffset: number | null = null
  #timestampOffset = 0
  #packets = 0
  #octets = 0

  constructor(sender: RTCRtpSender) {
    this.#sender = sender
  }

  send({ header: { sequenceNumber, timestamp, marker }, payload }: RtpPacket): void {
    if (this.#sender.dtlsTransport.state !== "connected") return
    if (this.#sequenceOffset === null) {
      this.#sequenceOffset = Math.floor(Math.random() * 0x8000) - sequenceNumber
      this.#timestampOffset = Math.floor(Math.random() * 0x8000_0000) - timestamp
    }
    const { header } = this.#packet
    header.sequenceNumber = (sequenceNumber + this.#sequenceOffset) & 0xffff
    header.timestamp = (timestamp + this.#timestampOffset) >>> 0
    header.marker = marker
    this.#packet.payload = payload
    this.#packets += 1
    this.#octets += payload.length
    this.#sender.sendRtp(this.#packet).catch(() => undefined)
  }

  sendTime(ntpTimestamp: bigint, rtpTimestamp: number): void {
    if (this.#sequenceOffset === null) return
    const senderInfo = new RtcpSenderInfo({
      ntpTimestamp,
      rtpTimestamp: (rtpTimestamp + this.#timestampOffset) >>> 0,
      packetCount: this.#packets,
      octetCount: this.#octets >>> 0,
    })
    const report = new RtcpSrPacket({ ssrc: this.#sender.ssrc, senderInfo })
    this.#sender.dtlsTransport.sendRtcp([report]).catch(() => undefined)
  }
}

class BareRelay {
  readonly #legs = { audio: new Set<Leg>(), video: new Set<Leg>() }
  #video: { readonly receiver: RTCRtpReceiver; readonly ssrc: number } | null = null
  #nextPort: number

  constructor(firstPort: number) {
    this.#nextPort = firstPort
    setInterval(() => this.#sendEstimate(), 1_000).unref()
  }

  async answer(side: SessionSide, offer: string): Promise<string> {
    const { sdp } = Result.getOrThrow(parseOffer(offer, side))
    const first = this.#nextPort
    this.#nextPort += PORTS_PER_SESSION
    const ports = [first, first + PORTS_PER_SESSION - 1] as const
    const pc = openPeer(NETWORK, ports)
    const begin = side === "watch" ? this.#addViewer(pc) : () => this.#listen(pc)
    const options = { ports, received: noTraffic(), now: () => performance.now() }
    const answer = await answerOffer(pc, sdp, NETWORK, options)
    begin()
    return answer
  }

  #addViewer(pc: RTCPeerConnection): () => void {
    for (const kind of ["video", "audio"] as const) {
      const { sender } = pc.addTransceiver(kind, { direction: "sendonly" })
      sender.streamIds = ["bare"]
      sender.runRtcp = () => Promise.resolve()
      sender.onPictureLossIndication.subscribe(() => this.#askForKeyFrame())
      this.#legs[kind].add(new Leg(sender))
    }
    return () => this.#askForKeyFrame()
  }

  #listen(pc: RTCPeerConnection): void {
    for (const { kind, receiver } of pc.getTransceivers()) {
      const [track] = receiver.tracks
      if (track?.ssrc === undefined || (kind !== "audio" && kind !== "video")) continue
      if (kind === "video") this.#video = { receiver, ssrc: track.ssrc }
      const legs = this.#legs[kind]
      track.onReceiveRtp.subscribe((packet) => {
        for (const leg of legs) leg.send(packet)
      })
      track.onReceiveRtcp.subscribe((packet) => {
        if (packet.type !== 200) return
        const { ntpTimestamp, rtpTimestamp } = packet.senderInfo
        for (const leg of legs) leg.sendTime(ntpTimestamp, rtpTimestamp)
      })
    }
  }

  #askForKeyFrame(): void {
    this.#video?.receiver.sendRtcpPLI(this.#video.ssrc).catch(() => undefined)
  }

  #sendEstimate(): void {
    if (this.#video === null) return
    const { receiver, ssrc } = this.#video
    const feedback = new ReceiverEstimatedMaxBitrate({
      senderSsrc: receiver.rtcpSsrc,
      mediaSsrc: 0,
      uniqueID: "REMB",
      ssrcNum: 1,
      ssrcFeedbacks: [ssrc],
      ...rembBitRate(BITS_PER_SECOND),
    })
    const packet = new RtcpPayloadSpecificFeedback({ feedback })
    receiver.dtlsTransport.sendRtcp([packet]).catch(() => undefined)
  }
}

/** `POST …/whip` and `POST …/whep` under any prefix. */
export const serveBareRelay = (firstPort: number): Server => {
  const relay = new BareRelay(firstPort)
  return createServer((request, response) => {
    let offer = ""
    request.on("data", (chunk: Buffer) => (offer += chunk.toString("utf8")))
    request.on("end", () => {
      const side = request.url?.endsWith("/whip") === true ? "publish" : "watch"
      relay.answer(side, offer).then(
        (answer) => response.writeHead(201, { Location: "session" }).end(answer),
        () => response.writeHead(400).end(),
      )
    })
  })
}
