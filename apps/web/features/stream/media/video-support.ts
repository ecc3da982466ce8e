/**
 * Whether this browser can receive a moving picture at all: found out by what it has, never by its name. Pure.
 */
/** What the media engine relays. */
const FORMS: ReadonlySet<string> = new Set(["video/vp8", "video/h264"])

interface Receiving {
  readonly RTCPeerConnection?: { readonly prototype: object }
  readonly RTCRtpReceiver?: {
    readonly getCapabilities?: (
      kind: "video",
    ) => { readonly codecs: ReadonlyArray<{ readonly mimeType: string }> } | null
  }
}

/** Where it does not say what it can decode, the answer to its offer does. */
export const canReceiveVideo = ({ RTCPeerConnection, RTCRtpReceiver }: Receiving): boolean => {
  if (RTCPeerConnection === undefined || !("addTransceiver" in RTCPeerConnection.prototype)) {
    return false
  }
  if (RTCRtpReceiver?.getCapabilities === undefined) return true
  const { codecs = [] } = RTCRtpReceiver.getCapabilities("video") ?? {}
  return codecs.some(({ mimeType }) => FORMS.has(mimeType.toLowerCase()))
}
