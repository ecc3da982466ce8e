/** Whether this browser can receive video by WebRTC, by the features that it has and never by its name. Pure. */
/** The codecs that the media engine relays. */
const CODECS: ReadonlySet<string> = new Set(["video/vp8", "video/h264"])

interface Receiving {
  readonly RTCPeerConnection?: { readonly prototype: object }
  readonly RTCRtpReceiver?: {
    readonly getCapabilities?: (
      kind: "video",
    ) => { readonly codecs: ReadonlyArray<{ readonly mimeType: string }> } | null
  }
}

/** A browser without `getCapabilities` is tried: the answer to its offer tells. */
export const canReceiveVideo = ({ RTCPeerConnection, RTCRtpReceiver }: Receiving): boolean => {
  if (RTCPeerConnection === undefined || !("addTransceiver" in RTCPeerConnection.prototype)) {
    return false
  }
  if (RTCRtpReceiver?.getCapabilities === undefined) return true
  const { codecs = [] } = RTCRtpReceiver.getCapabilities("video") ?? {}
  return codecs.some(({ mimeType }) => CODECS.has(mimeType.toLowerCase()))
}
