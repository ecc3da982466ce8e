/** Which notice about the connection to the server the page shows. Times in milliseconds. Pure. */

export type ConnectionState = "none" | "lost" | "restored"

/** How long the page says that the connection is back. */
const RESTORED_MS = 5_000

export class ConnectionStatus {
  #notice: ConnectionState = "none"
  #restoredAtMs = 0

  get isLost(): boolean {
    return this.#notice === "lost"
  }

  failed(): ConnectionState {
    this.#notice = "lost"
    return this.#notice
  }

  answered(nowMs: number): ConnectionState {
    if (this.#notice === "lost") {
      this.#notice = "restored"
      this.#restoredAtMs = nowMs
    } else if (nowMs - this.#restoredAtMs > RESTORED_MS) this.#notice = "none"
    return this.#notice
  }
}
