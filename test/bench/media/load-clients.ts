/**
 * A publisher and viewers that use little CPU: synthetic VP8 and Opus at a camera's bit rate; packets are counted
 * and nothing is decoded.
 */
import { MediaStreamTrack, RTCPeerConnection, RtpHeader, RtpPacket, useOPUS, useVP8 } from "werift"

/** 640×480 as browsers send it: 30 pictures a second of three packets, about 760 kbit/s; sound every 20 ms. */
const FRAME_MS = 1_000 / 30
const PACKETS_PER_FRAME = 3
const PACKET_BYTES = 1_050
const SOUND_MS = 20
const SOUND_BYTES = 120
/** RFC 7741: whether a packet begins a picture. */
const DESCRIPTOR = { first: 0x10, later: 0x00 } as const

export interface Client {
  readonly offer: string
  readonly accept: (answer: string) => Promise<void>
  readonly close: () => Promise<void>
}

const newPeer = () =>
  new RTCPeerConnection({
    iceServers: [],
    iceUseIpv6: false,
    bundlePolicy: "max-bundle",
    codecs: { audio: [useOPUS()], video: [useVP8()] },
  })

const clientOf = async (pc: RTCPeerConnection, stop: () => void): Promise<Client> => {
  for (const { connection } of pc.iceTransports) delete connection.stunServer
  await pc.setLocalDescription(await pc.createOffer())
  return {
    offer: pc.localDescription?.sdp ?? "",
    accept: (sdp) => pc.setRemoteDescription({ type: "answer", sdp }),
    close: async () => {
      stop()
      await pc.close()
    },
  }
}

/** Every packet of this picture: what keeps its own time catches up where the process had to wait. */
class Source {
  readonly video = new MediaStreamTrack({ kind: "video" })
  readonly audio = new MediaStreamTrack({ kind: "audio" })
  readonly #startedAt = performance.now()
  #frames = 0
  #sounds = 0
  #videoPackets = 0
  #isKeyFrameDue = true

  askForKeyFrame(): void {
    this.#isKeyFrameDue = true
  }

  play(): void {
    const passed = performance.now() - this.#startedAt
    for (; this.#frames * FRAME_MS <= passed; this.#frames += 1) this.#frame()
    for (; this.#sounds * SOUND_MS <= passed; this.#sounds += 1) {
      const header = new RtpHeader({
        sequenceNumber: this.#sounds & 0xffff,
        timestamp: (this.#sounds * SOUND_MS * 48) >>> 0,
      })
      this.audio.writeRtp(new RtpPacket(header, Buffer.alloc(SOUND_BYTES, this.#sounds)))
    }
  }

  #frame(): void {
    const isKeyFrame = this.#isKeyFrameDue
    this.#isKeyFrameDue = false
    for (let part = 0; part < PACKETS_PER_FRAME; part += 1) {
      const payload = Buffer.alloc(PACKET_BYTES, this.#frames)
      payload[0] = part === 0 ? DESCRIPTOR.first : DESCRIPTOR.later
      payload[1] = isKeyFrame ? 0 : 1
      const header = new RtpHeader({
        sequenceNumber: this.#videoPackets & 0xffff,
        timestamp: Math.round(this.#frames * FRAME_MS * 90) >>> 0,
        marker: part === PACKETS_PER_FRAME - 1,
      })
      this.#videoPackets += 1
      this.video.writeRtp(new RtpPacket(header, payload))
    }
  }
}

export const cameraPublisher = async (): Promise<Client> => {
  const pc = newPeer()
  const source = new Source()
  const { sender } = pc.addTransceiver(source.video, { direction: "sendonly" })
  sender.onPictureLossIndication.subscribe(() => source.askForKeyFrame())
  pc.addTransceiver(source.audio, { direction: "sendonly" })
  const timer = setInterval(() => source.play(), 10)
  return clientOf(pc, () => clearInterval(timer))
}

export interface CountingViewer extends Client {
  readonly packets: () => number
  readonly sees: Promise<void>
}

export const countingViewer = async (): Promise<CountingViewer> => {
  const pc = newPeer()
  for (const kind of ["video", "audio"] as const) {
    pc.addTransceiver(kind, { direction: "recvonly" })
  }
  let packets = 0
  const sees = new Promise<void>((resolve) => {
    pc.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe(() => {
        packets += 1
        if (track.kind === "video") resolve()
      })
    })
  })
  return { ...(await clientOf(pc, () => undefined)), packets: () => packets, sees }
}
