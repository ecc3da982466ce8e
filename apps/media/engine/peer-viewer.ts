/**
 * The viewing side of a connection: one video and one audio stream that continue whatever their source is. The library's
 * sender reports are not sent, for their clock is wrong; the publisher's are, with this viewer's timestamps.
 */
import type { RTCPeerConnection, RTCRtpSender } from "werift"
import type { VideoCodec } from "../sdp/offer.ts"
import type { MediaPacket, SenderTime } from "../rtp/media-packet.ts"
import { type MediaKind, ViewerStream } from "./viewer-stream.ts"

export interface PeerViewerOptions {
  readonly now: () => number
  readonly random: () => number
  readonly askForKeyFrame: () => void
}

const withoutReports = (sender: RTCRtpSender): void => {
  sender.runRtcp = () => Promise.resolve()
}

export class PeerViewer {
  readonly codecs: ReadonlyArray<VideoCodec>
  readonly #pc: RTCPeerConnection
  readonly #options: PeerViewerOptions
  readonly #streams = new Map<MediaKind, ViewerStream>()
  #lastAtMs: number | null = null

  constructor(
    pc: RTCPeerConnection,
    offered: { readonly hasAudio: boolean; readonly videoCodecs: ReadonlyArray<VideoCodec> },
    options: PeerViewerOptions,
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

  /** For a key frame. */
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

  /** The next packet is another source's. */
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

  #add(kind: MediaKind): void {
    const transceiver = this.#pc.addTransceiver(kind, { direction: "sendonly" })
    transceiver.sender.streamIds = ["foldcast"]
    withoutReports(transceiver.sender)
    transceiver.sender.onPictureLossIndication.subscribe(() => this.#options.askForKeyFrame())
    this.#streams.set(kind, new ViewerStream(transceiver, kind, this.#options))
  }
}
