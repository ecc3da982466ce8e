/**
 * One WebRTC peer of the library, opened the way this engine needs it: no STUN server, VP8, H264 and Opus alone, no
 * header extension, ports out of one slot.
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
  /** What clients are told; empty: every address of the interfaces. */
  readonly announced: AnnouncedAddresses
  /** Those of the announced that are this machine's own, and no interface's the library looks at. */
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

/** New ones for each peer: the library writes into them. */
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

/** The offer is a cleaned one (sdp/offer.ts). Rejects where the library cannot answer it. */
export const answerOffer = async (
  pc: RTCPeerConnection,
  offer: string,
  { announced, udp }: Network,
  options: TransportOptions,
): Promise<string> => {
  await pc.setRemoteDescription({ type: "offer", sdp: offer })
  // Where no server is configured the library asks a public one all the same, and waits for its name's
  // look-up: nobody is asked.
  for (const transport of pc.iceTransports) delete transport.connection.stunServer
  // Whoever can, begins DTLS itself: where the library begins and the other side's last flight is lost, it
  // repeats records that the other side has seen and drops, and both wait for ever (RFC 6347, section 4.2.4).
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
