/**
 * One socket.io connection that carries calls, each an event and its acknowledgement, from its opening to its end. It
 * does not reconnect, and nothing is kept for a later connection: who asks is told that nothing was sent.
 *
 * A connection over which nothing was acknowledged while a call waited its whole time may be half open: it takes no
 * further calls, and ends with those that it has.
 */
import type { Socket } from "socket.io-client"
import { NotSent } from "./call-outcome.ts"

/** The upstream refused the connection, or could not be reached. */
export class NotConnected extends NotSent {
  readonly label: string

  constructor(label: string) {
    super("no connection")
    this.label = label
  }
}

export class CallConnection {
  /** Settles once. */
  readonly opened: Promise<void>
  readonly #socket: Socket
  readonly #onRetired: () => void
  readonly #failOpening: (error: Error) => void
  readonly #late: NodeJS.Timeout
  #waiting = 0
  #acknowledged = 0
  #isRetired = false

  /** `onRetired` is called when the connection takes no more calls; it may be called again. */
  constructor(socket: Socket, openWithinMs: number, onRetired: () => void) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.opened = promise
    this.#socket = socket
    this.#onRetired = onRetired
    this.#failOpening = reject
    // An accepted connection whose namespace is never answered has no time-out of the library's.
    this.#late = setTimeout(() => this.#fail("timeout"), openWithinMs)
    socket.once("connect", () => {
      clearTimeout(this.#late)
      resolve()
    })
    socket.once("connect_error", ({ message }) => this.#fail(message))
    socket.once("disconnect", (reason) => this.#fail(reason))
  }

  /** Resolves with the acknowledgement. */
  ask(method: string, request: unknown, withinMs: number): Promise<unknown> {
    if (!this.#socket.connected) return Promise.reject(new NotSent())
    const acknowledgedBefore = this.#acknowledged
    this.#waiting += 1
    return new Promise((resolve, reject) => {
      this.#socket
        .timeout(withinMs)
        .emit(method, request, (error: Error | null, answer: unknown) => {
          this.#waiting -= 1
          if (error === null) {
            this.#acknowledged += 1
            resolve(answer)
          } else {
            reject(error)
            if (this.#acknowledged === acknowledgedBefore) this.#retire()
          }
          this.#endWhereDone()
        })
      // Kept by the library for a later connection, where it has just noticed that this one is dead.
      if (this.#socket.sendBuffer.length === 0) return
      this.#socket.sendBuffer.length = 0
      reject(new NotSent())
      this.#retire()
    })
  }

  close(): void {
    this.#fail("closed")
  }

  #fail(label: string): void {
    clearTimeout(this.#late)
    this.#retire()
    this.#failOpening(new NotConnected(label))
    this.#socket.disconnect()
  }

  #retire(): void {
    this.#isRetired = true
    this.#onRetired()
  }

  #endWhereDone(): void {
    if (this.#isRetired && this.#waiting === 0) this.#socket.disconnect()
  }
}
