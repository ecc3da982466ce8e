/**
 * Bounds what the library reads of encrypted media and control packets: of RTCP only what rtp/control-packet-filter.ts lets
 * through, of RTP only MAX_SOURCES sources, since the library keeps a state for each source that a client invents.
 */
import { type RTCDtlsTransport, RtcpPacketConverter, SrtpAuthenticationError } from "werift"
import { ControlPacketFilter, MAX_CONTROL_BYTES } from "../rtp/control-packet-filter.ts"

/** The library parses no packet out of it. */
const NOTHING = Buffer.alloc(0)

/** Twice as many as an offer may name. */
export const MAX_SOURCES = 16
/** The SSRC's place in an RTP packet (RFC 3550, section 5.1). */
const SOURCE_AT = 8
const SOURCE_BYTES = 4

export const limitSrtp = (transport: RTCDtlsTransport, now: () => number): void => {
  const control = new ControlPacketFilter()
  const sources = new Set<number>()
  const update = transport.updateSrtpSession.bind(transport)
  transport.updateSrtpSession = () => {
    update()
    const { srtcp, srtp } = transport
    const decryptControl = srtcp.decrypt
    srtcp.decrypt = (bytes) => {
      if (bytes.length > MAX_CONTROL_BYTES) return NOTHING
      for (const packet of control.filter(decryptControl(bytes), now())) {
        for (const read of RtcpPacketConverter.deSerialize(packet)) transport.onRtcp.execute(read)
      }
      return NOTHING
    }
    const decryptMedia = srtp.decrypt
    srtp.decrypt = (bytes) => {
      // The library refuses shorter ones.
      const isNamed = bytes.length >= SOURCE_AT + SOURCE_BYTES
      const source = isNamed ? bytes.readUInt32BE(SOURCE_AT) : 0
      if (!sources.has(source) && sources.size >= MAX_SOURCES) {
        throw new SrtpAuthenticationError("a source too many")
      }
      const decrypted = decryptMedia(bytes)
      sources.add(source)
      return decrypted
    }
  }
}
