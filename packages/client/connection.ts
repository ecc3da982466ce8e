/**
 * Performs the actions of connection-state.ts: opens sockets, sets timers, calls the listener. Inputs that
 * arrive during a step wait in a queue, so each step starts from the last one's result.
 */
import type { TabId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { BrowserFrame, NumberedClientFact } from "@foldcast/contracts/stream/frames"
import {
  type Action,
  type ConnectionState,
  type Greeting,
  initialConnection,
  type Input,
  isConnected,
  type StreamPosition,
  type Timer,
} from "./connection-model.ts"
import { step } from "./connection-state.ts"
import type { ConnectionStatus } from "./connection-status.ts"
import { type FactsAction, postFacts } from "./post-facts.ts"
import { readFrame } from "./read-frame.ts"
import type { StreamSlots, SoughtSlot } from "./stream-slots.ts"
import {
  type Fetch,
  openEventStream,
  type OpenStream,
  openWebSocket,
  type OpenWebSocket,
} from "./transports.ts"

export interface ConnectionPorts {
  readonly openWebSocket: OpenWebSocket
  readonly fetch: Fetch
  /** 22 to 64 letters, digits, `_` and `-`, unguessable. */
  readonly newKey: () => string
  /** In [0, 1). */
  readonly random: () => number
  /** Returns a function that cancels the timer. */
  readonly setTimer: (ms: number, elapsed: () => void) => () => void
  /** Reports when the network goes and comes back; returns a function that stops it. */
  readonly watchNetwork: (changed: (isOnline: boolean) => void) => () => void
  /**
   * Runs `begin` when the browser has the cookie that the new visit needs. `begin` resolves at the gateway's
   * first message or at the stream's end; until then the answer may set another cookie.
   */
  readonly beginVisit: (begin: () => Promise<void>) => void
  /**
   * Runs `resume` when no log-in or log-out is under way. A log-in in any tab closes the other tabs' streams,
   * and they may reconnect before its cookie arrives; the gateway would refuse the old cookie.
   */
  readonly resumeVisit: (resume: () => void) => void
  /** Null when any number of documents may read server-sent events at once. */
  readonly streamSlots: StreamSlots | null
}

export interface ConnectionListener {
  readonly greeted: (greeting: Greeting) => void
  readonly delivered: (events: ReadonlyArray<OpenEnvelope>) => void
  readonly caughtUp: () => void
  readonly signalled: (topic: string, data: unknown) => void
  readonly sessionEnded: () => void
  readonly reported: (status: ConnectionStatus) => void
}

export interface ConnectionOptions {
  /** The gateway's origin: `https://site.example`. */
  readonly origin: string
  readonly tab: TabId
  /** The visit that came with the page, folded up to `seq`; null to begin one. */
  readonly page: StreamPosition | null
  readonly ports: ConnectionPorts
  readonly listener: ConnectionListener
}

/** RFC 6455, 7.1.5: the code of a socket that ended without one. */
const NEVER_OPENED = 1006

type OpenAction = Extract<Action, { readonly _tag: "Open" }>

const streamUrl = (
  origin: string,
  { tab, key }: { readonly tab: TabId; readonly key: string },
  { position }: OpenAction,
): string => {
  const query = new URLSearchParams({ tab, key })
  if (position !== null) query.set("visit", position.visit)
  if (position !== null && position.resume !== null) {
    query.set("epoch", position.resume.epoch)
    query.set("seq", String(position.resume.seq))
  }
  return `${origin}/api/stream?${query.toString()}`
}

export class StreamConnection {
  readonly #origin: string
  readonly #tab: TabId
  readonly #ports: ConnectionPorts
  readonly #listener: ConnectionListener
  /** Proves to the gateway that the visit belongs to this document; kept only in memory. */
  readonly #key: string
  /** How to cancel each running timer. */
  readonly #timers = new Map<Timer, () => void>()
  readonly #inputs: Array<Input> = []
  #state: ConnectionState
  #isStepping = false
  #stream: OpenStream | null = null
  #slot: SoughtSlot | null = null
  #unwatchNetwork: (() => void) | null = null

  constructor({ origin, tab, page, ports, listener }: ConnectionOptions) {
    this.#origin = origin
    this.#tab = tab
    this.#ports = ports
    this.#listener = listener
    this.#key = ports.newKey()
    this.#state = initialConnection(page, ports.streamSlots === null ? "unbounded" : "none")
  }

  start(): void {
    this.#enter({ _tag: "Started" })
    // It may report at once that there is no network, which is ignored before the start.
    this.#unwatchNetwork ??= this.#ports.watchNetwork((isOnline) =>
      this.#enter({ _tag: isOnline ? "WentOnline" : "WentOffline" }),
    )
  }

  /** Sends the fact as soon as possible, and again until it is stored. */
  send(fact: NumberedClientFact): void {
    this.#enter({ _tag: "Happened", fact })
  }

  /** Retries at once. */
  reconnectNow(): void {
    this.#enter({ _tag: "ReconnectAsked" })
  }

  stop(): void {
    this.#unwatchNetwork?.()
    this.#unwatchNetwork = null
    this.#enter({ _tag: "Left" })
  }

  /** The current visit and its position; null before the first. */
  position(): StreamPosition | null {
    return this.#state.position
  }

  #enter(input: Input): void {
    this.#inputs.push(input)
    if (this.#isStepping) return
    this.#isStepping = true
    try {
      for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) {
        const { state, actions } = step(this.#state, next, this.#ports.random())
        this.#state = state
        for (const action of actions) this.#perform(action)
      }
    } finally {
      this.#isStepping = false
    }
  }

  #perform(action: Action): void {
    switch (action._tag) {
      case "Open":
        return action.position === null ? this.#beginVisit(action) : this.#resumeVisit(action)
      case "Close":
        this.#stream?.close(action.code)
        this.#stream = null
        return
      case "Pong":
        return this.#write({ k: "pong", seq: action.seq })
      case "SendFacts":
        return this.#sendFacts(action)
      case "SetTimer":
        return this.#setTimer(action.timer, action.ms)
      case "ClearTimer":
        return this.#clearTimer(action.timer)
      case "Greeted":
        return this.#listener.greeted(action.greeting)
      case "Deliver":
        return this.#listener.delivered(action.events)
      case "CaughtUp":
        return this.#listener.caughtUp()
      case "Signal":
        return this.#listener.signalled(action.topic, action.data)
      case "SessionEnded":
        return this.#listener.sessionEnded()
      case "SeekSlot":
        return this.#seekSlot()
      case "ClaimSlot":
        return this.#slot?.claim()
      case "LeaveSlot":
        this.#slot?.leave()
        this.#slot = null
        return
      case "Report":
        return this.#listener.reported(action.status)
    }
  }

  #beginVisit(action: OpenAction): void {
    this.#ports.beginVisit(async () => {
      if (!this.#isWanted(action)) return
      await new Promise<void>((heard) => {
        this.#openStream(action, heard)
      })
    })
  }

  #resumeVisit(action: OpenAction): void {
    this.#ports.resumeVisit(() => {
      if (this.#isWanted(action)) this.#openStream(action, () => {})
    })
  }

  /** False when the attempt was left or given up while it waited. */
  #isWanted({ connection }: OpenAction): boolean {
    return connection === this.#state.connection && isConnected(this.#state.phase)
  }

  /** `heard` is called at the gateway's first message or at the stream's end. */
  #openStream(action: OpenAction, heard: () => void): void {
    const { connection, transport } = action
    const url = streamUrl(this.#origin, { tab: this.#tab, key: this.#key }, action)
    const listener = {
      onMessage: (text: string) => {
        heard()
        this.#enter({ _tag: "Received", connection, frame: readFrame(text) })
      },
      onClose: (code: number) => {
        heard()
        this.#enter({ _tag: "Closed", connection, code })
      },
    }
    try {
      this.#stream =
        transport === "websocket"
          ? openWebSocket(this.#ports.openWebSocket, url, listener)
          : openEventStream(this.#ports.fetch, url, listener)
    } catch {
      // The constructor throws without WebSocket support, or when a policy forbids it.
      this.#stream = null
      listener.onClose(NEVER_OPENED)
    }
  }

  #sendFacts(action: FactsAction): void {
    if (action.transport === "sse") {
      void postFacts(this.#ports.fetch, this.#origin, action).then((input) => this.#enter(input))
    } else {
      const { visit, epoch, facts } = action
      this.#write({ k: "facts", visit, epoch, facts })
    }
  }

  #write(frame: BrowserFrame): void {
    this.#stream?.send(JSON.stringify(frame))
  }

  #setTimer(timer: Timer, ms: number): void {
    this.#clearTimer(timer)
    const elapsed = () => this.#enter({ _tag: "Elapsed", timer })
    this.#timers.set(timer, this.#ports.setTimer(ms, elapsed))
  }

  #clearTimer(timer: Timer): void {
    this.#timers.get(timer)?.()
    this.#timers.delete(timer)
  }

  #seekSlot(): void {
    this.#slot ??=
      this.#ports.streamSlots?.seek((turn) =>
        this.#enter(turn === "own" ? { _tag: "SlotGranted" } : { _tag: "SlotRefused", by: turn }),
      ) ?? null
  }
}
