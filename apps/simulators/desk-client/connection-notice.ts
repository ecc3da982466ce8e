/** Which notice about the connection to the server the page shows. Times in milliseconds. Pure. */

export type Notice = "none" | "lost" | "restored"

/** How long the page says that the connection is back. */
const RESTORED_MS = 5_000

export class ConnectionNotice {
  #notice: Notice = "none"
  #restoredAtMs = 0

  get isLost(): boolean {
    return this.#notice === "lost"
  }

  failed(): Notice {
    this.#notice = "lost"
    return this.#notice
  }

  answered(nowMs: number): Notice {
    if (this.#notice === "lost") {
      this.#notice = "restored"
      this.#restoredAtMs = nowMs
    } else if (nowMs - this.#restoredAtMs > RESTORED_MS) this.#notice = "none"
    return this.#notice
  }
}
