/**
 * Opens WebRTC connections of the library for this engine: no STUN server; VP8, H264 and Opus; no header extensions; the
 * ports of one slot.
 */
import {
  RTCPeerConnection,
  RTCRtpCodecParameters,
  useH264,
  useNACK,
  useOPUS,
  usePLI,
  useREMB,
  useVP8,
} from "werift"
import { withAnnouncedAddresses, type AnnouncedAddresses } from "../sdp/answer.ts"
import { limitSrtp } from "./bounded-srtp.ts"
import { bufferEarlyHandshake } from "./early-flight.ts"
import type { PortRange } from "./port-slots.ts"
import { renumberRecords } from "./record-numbers.ts"
import { limitTransports, type TransportOptions } from "./session-transports.ts"

export interface Network {
  /** The addresses that clients are told; empty: those of the machine's interfaces. */
  readonly announced: AnnouncedAddresses
  /** Announced addresses that the machine can bind to. */
  readonly additional: ReadonlyArray<string>
  readonly tcp: boolean
  readonly udp: boolean
}

const FEEDBACK = () => [useNACK(), usePLI(), useREMB()]

const rtx = (payloadType: number, apt: number) =>
  new RTCRtpCodecParameters({
    mimeType: "video/rtx",
    clockRate: 90_000,
    payloadType,
    parameters: `apt=${apt}`,
  })

/** Made anew for each peer, since the library changes them. */
const codecs = () => ({
  audio: [useOPUS({ payloadType: 111 })],
  video: [
    useVP8({ payloadType: 96, rtcpFeedback: FEEDBACK() }),
    rtx(97, 96),
    useH264({ payloadType: 102, rtcpFeedback: FEEDBACK() }),
    rtx(103, 102),
  ],
})

export const openPeer = (network: Network, ports: PortRange): RTCPeerConnection =>
  new RTCPeerConnection({
    iceServers: [],
    codecs: codecs(),
    headerExtensions: { audio: [], video: [] },
    bundlePolicy: "max-bundle",
    icePortRange: [...ports],
    iceAdditionalHostAddresses: [...network.additional],
    iceUseTcp: network.tcp,
  })

const isUdp = (line: string) => /^a=candidate:\S+ \d+ udp /iu.test(line)

/** `offer`: as sdp/offer.ts writes it. Rejects where the library cannot answer it. */
export const answerOffer = async (
  pc: RTCPeerConnection,
  offer: string,
  { announced, udp }: Network,
  options: TransportOptions,
): Promise<string> => {
  await pc.setRemoteDescription({ type: "offer", sdp: offer })
  // Without a configured server the library would ask a public one, and wait for its DNS lookup.
  for (const transport of pc.iceTransports) delete transport.connection.stunServer
  // The client begins DTLS where it can: where the library begins and the client's last flight is lost, the library
  // repeats records that the client has seen and drops, and both wait for ever (RFC 6347, section 4.2.4).
  for (const transport of pc.dtlsTransports) {
    limitTransports(transport, options)
    limitSrtp(transport, options.now)
    renumberRecords(transport)
    transport.role = offer.includes("a=setup:passive") ? "client" : "server"
    if (transport.role === "server") bufferEarlyHandshake(transport)
  }
  await pc.setLocalDescription(await pc.createAnswer())
  const sdp = withAnnouncedAddresses(pc.localDescription?.sdp ?? "", announced)
  return udp
    ? sdp
    : sdp
        .split("\r\n")
        .filter((line) => !isUdp(line))
        .join("\r\n")
}
