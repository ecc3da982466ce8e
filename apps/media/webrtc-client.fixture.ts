/**
 * Publishers and viewers without a browser: the same library on the other side, with made-up VP8. Each frame holds the
 * number of its publisher, by which a viewer tells whose picture it sees.
 */
import {
  MediaStreamTrack,
  RTCPeerConnection,
  type RtcpPacket,
  RtpHeader,
  RtpPacket,
  useH264,
  useOPUS,
  useVP8,
} from "werift"

export interface SeenPacket {
  readonly sequenceNumber: number
  readonly timestamp: number
  readonly ssrc: number
  readonly isKeyFrame: boolean
  /** The last byte of the payload. */
  readonly publisher: number
}

const KEY_FRAME_EVERY = 10
const FRAME_MS = 20
const DESCRIPTOR = 0x10

const peer = (codec: "H264" | "VP8") =>
  new RTCPeerConnection({
    iceServers: [],
    iceUseIpv6: false,
    codecs: { audio: [useOPUS()], video: [codec === "VP8" ? useVP8() : useH264()] },
  })

const open: Array<() => Promise<void>> = []

/** To be called after each test. */
export const closeClients = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((close) => close()))
}

export interface FakeClient {
  readonly offer: string
  readonly accept: (answer: string) => Promise<void>
  readonly close: () => Promise<void>
  /** Sends control packets of the test, correctly encrypted. */
  readonly control: (bytes: Uint8Array) => Promise<void>
}

const clientOf = async (pc: RTCPeerConnection, stop: () => void): Promise<FakeClient> => {
  // Else the library would ask a public STUN server (engine/peer.ts).
  for (const { connection } of pc.iceTransports) delete connection.stunServer
  await pc.setLocalDescription(await pc.createOffer())
  const close = async () => {
    stop()
    await pc.close()
  }
  open.push(close)
  return {
    offer: pc.localDescription?.sdp ?? "",
    accept: (sdp) => pc.setRemoteDescription({ type: "answer", sdp }),
    close,
    control: async (bytes) => {
      for (const transport of pc.dtlsTransports) {
        await transport.sendRtcp([{ serialize: () => Buffer.from(bytes) } as RtcpPacket])
      }
    },
  }
}

export interface FakePublisher extends FakeClient {
  /** Ends without closing its session. */
  readonly fallSilent: () => void
  /** Sends a packet of the test. */
  readonly write: (packet: RtpPacket) => void
  /** The sequence numbers that it was asked to retransmit, once for each request. */
  readonly asked: ReadonlyArray<number>
}

/** Sends a frame every 20 ms as soon as it is connected; every tenth is a key frame. */
export const fakePublisher = async (publisher: number): Promise<FakePublisher> => {
  const pc = peer("VP8")
  const track = new MediaStreamTrack({ kind: "video" })
  const { sender } = pc.addTransceiver(track, { direction: "sendonly" })
  const asked: Array<number> = []
  sender.onGenericNack.subscribe(({ lost }) => asked.push(...lost))
  let sequenceNumber = 65_530 - publisher
  let frame = 0
  const timer = setInterval(() => {
    if (pc.connectionState !== "connected") return
    sequenceNumber = (sequenceNumber + 1) & 0xffff
    const header = new RtpHeader({
      sequenceNumber,
      timestamp: (0xffff_0000 + frame * FRAME_MS * 90) >>> 0,
      marker: true,
    })
    const isKeyFrame = frame % KEY_FRAME_EVERY === 0
    const payload = Buffer.from([DESCRIPTOR, isKeyFrame ? 0 : 1, 0, 0, publisher])
    track.writeRtp(new RtpPacket(header, payload))
    frame += 1
  }, FRAME_MS)
  const stop = () => clearInterval(timer)
  return { ...(await clientOf(pc, stop)), fallSilent: stop, write: track.writeRtp, asked }
}

/** A sender report as it arrived. */
export interface SeenReport {
  readonly ssrc: number
  readonly rtpTimestamp: number
}

export interface FakeViewer extends FakeClient {
  /** Of the video. */
  readonly reports: ReadonlyArray<SeenReport>
  /** In the order of arrival. */
  readonly seen: ReadonlyArray<SeenPacket>
  /** Packets of sound, by their timestamps. */
  readonly heard: ReadonlyArray<number>
}

export const fakeViewer = async (codec: "H264" | "VP8" = "VP8"): Promise<FakeViewer> => {
  const pc = peer(codec)
  pc.addTransceiver("video", { direction: "recvonly" })
  pc.addTransceiver("audio", { direction: "recvonly" })
  const seen: Array<SeenPacket> = []
  const reports: Array<SeenReport> = []
  const heard: Array<number> = []
  pc.onTrack.subscribe((track) => {
    if (track.kind === "video") {
      track.onReceiveRtcp.subscribe((packet) => {
        if (packet.type !== 200) return
        reports.push({ ssrc: packet.ssrc, rtpTimestamp: packet.senderInfo.rtpTimestamp })
      })
    }
    track.onReceiveRtp.subscribe(({ header, payload }) => {
      const { sequenceNumber, timestamp, ssrc } = header
      if (track.kind === "audio") {
        heard.push(timestamp)
        return
      }
      seen.push({
        sequenceNumber,
        timestamp,
        ssrc,
        isKeyFrame: payload[0] === DESCRIPTOR && ((payload[1] ?? 1) & 1) === 0,
        publisher: payload.at(-1) ?? 0,
      })
    })
  })
  return { ...(await clientOf(pc, () => undefined)), seen, heard, reports }
}
