/** The camera's buttons, its lists of devices and the list of what is ready. */
import { type ChosenDevices, listDevices } from "./media-devices.ts"
import { dataOf, requireElement } from "./page.ts"

export interface CameraPresses {
  readonly open: () => void
  readonly goLive: () => void
  readonly stop: () => void
}

const ofKind = (devices: ReadonlyArray<MediaDeviceInfo>, kind: MediaDeviceKind) =>
  devices.filter((device) => device.kind === kind)

export class CameraControls {
  readonly #texts: HTMLElement
  readonly #open = requireElement("open-camera", HTMLButtonElement)
  readonly #goLive = requireElement("go-live", HTMLButtonElement)
  readonly #stop = requireElement("stop-live", HTMLButtonElement)
  readonly #cameras = requireElement("camera-device", HTMLSelectElement)
  readonly #microphones = requireElement("microphone-device", HTMLSelectElement)

  /** `texts`: its data say what is ready. */
  constructor(texts: HTMLElement) {
    this.#texts = texts
  }

  listen({ open, goLive, stop }: CameraPresses): void {
    this.#open.addEventListener("click", open)
    this.#cameras.addEventListener("change", open)
    this.#microphones.addEventListener("change", open)
    this.#goLive.addEventListener("click", goLive)
    this.#stop.addEventListener("click", stop)
  }

  chosenDevices(): ChosenDevices {
    return { camera: this.#cameras.value, microphone: this.#microphones.value }
  }

  async listDevices(stream: MediaStream): Promise<void> {
    const devices = await navigator.mediaDevices.enumerateDevices()
    listDevices(this.#cameras, ofKind(devices, "videoinput"), stream.getVideoTracks()[0])
    listDevices(this.#microphones, ofKind(devices, "audioinput"), stream.getAudioTracks()[0])
  }

  show(stream: MediaStream | null, isLive: boolean): void {
    const focused = document.activeElement
    this.#goLive.disabled = stream === null || isLive
    this.#stop.disabled = !isLive
    this.#cameras.disabled = stream === null
    this.#microphones.disabled = stream === null
    // What would be pressed next is marked.
    this.#open.classList.toggle("first", stream === null)
    this.#goLive.classList.toggle("first", stream !== null && !isLive)
    this.#stop.classList.toggle("first", isLive)
    // A disabled button loses focus: it goes to the one that is enabled in its place.
    if (focused === this.#goLive && isLive) this.#stop.focus()
    if (focused === this.#stop && !isLive) this.#goLive.focus()
    this.#showReady(
      "check-camera",
      (stream?.getVideoTracks().length ?? 0) > 0 ? "ready" : "missing",
    )
    this.#showReady(
      "check-microphone",
      (stream?.getAudioTracks().length ?? 0) > 0 ? "heard" : "unheard",
    )
  }

  /** Looked up each time: the server's list may have been replaced. */
  #showReady(id: string, name: string): void {
    requireElement(id, HTMLElement).textContent = dataOf(this.#texts, name)
  }
}
