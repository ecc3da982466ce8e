/**
 * The sender of one connection: backfill, cutover, live. Makes no upstream calls.
 *
 *   backfill ──(position = head)──▶ live ──(bye, gap, too slow, gone)──▶ closed
 *
 * Invariants: each position is sent once and without gaps; an event is sent only after it is durable; at most
 * `maxQueuedBytes` wait on a live connection, then it is closed with 4008 and resumes from the log.
 */
import type { VisitId } from "@foldcast/contracts/ids"
import { CLOSE, type CloseCode, type GatewayFrame } from "@foldcast/contracts/stream/frames"
import type { SIGNALS, SignalTopic } from "@foldcast/contracts/stream/signals"
import type { Wire } from "./wire.ts"

export interface OutboxLimits {
  readonly maxQueuedBytes: number
  readonly heartbeatMs: number
  readonly pongWithinMs: number
}

/**
 * SSE has no pongs, and TCP notices a vanished peer only after about a quarter of an hour. So an SSE stream ends
 * after a number of heartbeats and its browser resumes. The number is random, so that streams that were opened
 * together do not reconnect together.
 */
const SSE_HEARTBEATS = { least: 5, most: 10 } as const

type Phase = "backfill" | "live" | "closed"

interface Ping {
  readonly at: number
  /** The position that the ping carried. */
  readonly seq: number
  /** Called when the pong arrives; null where nothing waits for it. */
  readonly answered: (() => void) | null
}

export class Outbox {
  readonly wire: Wire
  readonly visit: VisitId
  /** The browser's address as a rate limit key. */
  readonly address: string
  /** The document's key; null where it sent none. */
  readonly key: string | null
  readonly #epoch: string
  readonly #limits: OutboxLimits
  #phase: Phase = "backfill"
  #endedWith: CloseCode | null = null
  #position: number
  #lastSentAt: number
  readonly #sseUntil: number
  #pingedAt: number
  #farewell: { readonly code: CloseCode; readonly reason: string } | null = null
  /** WebSocket pings without a pong, oldest first: pongs arrive in the order of their pings. */
  readonly #awaited: Array<Ping> = []
  /** SSE only: the callback of `ask` that waits for the browser's next post. */
  #whenPosted: (() => void) | null = null

  constructor(options: {
    readonly wire: Wire
    readonly visit: VisitId
    readonly address: string
    readonly key: string | null
    readonly epoch: string
    /** The browser's last position. */
    readonly position: number
    readonly now: number
    /** In [0, 1). */
    readonly random: number
    readonly limits: OutboxLimits
  }) {
    this.wire = options.wire
    this.visit = options.visit
    this.address = options.address
    this.key = options.key
    this.#epoch = options.epoch
    this.#position = options.position
    this.#lastSentAt = options.now
    const { least, most } = SSE_HEARTBEATS
    const heartbeats = least + options.random * (most - least)
    this.#sseUntil = options.now + heartbeats * options.limits.heartbeatMs
    this.#pingedAt = options.now
    this.#limits = options.limits
  }

  get position(): number {
    return this.#position
  }

  get phase(): Phase {
    return this.#phase
  }

  /**
   * The close code that the gateway used, whatever the socket reported; null where the gateway did not close it.
   */
  get endedWith(): CloseCode | null {
    return this.#endedWith
  }

  /** Sends a frame that is not an event. */
  tell(frame: Exclude<GatewayFrame, { readonly k: "events" }>, now: number): void {
    if (this.#phase === "closed") return
    this.wire.send(JSON.stringify(frame), null)
    this.#lastSentAt = now
  }

  /** Sends events read from the log. `from` continues the position; the caller waits for the wire. */
  backfill(from: number, wires: ReadonlyArray<string>, now: number): void {
    if (this.#phase === "backfill") this.#sendEvents(from, wires, now)
  }

  /** Ends the replay: everything that `hello` announced has been sent. */
  replayed(now: number): void {
    if (this.#phase === "backfill") this.tell({ k: "replayed", seq: this.#position }, now)
  }

  /**
   * Switches to live delivery. False where the visit's head is ahead: events that arrived during the backfill are
   * read from the log first.
   */
  goLive(head: number): boolean {
    if (this.#phase !== "backfill") return true
    if (this.#position < head) return false
    if (this.#farewell !== null) this.close(this.#farewell.code, this.#farewell.reason)
    else this.#phase = "live"
    return true
  }

  /** Sends events that have just become durable. During backfill they are left to the log. */
  deliver(from: number, wires: ReadonlyArray<string>, now: number): void {
    if (this.#phase !== "live") return
    this.#sendEvents(from, wires, now)
    if (this.wire.queuedBytes() > this.#limits.maxQueuedBytes) {
      this.close(CLOSE.tooSlow, "too slow")
    }
  }

  /**
   * Sends a signal, outside the log; false where it was not sent. A signal is never queued, since a later one
   * replaces it: it is dropped before the connection is live and where half of the queue is full. It does not delay
   * pings either, since signals alone would never reveal a vanished browser.
   */
  signal<Topic extends SignalTopic>(topic: Topic, data: (typeof SIGNALS)[Topic]["Type"]): boolean {
    const isFull = this.wire.queuedBytes() > this.#limits.maxQueuedBytes / 2
    if (this.#phase !== "live" || isFull) return false
    this.wire.send(JSON.stringify({ k: "signal", topic, data } satisfies GatewayFrame), null)
    return true
  }

  #sendEvents(from: number, wires: ReadonlyArray<string>, now: number): void {
    if (wires.length === 0) return
    if (from !== this.#position + 1) {
      this.close(CLOSE.positionMismatch, "position mismatch")
      return
    }
    this.#position += wires.length
    this.wire.send(
      `{"k":"events","events":[${wires.join(",")}]}`,
      `${this.visit}:${this.#epoch}:${this.#position}`,
    )
    this.#lastSentAt = now
  }

  /**
   * Called at intervals. Sends a ping even while other frames are sent, since sending proves nothing about the
   * browser, and closes a connection whose pong is overdue. An SSE ping is sent only after a silence.
   */
  beat(now: number, n: number): void {
    if (this.#phase === "closed") return
    const { heartbeatMs, pongWithinMs } = this.#limits
    const [oldest] = this.#awaited
    if (oldest !== undefined && now - oldest.at > pongWithinMs) {
      this.close(CLOSE.tooSlow, "no pong")
      return
    }
    const isSse = this.wire.transport === "sse"
    if (isSse && now >= this.#sseUntil) {
      this.close(CLOSE.serviceRestart, "resume", 0)
      return
    }
    // During the backfill a ping waits behind queued events, and its pong would be late without any fault.
    const isBySilence = isSse || this.#phase === "backfill"
    if (now - (isBySilence ? this.#lastSentAt : this.#pingedAt) < heartbeatMs) return
    this.#pingedAt = now
    this.#ping(now, n, null)
  }

  #ping(now: number, n: number, answered: Ping["answered"]): void {
    const seq = this.#position
    this.tell({ k: "ping", seq, n }, now)
    if (this.wire.transport === "websocket") this.#awaited.push({ at: now, seq, answered })
    else if (answered !== null) this.#whenPosted = answered
  }

  /**
   * Pings at once to check whether the browser is there. `answered` is called once when it answers, by `pong` or
   * over SSE by its next post, and never where it does not.
   */
  ask(now: number, n: number, answered: () => void): void {
    if (this.#phase !== "live") return
    this.#ping(now, n, answered)
  }

  /** SSE only: the browser has posted something. */
  posted(): void {
    const answered = this.#whenPosted
    this.#whenPosted = null
    answered?.()
  }

  /** Checks the browser's applied position: one that was never sent, or one behind its ping, means a gap. */
  pong(seq: number): void {
    const ping = this.#awaited.shift()
    if (seq > this.#position || (ping !== undefined && seq < ping.seq)) {
      this.close(CLOSE.positionMismatch, "position mismatch")
      return
    }
    ping?.answered?.()
  }

  close(code: CloseCode, reason: string, retryAfterMs?: number): void {
    if (this.#phase === "closed") return
    const bye: GatewayFrame = {
      k: "bye",
      code,
      reason,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
    this.wire.send(JSON.stringify(bye), null)
    this.#phase = "closed"
    this.#endedWith = code
    this.wire.end(code, reason)
  }

  /** Closes after the last durable event: at once when live, else at the end of the backfill. */
  finish(code: CloseCode, reason: string): void {
    if (this.#phase === "backfill") this.#farewell = { code, reason }
    else this.close(code, reason)
  }

  /** The connection is gone without a close; nothing can be sent any more. */
  abandon(): void {
    this.#phase = "closed"
  }
}
