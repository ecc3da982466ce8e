/**
 * Whether a packet begins a key frame, at which a viewer's stream can begin. VP8 by RFC 7741, H264 by RFC 6184. Pure; total
 * for any bytes.
 */
import type { VideoCodec } from "../sdp/offer.ts"

const beginsVp8KeyFrame = (payload: Uint8Array): boolean => {
  const descriptor = payload[0] ?? 0
  const isFirstOfFrame = (descriptor & 0x10) !== 0 && (descriptor & 0x0f) === 0
  if (!isFirstOfFrame) return false
  let at = 1
  if ((descriptor & 0x80) !== 0) {
    const extension = payload[at] ?? 0
    at += 1
    if ((extension & 0x80) !== 0) at += ((payload[at] ?? 0) & 0x80) === 0 ? 1 : 2
    if ((extension & 0x40) !== 0) at += 1
    if ((extension & 0x30) !== 0) at += 1
  }
  const header = payload[at]
  return header !== undefined && (header & 0x01) === 0
}

const IDR = 5
const SPS = 7
const STAP_A = 24
const FU_A = 28

const beginsIdr = (unitType: number) => unitType === IDR || unitType === SPS

const beginsH264KeyFrame = (payload: Uint8Array): boolean => {
  const unitType = (payload[0] ?? 0) & 0x1f
  // The first unit of an aggregate follows its length of two bytes.
  if (unitType === STAP_A) return beginsIdr((payload[3] ?? 0) & 0x1f)
  if (unitType === FU_A) {
    const header = payload[1] ?? 0
    return (header & 0x80) !== 0 && beginsIdr(header & 0x1f)
  }
  return beginsIdr(unitType)
}

export const beginsKeyFrame = (codec: VideoCodec, payload: Uint8Array): boolean =>
  codec === "VP8" ? beginsVp8KeyFrame(payload) : beginsH264KeyFrame(payload)
