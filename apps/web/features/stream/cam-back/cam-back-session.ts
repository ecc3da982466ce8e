/**
 * The visitor's own camera: opened by a press, shown to the performer as cam-back-state.ts decides, and turned off. One
 * for each stream box.
 *
 * Invariants: nothing is sent before `start`; the camera is off before anybody is told that it ended; no camera stays
 * on that the visitor does not see in the window or the badge.
 */
import {
  camBackAfterEnd,
  camBackAfterRoom,
  type CamBackPhase,
  type RoomCamBack,
  type CameraProblem,
  isCamBackOn,
  needsCamBackStop,
  CAM_BACK_OFF,
  type CamBackOffReason,
} from "./cam-back-state.ts"
import type { MediaSessionEnd } from "../media/media-session-end.ts"

export type CameraResult<Camera> =
  | { readonly _tag: "Opened"; readonly camera: Camera }
  | { readonly _tag: "Blocked"; readonly problem: CameraProblem }

export interface CamBackSessionPorts<Camera> {
  /** Asks the browser, inside the press. `device`: null is the browser's choice. `gone`: the device was removed. */
  readonly open: (device: string | null, gone: () => void) => Promise<CameraResult<Camera>>
  /** Stops every track, so that the camera's light goes off. */
  readonly close: (camera: Camera) => void
  /** Null where the microphone is refused or missing. */
  readonly withSound: (camera: Camera) => Promise<Camera | null>
  readonly withoutSound: (camera: Camera) => Camera
  /** Resolves when the session is over. */
  readonly show: (
    camera: Camera,
    signal: AbortSignal,
    onConnected: () => void,
  ) => Promise<MediaSessionEnd>
  readonly sendStart: () => void
  readonly sendStop: () => void
  /** From the state at this moment. */
  readonly roomCamBack: () => RoomCamBack
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
}

export interface CamBackView<Camera> {
  readonly phase: CamBackPhase
  /** Null while it is off. */
  readonly camera: Camera | null
  readonly sound: "off" | "asking" | "on" | "refused"
}

const NOTHING = { phase: CAM_BACK_OFF, camera: null, sound: "off" } as const

export class CamBackSession<Camera> {
  readonly #ports: CamBackSessionPorts<Camera>
  readonly #listeners = new Set<() => void>()
  #view: CamBackView<Camera> = NOTHING
  /** The paid session in which the camera was opened, or in which it went off. */
  #session: string | null = null
  /** Numbers the attempts to open a camera: the answer of an older one is dropped. */
  #opening = 0
  #showing: AbortController | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #isStopSent = false

  constructor(ports: CamBackSessionPorts<Camera>) {
    this.#ports = ports
  }

  readonly view = (): CamBackView<Camera> => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Inside a press; `device` is chosen in the window. */
  readonly open = (device: string | null = null): void => {
    if (isCamBackOn(this.#view.phase)) return
    const opening = (this.#opening += 1)
    this.#closeCamera()
    this.#session = this.#ports.roomCamBack().session
    this.#show({ ...NOTHING, phase: { _tag: "Asking" } })
    const gone = () => {
      if (opening === this.#opening) this.#off(isCamBackOn(this.#view.phase) ? "gone" : null)
    }
    void this.#follow(opening, this.#ports.open(device, gone))
  }

  async #follow(opening: number, opened: Promise<CameraResult<Camera>>): Promise<void> {
    const came = await opened
    if (opening !== this.#opening) {
      if (came._tag === "Opened") this.#ports.close(came.camera)
      return
    }
    if (came._tag === "Blocked") {
      return this.#show({ ...NOTHING, phase: { _tag: "Blocked", problem: came.problem } })
    }
    this.#show({ phase: { _tag: "Preview" }, camera: came.camera, sound: "off" })
    this.roomChanged()
  }

  readonly setSound = async (isOn: boolean): Promise<void> => {
    const { phase, camera } = this.#view
    if (phase._tag !== "Preview" || camera === null) return
    if (!isOn) {
      return this.#show({ phase, camera: this.#ports.withoutSound(camera), sound: "off" })
    }
    this.#show({ phase, camera, sound: "asking" })
    const heard = await this.#ports.withSound(camera)
    // Closed or started meanwhile: the microphone is released.
    if (this.#view.camera !== camera || this.#view.sound !== "asking") {
      if (heard !== null) this.#ports.withoutSound(heard)
      return
    }
    this.#show({ phase, camera: heard ?? camera, sound: heard === null ? "refused" : "on" })
  }

  /** By a press, after the visitor has seen the preview. */
  readonly start = (): void => {
    const { phase, camera, sound } = this.#view
    if (phase._tag !== "Preview" || camera === null) return
    this.#isStopSent = false
    this.#show({ phase: { _tag: "Starting" }, camera, sound: sound === "on" ? "on" : "off" })
    this.#ports.sendStart()
    this.roomChanged()
  }

  /** By a press, or with the page: at once, without retries. */
  readonly stop = (): void => {
    this.#off(isCamBackOn(this.#view.phase) ? "pressed" : null)
  }

  /** The state may have changed. */
  readonly roomChanged = (): void => {
    const { phase } = this.#view
    const word = this.#ports.roomCamBack()
    const next = camBackAfterRoom(phase, word, this.#session)
    if (next._tag === "Off" && phase._tag !== "Off") return this.#off(next.why)
    if (next !== phase && next._tag === "Off") this.#show(NOTHING)
    if (next._tag === "Connecting" && phase._tag === "Starting") return this.#connect(next)
    if (word.camBack === "off") this.#isStopSent = false
    if (this.#isStopSent || !needsCamBackStop(phase, word)) return
    this.#isStopSent = true
    this.#ports.sendStop()
  }

  #show(view: CamBackView<Camera>) {
    this.#view = view
    for (const listener of this.#listeners) listener()
  }

  #closeCamera() {
    if (this.#view.camera !== null) this.#ports.close(this.#view.camera)
  }

  #off(why: CamBackOffReason | null) {
    clearTimeout(this.#retry)
    this.#opening += 1
    this.#closeCamera()
    this.#showing?.abort()
    this.#showing = null
    this.#session = this.#ports.roomCamBack().session
    this.#show({ ...NOTHING, phase: { _tag: "Off", why } })
    this.roomChanged()
  }

  #connect(phase: CamBackPhase) {
    const { camera, sound } = this.#view
    if (camera === null) return
    const showing = new AbortController()
    this.#showing = showing
    this.#show({ phase, camera, sound })
    const onConnected = () => {
      if (this.#showing !== showing || this.#view.phase._tag !== "Connecting") return
      const { tries } = this.#view.phase
      const since = this.#ports.now()
      this.#show({ ...this.#view, phase: { _tag: "Sending", tries, since } })
    }
    void this.#shown(showing, this.#ports.show(camera, showing.signal, onConnected))
  }

  async #shown(showing: AbortController, over: Promise<MediaSessionEnd>): Promise<void> {
    const end = await over
    if (this.#showing !== showing) return
    this.#showing = null
    showing.abort()
    const { now, random } = this.#ports
    const phase = camBackAfterEnd(this.#view.phase, end, now(), random())
    if (phase._tag !== "Waiting") return this.#off(phase._tag === "Off" ? phase.why : null)
    this.#show({ ...this.#view, phase })
    this.#retry = setTimeout(() => {
      this.#connect({ _tag: "Connecting", tries: phase.tries })
    }, phase.waitMs)
  }
}
