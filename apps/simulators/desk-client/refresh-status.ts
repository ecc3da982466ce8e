/** Which notice about the connection to the server the page shows. Times in milliseconds. Pure. */

export type RefreshState = "none" | "lost" | "restored"

/** How long the page says that the connection is back. */
const RESTORED_MS = 5_000

export class RefreshStatus {
  #notice: RefreshState = "none"
  #restoredAtMs = 0

  get isLost(): boolean {
    return this.#notice === "lost"
  }

  failed(): RefreshState {
    this.#notice = "lost"
    return this.#notice
  }

  answered(nowMs: number): RefreshState {
    if (this.#notice === "lost") {
      this.#notice = "restored"
      this.#restoredAtMs = nowMs
    } else if (nowMs - this.#restoredAtMs > RESTORED_MS) this.#notice = "none"
    return this.#notice
  }
}
