/**
 * One viewer's camera at the desk. It is tried again where it is not there yet or is lost. An item that the server
 * replaces, as for another nickname, keeps its picture and its sound.
 *
 * Sound is off until it is turned on; its button is there once sound has come.
 */
import { EngineConnection } from "./engine-connection.ts"
import { dataOf } from "./page.ts"

const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 4_000

export class CamBackPicture {
  readonly #session: string
  #video: HTMLVideoElement | null = null
  #stream = new MediaStream()
  #connection: EngineConnection | null = null
  #isHeard = false
  #delayMs = FIRST_DELAY_MS
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(session: string) {
    this.#session = session
    void this.#open()
  }

  /** Shows it in its item, which may be another element than before. */
  show(): void {
    const item = document.getElementById(`cam-back-${this.#session}`)
    const video = item?.querySelector("video") ?? null
    const sound = item?.querySelector<HTMLButtonElement>(".sound") ?? null
    if (item === null || video === null || sound === null) return
    if (video !== this.#video) {
      this.#video = video
      this.#listen(item, video, sound)
    }
    if (video.srcObject !== this.#stream) {
      video.srcObject = this.#stream
      item.removeAttribute("data-playing")
    }
    video.muted = !this.#isHeard
    sound.hidden = !this.#stream.getAudioTracks().some((track) => !track.muted)
    this.#nameButton(sound)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#connection?.close()
    this.#connection = null
  }

  #listen(item: HTMLElement, video: HTMLVideoElement, sound: HTMLButtonElement): void {
    sound.dataset["hears"] = sound.textContent
    video.addEventListener("playing", () => item.toggleAttribute("data-playing", true))
    sound.addEventListener("click", () => {
      video.muted = this.#isHeard
    })
    // The picture's own controls change the volume too.
    video.addEventListener("volumechange", () => {
      this.#isHeard = !video.muted
      this.#nameButton(sound)
    })
  }

  #nameButton(sound: HTMLButtonElement): void {
    sound.textContent = dataOf(sound, this.#isHeard ? "mutes" : "hears")
  }

  async #open(): Promise<void> {
    this.#stream = new MediaStream()
    const connection = EngineConnection.receiving(this.#stream)
    this.#connection = connection
    connection.pc.addEventListener("track", ({ track }) => {
      for (const change of ["mute", "unmute"]) track.addEventListener(change, () => this.show())
    })
    this.show()
    connection.onStateChange((state) => {
      if (state === "connected") this.#delayMs = FIRST_DELAY_MS
      if (state === "disconnected" || state === "failed" || state === "closed") {
        this.#retry(connection)
      }
    })
    try {
      await connection.open(`/cam-back/${encodeURIComponent(this.#session)}`)
    } catch {
      this.#retry(connection)
    }
  }

  #retry(lost: EngineConnection): void {
    if (this.#connection !== lost) return
    this.close()
    this.#delayMs = Math.min(MAX_DELAY_MS, this.#delayMs * 2)
    this.#timer = setTimeout(() => void this.#open(), this.#delayMs)
  }
}
