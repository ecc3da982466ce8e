/**
 * Asks a publisher for lost packets of its video (RFC 4585, generic NACK). It replaces the library's list, which grows with
 * any sequence numbers, takes more than a core for a few packets a second, and asks for nothing after a wrap-around.
 */
import {
  GenericNack,
  type RTCRtpReceiver,
  RtcpTransportLayerFeedback,
  type RtpPacket,
} from "werift"
import { MissingPackets } from "../rtp/missing-packets.ts"

const TICK_MS = 5

export class LossRequests {
  readonly #receiver: RTCRtpReceiver
  readonly #ssrc: number
  readonly #now: () => number
  readonly #missing = new MissingPackets()
  #ticks: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(receiver: RTCRtpReceiver, ssrc: number, now: () => number) {
    this.#receiver = receiver
    this.#ssrc = ssrc
    this.#now = now
    // Called for retransmissions too, with the number of the packet that they repeat.
    receiver["nack"].addPacket = ({ header }: RtpPacket) => {
      if (header.ssrc === ssrc) this.#add(header.sequenceNumber)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#rest()
  }

  #add(sequenceNumber: number): void {
    this.#missing.add(sequenceNumber, this.#now())
    if (this.#missing.count > 0 && !this.#isClosed) {
      this.#ticks ??= setInterval(() => this.#ask(), TICK_MS)
    }
  }

  #ask(): void {
    const lost = this.#missing.due(this.#now())
    if (this.#missing.count === 0) this.#rest()
    if (lost.length === 0) return
    const { rtcpSsrc, dtlsTransport } = this.#receiver
    const feedback = new GenericNack({
      senderSsrc: rtcpSsrc,
      mediaSourceSsrc: this.#ssrc,
      lost: [...lost],
    })
    dtlsTransport.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]).catch(() => undefined)
  }

  #rest(): void {
    clearInterval(this.#ticks)
    this.#ticks = undefined
  }
}
