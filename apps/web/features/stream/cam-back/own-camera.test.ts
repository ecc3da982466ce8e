import { afterEach, expect, it, vi } from "vitest"
import { openCamera } from "./own-camera.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

it("an opened camera is off again where the browser then lists no devices [CHAT-27]", async () => {
  const track = { stop: vi.fn(), addEventListener: () => {} }
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
  vi.stubGlobal("RTCPeerConnection", class {})
  vi.stubGlobal("navigator", {
    mediaDevices: {
      getUserMedia: () => Promise.resolve(stream),
      enumerateDevices: () => Promise.reject(new DOMException("", "InvalidStateError")),
    },
  })
  expect(await openCamera(null, () => {})).toEqual({ _tag: "Blocked", problem: "failed" })
  expect(track.stop).toHaveBeenCalledOnce()
})
