/**
 * Takes the reading of control packets out of the library's hands, which reads whatever comes, and gives it those
 * alone that rtp/control-packets.ts lets through. Caller: peer.ts, before DTLS begins.
 */
import { type RTCDtlsTransport, RtcpPacketConverter } from "werift"
import { ControlPackets, MAX_CONTROL_BYTES } from "../rtp/control-packets.ts"

/** The library's own reading finds nothing in it. */
const NOTHING = Buffer.alloc(0)

export const boundControl = (transport: RTCDtlsTransport, now: () => number): void => {
  const control = new ControlPackets()
  const update = transport.updateSrtpSession.bind(transport)
  transport.updateSrtpSession = () => {
    update()
    const { srtcp } = transport
    const decrypt = srtcp.decrypt
    srtcp.decrypt = (bytes) => {
      if (bytes.length > MAX_CONTROL_BYTES) return NOTHING
      for (const packet of control.read(decrypt(bytes), now())) {
        for (const read of RtcpPacketConverter.deSerialize(packet)) transport.onRtcp.execute(read)
      }
      return NOTHING
    }
  }
}
