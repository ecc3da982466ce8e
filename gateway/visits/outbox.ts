/**
 * One connection's way out of a visit's log: backfill, cutover, live. Never talks upstream.
 *
 *   backfill ──(position = head)──▶ live ──(bye, gap, too slow, gone)──▶ closed
 *
 * Invariants: positions go out contiguous and once; an event goes out only after it is durable; at most
 * `maxQueuedBytes` wait on a live connection, then it is told 4008 and resumes from the log.
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
 * SSE has no pongs, and a peer that is gone without a word shows for a quarter of an hour by nothing but
 * the kernel's patience. So a stream over SSE ends after so many heartbeats, and its browser resumes: each
 * after its own number, so that those which were opened together do not come back together.
 */
const SSE_HEARTBEATS = { least: 5, most: 10 } as const

type Phase = "backfill" | "live" | "closed"

interface Ping {
  readonly at: number
  /** The position it told. */
  readonly seq: number
  /** Called when its pong comes; null where nobody asked. */
  readonly answered: (() => void) | null
}

export class Outbox {
  readonly wire: Wire
  readonly visit: VisitId
  /** What the browser's address is counted under. */
  readonly address: string
  /** By which the document proved itself; null where it showed none. */
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
  /** Pings over a WebSocket that have no pong, oldest first: pongs come in the order of their pings. */
  readonly #awaited: Array<Ping> = []
  /** Over SSE: who asked whether the browser is there, and has no answer. */
  #whenPosted: (() => void) | null = null

  constructor(options: {
    readonly wire: Wire
    readonly visit: VisitId
    readonly address: string
    readonly key: string | null
    readonly epoch: string
    /** The last position the browser has. */
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

  /** The code with which this side ended it, whatever the socket's end was; null where it did not. */
  get endedWith(): CloseCode | null {
    return this.#endedWith
  }

  /** A frame that is no event. */
  tell(frame: Exclude<GatewayFrame, { readonly k: "events" }>, now: number): void {
    if (this.#phase === "closed") return
    this.wire.send(JSON.stringify(frame), null)
    this.#lastSentAt = now
  }

  /** Sends events read from the log. `from` continues the position; the caller waits for the wire. */
  backfill(from: number, wires: ReadonlyArray<string>, now: number): void {
    if (this.#phase === "backfill") this.#sendEvents(from, wires, now)
  }

  /** What the visit held when it was greeted has been sent. */
  replayed(now: number): void {
    if (this.#phase === "backfill") this.tell({ k: "replayed", seq: this.#position }, now)
  }

  /**
   * From here on `deliver` sends. False where the visit's head is further on: what came meanwhile was left
   * to the log, and is read first.
   */
  goLive(head: number): boolean {
    if (this.#phase !== "backfill") return true
    if (this.#position < head) return false
    if (this.#farewell !== null) this.close(this.#farewell.code, this.#farewell.reason)
    else this.#phase = "live"
    return true
  }

  /** Events that have just become durable. During backfill they are left to the log. */
  deliver(from: number, wires: ReadonlyArray<string>, now: number): void {
    if (this.#phase !== "live") return
    this.#sendEvents(from, wires, now)
    if (this.wire.queuedBytes() > this.#limits.maxQueuedBytes) {
      this.close(CLOSE.tooSlow, "too slow")
    }
  }

  /**
   * Beside the log; false where it was not sent. It waits nowhere: a later one says more, so it is dropped
   * before the connection is live and where half of what may be queued is. It does not keep pings away
   * either, for signals alone would never show that nobody is there any more.
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
   * Called now and then: pings, however much else is sent, for what is sent shows of nobody that they are
   * there; and ends a connection whose pong is overdue. Over SSE a ping only breaks the silence.
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
    // What waits to be caught up with is ahead of a ping: its pong would be late for nobody's fault.
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
   * Asks now whether the browser is there; `answered` is called once when it says so, and never where it does
   * not. It says so by `pong`, over SSE by its next post.
   */
  ask(now: number, n: number, answered: () => void): void {
    if (this.#phase !== "live") return
    this.#ping(now, n, answered)
  }

  /** Over SSE: the browser has posted something. */
  posted(): void {
    const answered = this.#whenPosted
    this.#whenPosted = null
    answered?.()
  }

  /** The browser's applied position. One that the stream never told, or that lags its ping, is a gap. */
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

  /** Closes after the last durable event: at once when live, else when the backfill has come to it. */
  finish(code: CloseCode, reason: string): void {
    if (this.#phase === "backfill") this.#farewell = { code, reason }
    else this.close(code, reason)
  }

  /** The connection is gone by itself: nothing can be told any more. */
  abandon(): void {
    this.#phase = "closed"
  }
}
