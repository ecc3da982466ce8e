/**
 * Asks a publisher for what is missing of its video. It takes the place of the library's own list, which grows with
 * whatever numbers come, costs more than a core for some packets a second, and asks for nothing where numbers have
 * gone around.
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
    // Retransmissions come by it too, under the number of what they bring again.
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
