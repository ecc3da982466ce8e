import { type RTCDtlsTransport, RtpHeader, SrtcpSession, SrtpSession } from "werift"
import { expect, it } from "vitest"
import { limitSrtp, MAX_SOURCES } from "./bounded-srtp.ts"

const PROFILE = 7
const keys = (local: number, remote: number) => ({
  localMasterKey: Buffer.alloc(16, local),
  localMasterSalt: Buffer.alloc(12, local),
  remoteMasterKey: Buffer.alloc(16, remote),
  remoteMasterSalt: Buffer.alloc(12, remote),
})

it("the SRTP state is kept for few sources, however many a client with keys invents, and those are read on", () => {
  const client = new SrtpSession({ keys: keys(1, 2), profile: PROFILE })
  const transport = {
    updateSrtpSession: () => {
      transport.srtp = new SrtpSession({ keys: keys(2, 1), profile: PROFILE })
      transport.srtcp = new SrtcpSession({ keys: keys(2, 1), profile: PROFILE })
    },
  } as RTCDtlsTransport
  limitSrtp(transport, () => 0)
  transport.updateSrtpSession()
  const reads = (ssrc: number, sequenceNumber: number, by = client) => {
    const sealed = by.encrypt(Buffer.of(1), new RtpHeader({ ssrc, sequenceNumber }))
    try {
      return transport.srtp.decrypt(sealed).length > 0
    } catch {
      return false
    }
  }
  // What nobody with the keys has sealed takes no place.
  const stranger = new SrtpSession({ keys: keys(9, 9), profile: PROFILE })
  for (let ssrc = 2_000; ssrc < 2_100; ssrc += 1) expect(reads(ssrc, 1, stranger)).toBe(false)
  const read = Array.from({ length: 1_000 }, (_, ssrc) => reads(ssrc, 1)).filter(Boolean)
  expect(read.length).toBe(MAX_SOURCES)
  expect(Object.keys(transport.srtp.remoteContext.srtpSSRCStates).length).toBe(MAX_SOURCES)
  expect(reads(3, 2)).toBe(true)
  expect(reads(999, 2)).toBe(false)
})
