/** Shows beside the camera's preview, without sound, what viewers of the room see now. */
import { EngineConnection } from "./engine-connection.ts"
import { requireElement } from "./page.ts"

export class ViewersPicture {
  readonly #video = requireElement("seen", HTMLVideoElement)
  /** The server disables it where viewers see nothing. */
  readonly #button = requireElement("see", HTMLButtonElement)
  #connection: EngineConnection | null = null

  /** `isHeld`: the desk holds this performer. `noneToShow`: what was asked for by the button is not there. */
  constructor(isHeld: () => boolean, noneToShow: () => void) {
    this.#button.addEventListener("click", () => void this.#open(noneToShow))
    new MutationObserver(() => this.follow(isHeld())).observe(this.#button, {
      attributeFilter: ["disabled"],
    })
  }

  /** Opens the picture where there is one to see, and closes it where there is none. */
  follow(isHeld: boolean): void {
    if (this.#button.disabled) this.close()
    else if (this.#connection === null && isHeld) void this.#open(() => undefined)
  }

  close(): void {
    this.#connection?.close()
    this.#connection = null
    this.#button.style.display = ""
    this.#video.srcObject = null
  }

  async #open(noneToShow: () => void): Promise<void> {
    this.close()
    const stream = new MediaStream()
    const connection = EngineConnection.receiving(stream)
    this.#connection = connection
    this.#button.style.display = "none"
    this.#video.srcObject = stream
    connection.onStateChange((state) => {
      const isOver = state === "failed" || state === "closed"
      if (isOver && this.#connection === connection) this.close()
    })
    try {
      await connection.open("/camera/read")
    } catch {
      if (this.#connection !== connection) return
      this.close()
      noneToShow()
    }
  }
}
