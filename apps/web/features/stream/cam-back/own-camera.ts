/**
 * The visitor's own camera, by `getUserMedia`. The microphone is asked for apart, so that nobody who shows only a
 * camera is asked for one.
 */
import { cameraProblemOf } from "./cam-back-state.ts"
import type { CameraResult } from "./cam-back-session.ts"

export interface OwnCamera {
  readonly stream: MediaStream
  readonly device: string | null
  /** The cameras to choose from; a label may be empty. */
  readonly devices: ReadonlyArray<{ readonly id: string; readonly label: string }>
}

const SIZE = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24, max: 30 } }

const nameOf = (cause: unknown) => (cause instanceof DOMException ? cause.name : "")

const stopAll = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

export const closeCamera = ({ stream }: OwnCamera): void => stopAll(stream)

export const openCamera = async (
  device: string | null,
  gone: () => void,
): Promise<CameraResult<OwnCamera>> => {
  if (!("mediaDevices" in navigator) || !("RTCPeerConnection" in globalThis)) {
    return { _tag: "Blocked", problem: "unsupported" }
  }
  let opened: MediaStream | null = null
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      video: device === null ? SIZE : { ...SIZE, deviceId: { exact: device } },
    })
    opened = stream
    const [track] = stream.getVideoTracks()
    // `ended` does not fire for `track.stop()`.
    track?.addEventListener("ended", gone)
    const all = await navigator.mediaDevices.enumerateDevices()
    const devices = all
      .filter(({ kind }) => kind === "videoinput")
      .map(({ deviceId: id, label }) => ({ id, label }))
    const camera = { stream, devices, device: track?.getSettings().deviceId ?? null }
    return { _tag: "Opened", camera }
  } catch (cause) {
    // The camera may be on already.
    if (opened !== null) stopAll(opened)
    return { _tag: "Blocked", problem: cameraProblemOf(nameOf(cause)) }
  }
}

export const withMicrophone = async (camera: OwnCamera): Promise<OwnCamera | null> => {
  try {
    const { stream } = camera
    const sound = await navigator.mediaDevices.getUserMedia({ audio: true })
    return { ...camera, stream: new MediaStream([...stream.getTracks(), ...sound.getTracks()]) }
  } catch {
    return null
  }
}

export const withoutMicrophone = (camera: OwnCamera): OwnCamera => {
  const { stream } = camera
  for (const track of stream.getAudioTracks()) track.stop()
  return { ...camera, stream: new MediaStream(stream.getVideoTracks()) }
}
