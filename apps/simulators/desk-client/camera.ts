/**
 * The camera of a performer's room: opening the devices, going live and stopping, and what depends on both.
 *
 * Nothing is published once the desk no longer holds the performer or the page is left.
 */
import { CameraControls } from "./camera-controls.ts"
import { isCutKey, TEXT_FIELDS } from "./cut-key.ts"
import { isPermissionDenied, openDevices, stopDevices } from "./media-devices.ts"
import { dataOf, requireElement, showText } from "./page.ts"
import { type PublishEnd, CameraPublisher } from "./camera-publisher.ts"
import { SoundLevel } from "./sound-level.ts"
import { sendStills } from "./stills.ts"
import { StreamKey } from "./stream-key.ts"
import { ViewersPicture } from "./viewers-picture.ts"

export class Camera {
  readonly #part: HTMLElement
  readonly #state = requireElement("camera-state", HTMLElement)
  readonly #preview = requireElement("preview", HTMLVideoElement)
  readonly #byProgram = requireElement("by-program", HTMLElement)
  readonly #level = new SoundLevel(requireElement("level", HTMLMeterElement))
  readonly #controls = new CameraControls(this.#state)
  readonly #publisher: CameraPublisher
  readonly #picture: ViewersPicture
  readonly #streamKey: StreamKey
  #stream: MediaStream | null = null
  #openings = 0

  constructor(part: HTMLElement) {
    this.#part = part
    this.#publisher = new CameraPublisher({
      isReplaced: () => !this.#byProgram.hidden,
      connected: () => {
        this.#tell("liveNow")
        this.#picture.follow(this.#isHeld)
      },
      retrying: () => this.#tell("again"),
      ended: (why) => this.#ended(why),
    })
    this.#picture = new ViewersPicture(
      () => this.#isHeld,
      () => this.#tell("nothing"),
    )
    this.#streamKey = new StreamKey(part, {
      failed: () => this.#tell("failed"),
      copied: () => this.#tell("copied"),
    })
  }

  start(): void {
    this.#controls.listen({
      open: () => void this.#open(),
      goLive: () => this.#goLive(),
      stop: () => this.#publisher.stop("stopped"),
    })
    this.#listen()
    this.#picture.follow(this.#isHeld)
    sendStills(this.#preview, () => this.#publisher.isConnected)
  }

  /** The server hides the part where the desk does not hold the performer. */
  get #isHeld(): boolean {
    return !this.#part.hidden
  }

  #tell(name: string): void {
    showText(this.#state, dataOf(this.#state, name))
  }

  #showControls(): void {
    this.#controls.show(this.#stream, this.#publisher.isLive)
  }

  #listen(): void {
    addEventListener("keydown", (event) => {
      const { target } = event
      const isInField = target instanceof Element && target.closest(TEXT_FIELDS) !== null
      if (!isCutKey(event, dataOf(this.#state, "cutKey"), isInField)) return
      event.preventDefault()
      this.#publisher.stop("stopped")
    })
    addEventListener("beforeunload", (event) => {
      if (this.#publisher.isLive) event.preventDefault()
    })
    addEventListener("pagehide", () => {
      this.#publisher.close()
      this.#picture.close()
    })
    new MutationObserver(() => {
      if (this.#isHeld) this.#picture.follow(true)
      else this.#release()
    }).observe(this.#part, { attributeFilter: ["hidden"] })
  }

  async #open(): Promise<void> {
    const opening = (this.#openings += 1)
    try {
      const fresh = await openDevices(this.#controls.chosenDevices())
      // Another opening was asked for meanwhile, or the desk no longer holds the performer.
      if (opening !== this.#openings || !this.#isHeld) {
        stopDevices(fresh)
        return
      }
      const old = this.#stream
      this.#stream = fresh
      this.#preview.srcObject = fresh
      await this.#publisher.replaceTracks(fresh)
      stopDevices(old)
      if (!this.#publisher.isLive) showText(this.#state, "")
      this.#level.measure(fresh)
      await this.#controls.listDevices(fresh)
    } catch (error) {
      this.#tell(isPermissionDenied(error) ? "forbidden" : "none")
    }
    this.#showControls()
  }

  #goLive(): void {
    if (this.#stream === null) return
    this.#publisher.start(this.#stream)
    this.#showControls()
  }

  #ended(why: PublishEnd): void {
    this.#tell(why)
    this.#showControls()
  }

  #release(): void {
    this.#publisher.stop("lost")
    this.#picture.close()
    stopDevices(this.#stream)
    this.#stream = null
    this.#preview.srcObject = null
    this.#streamKey.hide()
    this.#level.measure(null)
    this.#showControls()
  }
}
