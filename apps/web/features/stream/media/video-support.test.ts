import { describe, expect, it } from "vitest"
import { canReceiveVideo } from "./video-support.ts"

const RTCPeerConnection = { prototype: { addTransceiver: () => {} } }
const decoding = (...mimeTypes: ReadonlyArray<string>) => ({
  RTCPeerConnection,
  RTCRtpReceiver: {
    getCapabilities: () => ({ codecs: mimeTypes.map((mimeType) => ({ mimeType })) }),
  },
})

describe("a browser [SHOWN-01]", () => {
  it.each([
    ["it decodes VP8 alone", decoding("video/VP8", "video/rtx")],
    ["it decodes H264 alone", decoding("video/rtx", "video/H264")],
    ["it does not say what it decodes", { RTCPeerConnection }],
    ["it does not tell its receivers' formats", { RTCPeerConnection, RTCRtpReceiver: {} }],
  ])("can receive a moving picture where %s", (_, scope) => {
    expect(canReceiveVideo(scope)).toBe(true)
  })

  it.each([
    ["it has no WebRTC", {}],
    ["its connections receive nothing", { RTCPeerConnection: { prototype: {} } }],
    ["it decodes neither VP8 nor H264", decoding("video/AV1", "video/rtx")],
    ["it decodes nothing", decoding()],
    [
      "it does not know video",
      { RTCPeerConnection, RTCRtpReceiver: { getCapabilities: () => null } },
    ],
  ])("can receive none where %s", (_, scope) => {
    expect(canReceiveVideo(scope)).toBe(false)
  })
})
