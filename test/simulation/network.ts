/**
 * WebSockets without sockets. A connection is two lanes of bytes that take time to arrive. Bytes wait if their
 * reader does not read and are lost if the line is half open; a cut ends both sides.
 */
import type { Agenda, Process } from "./agenda.ts"

export type NetworkWay = "up" | "down"

export interface Side {
  readonly onMessage: (text: string) => void
  /** Called once, as the last callback. */
  readonly onClose: (code: number) => void
}

/** RFC 6455, 7.1.5: closed without a code. */
const GONE = 1006
/** Milliseconds that a gateway waits for the other side's close frame. */
const CLOSE_WITHIN_MS = 2_000

type Sent = { readonly text: string } | { readonly code: number }

export class Connection {
  readonly agenda: Agenda
  readonly id: string
  browser: Side | null = null
  gateway: Side | null = null
  /** Receives each frame at the browser before the browser does. */
  onArrival: (text: string) => void = () => undefined
  #isStalled = false
  readonly #silent = new Set<NetworkWay>()
  readonly #stalled: Array<Sent> = []
  #losesNext = false
  #isCut = false
  /** Bytes that the gateway sent and that have not arrived. */
  #queued = 0
  #drained: Array<() => void> = []
  largestFrame = 0

  constructor(agenda: Agenda, id: string) {
    this.agenda = agenda
    this.id = id
  }

  get queuedBytes(): number {
    return this.#queued
  }

  get isOpen(): boolean {
    return !this.#isCut && (this.browser !== null || this.gateway !== null)
  }

  /** Whether, as far as the gateway can know, its frames may still arrive. */
  get takesFrames(): boolean {
    return this.gateway !== null && !this.#isCut
  }

  drained(): Promise<void> {
    if (this.#queued === 0 || this.#isCut) return Promise.resolve()
    return new Promise((resolve) => this.#drained.push(resolve))
  }

  /** From now on, bytes of one direction are lost and neither side is notified. */
  silence(way: NetworkWay): void {
    this.#silent.add(way)
  }

  /** Loses only the next frame to the browser, which no network does but a broken proxy may. */
  loseNext(): void {
    this.#losesNext = true
  }

  /** The reader does not read until `readOn`. */
  stall(): void {
    this.#isStalled = true
  }

  readOn(): void {
    this.#isStalled = false
    for (const sent of this.#stalled.splice(0)) this.#carry("down", sent)
  }

  sendUp(text: string): void {
    this.#carry("up", { text })
  }

  sendDown(text: string): void {
    this.#queued += text.length
    this.largestFrame = Math.max(this.largestFrame, text.length)
    if (this.#isStalled) this.#stalled.push({ text })
    else this.#carry("down", { text })
  }

  closeFromBrowser(code: number): void {
    this.#carry("up", { code })
    this.#tell("browser", code, 5)
  }

  closeFromGateway(code: number, process: Process): void {
    if (this.#isStalled) this.#stalled.push({ code })
    else this.#carry("down", { code })
    this.agenda.add({ label: `${this.id} given up`, afterMs: CLOSE_WITHIN_MS, process }, () =>
      this.cut(),
    )
  }

  refuse(): void {
    this.gateway = null
    this.#tell("browser", GONE, this.agenda.random.whole(1, 30))
  }

  /** Both sides are notified, each after a delay; bytes in transit are lost. */
  cut(): void {
    if (this.#isCut) return
    this.#isCut = true
    this.#queued = 0
    for (const resolve of this.#drained.splice(0)) resolve()
    const { random } = this.agenda
    this.#tell("browser", GONE, random.whole(0, 50))
    this.#tell("gateway", GONE, random.whole(0, 50))
  }

  #carry(way: NetworkWay, sent: Sent): void {
    const { agenda, id } = this
    const due = { label: `${id} ${way}`, afterMs: agenda.random.whole(1, 30), lane: `${id} ${way}` }
    agenda.add(due, () => this.#arrive(way, sent))
  }

  #arrive(way: NetworkWay, sent: Sent): void {
    // Lost bytes towards the browser still count as queued, so the gateway waits for them to drain.
    if (this.#isCut || this.#silent.has(way)) return
    if (way === "up") {
      if ("text" in sent) return this.gateway?.onMessage(sent.text)
      return this.#end("gateway", sent.code)
    }
    if ("code" in sent) {
      this.#end("browser", sent.code)
      return this.#tell("gateway", sent.code, 5)
    }
    this.#queued -= sent.text.length
    if (this.#queued === 0) for (const resolve of this.#drained.splice(0)) resolve()
    if (this.#losesNext) {
      this.#losesNext = false
      return
    }
    this.agenda.note(sent.text)
    this.onArrival(sent.text)
    this.browser?.onMessage(sent.text)
  }

  #tell(whom: "browser" | "gateway", code: number, afterMs: number): void {
    const { agenda, id } = this
    agenda.add({ label: `${id} ${whom} ends`, afterMs }, () => this.#end(whom, code))
  }

  #end(whom: "browser" | "gateway", code: number): void {
    const side = this[whom]
    this[whom] = null
    side?.onClose(code)
  }
}
