/**
 * One WebRTC peer of the library, opened the way this engine needs it: no STUN server, VP8, H264 and Opus
 * alone, no header extension, ports out of one slot. Callers: publisher.ts, viewer.ts.
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
import { announce, type Announced } from "../sdp/answer.ts"
import type { PortRange } from "./port-slots.ts"

export interface Network {
  /** What clients are told; empty: every address of the interfaces. */
  readonly announced: Announced
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

/** Addresses that a session may have sent from; a stranger's are never many. */
const MAX_ADDRESSES = 32

/**
 * The library answers every binding request; this lets it answer those that know both sides' names
 * (RFC 8445, section 7.3), and not make a candidate of whoever sends something.
 */
const onlyOfThisSession = () => {
  const addresses = new Set<string>()
  let connection: RTCPeerConnection | undefined
  return {
    of: (pc: RTCPeerConnection) => {
      connection = pc
    },
    filter: (username: unknown, address: string): boolean => {
      const ice = connection?.iceTransports[0]
      const local = ice?.localParameters.usernameFragment
      const remote = ice?.getRemoteParameters()?.usernameFragment
      if (remote !== undefined && username !== `${local}:${remote}`) return false
      if (addresses.size >= MAX_ADDRESSES && !addresses.has(address)) return false
      addresses.add(address)
      return true
    },
  }
}

export const openPeer = (network: Network, ports: PortRange): RTCPeerConnection => {
  const requests = onlyOfThisSession()
  const pc = new RTCPeerConnection({
    iceServers: [],
    codecs: codecs(),
    headerExtensions: { audio: [], video: [] },
    bundlePolicy: "max-bundle",
    icePortRange: [...ports],
    iceAdditionalHostAddresses: [...network.additional],
    iceUseTcp: network.tcp,
    iceFilterStunResponse: (message, [host, port]) =>
      requests.filter(message.getAttributeValue("USERNAME"), `${host}:${port}`),
  })
  requests.of(pc)
  return pc
}

const isUdp = (line: string) => /^a=candidate:\S+ \d+ udp /iu.test(line)

/** The offer is a cleaned one (sdp/offer.ts). Rejects where the library cannot answer it. */
export const answerOffer = async (
  pc: RTCPeerConnection,
  offer: string,
  { announced, udp }: Network,
): Promise<string> => {
  await pc.setRemoteDescription({ type: "offer", sdp: offer })
  // Where no server is configured the library asks a public one all the same, and waits for its name's
  // look-up: nobody is asked.
  for (const { connection } of pc.iceTransports) delete connection.stunServer
  // Whoever can, begins DTLS itself: where the library begins and the other side's last flight is lost, it
  // repeats records that the other side has seen and drops, and both wait for ever (RFC 6347, section 4.2.4).
  for (const transport of pc.dtlsTransports) {
    transport.role = offer.includes("a=setup:passive") ? "client" : "server"
  }
  await pc.setLocalDescription(await pc.createAnswer())
  const sdp = announce(pc.localDescription?.sdp ?? "", announced)
  return udp
    ? sdp
    : sdp
        .split("\r\n")
        .filter((line) => !isUdp(line))
        .join("\r\n")
}
