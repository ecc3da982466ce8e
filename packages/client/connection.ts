/**
 * Performs what connection-state.ts decides: opens sockets, sets timers, tells the listener. Inputs
 * that come up while actions are performed wait their turn, so each step sees the last one's end.
 */
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
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
  /** 22 to 64 letters, digits, `_` and `-` that nobody guesses. */
  readonly newKey: () => string
  /** In [0, 1). */
  readonly random: () => number
  /** Answers what cancels it. */
  readonly setTimer: (ms: number, elapsed: () => void) => () => void
  /** Tells when the network goes and comes back; answers what stops telling. */
  readonly watchNetwork: (changed: (isOnline: boolean) => void) => () => void
  /**
   * Runs it when the browser's cookie is the one to begin a visit with. It answers when the gateway has
   * spoken or the stream is over: until then it may still bring another cookie.
   */
  readonly beginVisit: (begin: () => Promise<void>) => void
  /**
   * Runs `resume` when nothing is changing who is in: a log-in in any tab closes the streams of the others, and its
   * cookie may be on its way still when they come back. Shown the one before, the gateway would refuse them.
   */
  readonly resumeVisit: (resume: () => void) => void
  /** Null where any number of documents may read server-sent events at once. */
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
  /** The visit the page came with, folded up to `seq`; null to begin one. */
  readonly page: StreamPosition | null
  readonly ports: ConnectionPorts
  readonly listener: ConnectionListener
}

export interface StreamConnection {
  readonly start: () => void
  /** Sends it as soon as it can, and again until it is stored. */
  readonly send: (fact: NumberedClientFact) => void
  /** Tries again now. */
  readonly reconnectNow: () => void
  readonly stop: () => void
  /** Which visit is followed, and how far; null before the first. */
  readonly place: () => StreamPosition | null
}

/** RFC 6455, 7.1.5: the code of a socket that ended without one. */
const NEVER_OPENED = 1006

type OpenAction = Extract<Action, { readonly _tag: "Open" }>
type FactsAction = Extract<Action, { readonly _tag: "SendFacts" }>

const streamUrl = (
  origin: string,
  { tab, key }: { readonly tab: TabId; readonly key: string },
  { place }: OpenAction,
): string => {
  const query = new URLSearchParams({ tab, key })
  if (place !== null) query.set("visit", place.visit)
  if (place !== null && place.resume !== null) {
    query.set("epoch", place.resume.epoch)
    query.set("seq", String(place.resume.seq))
  }
  return `${origin}/api/stream?${query.toString()}`
}

const labelIn = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && "label" in answer ? answer.label : null

export const createConnection = (options: ConnectionOptions): StreamConnection => {
  const { origin, tab, ports, listener } = options
  /** Proves this document to its visits, and lies in its memory alone. */
  const key = ports.newKey()
  let state: ConnectionState = initialConnection(
    options.page,
    ports.streamSlots === null ? "unbounded" : "none",
  )
  let slot: SoughtSlot | null = null
  let stream: OpenStream | null = null
  let unwatch: (() => void) | null = null
  const timers = new Map<Timer, () => void>()
  const waiting: Array<Input> = []
  let isPerforming = false

  const input = (next: Input): void => {
    waiting.push(next)
    if (isPerforming) return
    isPerforming = true
    try {
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
        const done = step(state, each, ports.random())
        state = done.state
        done.actions.forEach(perform)
      }
    } finally {
      isPerforming = false
    }
  }

  const clearTimer = (timer: Timer) => {
    timers.get(timer)?.()
    timers.delete(timer)
  }

  const openStream = (action: OpenAction, heardOf: () => void) => {
    const { connection, transport } = action
    const url = streamUrl(origin, { tab, key }, action)
    const heard = {
      onMessage: (text: string) => {
        heardOf()
        input({ _tag: "Received", connection, frame: readFrame(text) })
      },
      onClose: (code: number) => {
        heardOf()
        input({ _tag: "Closed", connection, code })
      },
    }
    try {
      stream =
        transport === "websocket"
          ? openWebSocket(ports.openWebSocket, url, heard)
          : openEventStream(ports.fetch, url, heard)
    } catch {
      // A runtime without WebSockets, or a policy against them, says so by throwing.
      stream = null
      heard.onClose(NEVER_OPENED)
    }
  }

  /** Not left or given up while it waited. */
  const isWanted = ({ connection }: OpenAction) =>
    connection === state.connection && isConnected(state.phase)

  const beginVisit = (action: OpenAction) => {
    ports.beginVisit(async () => {
      if (!isWanted(action)) return
      await new Promise<void>((heard) => {
        openStream(action, heard)
      })
    })
  }

  const resumeVisit = (action: OpenAction) => {
    ports.resumeVisit(() => {
      if (isWanted(action)) openStream(action, () => {})
    })
  }

  const open = (action: OpenAction) =>
    action.place === null ? beginVisit(action) : resumeVisit(action)

  const write = (frame: BrowserFrame) => stream?.send(JSON.stringify(frame))

  const postFacts = async ({ connection, visit, epoch, facts }: FactsAction) => {
    const frame: BrowserFrame = { k: "facts", visit, epoch, facts }
    try {
      const response = await ports.fetch(`${origin}/api/facts`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Foldcast": "1" },
        credentials: "same-origin",
        body: JSON.stringify(frame),
      })
      const answer: unknown = response.ok || response.status === 401 ? await response.json() : null
      if (labelIn(answer) === NO_COOKIE) {
        input({ _tag: "FactsRefused", connection })
        return
      }
      const n =
        typeof answer === "object" && answer !== null && "n" in answer
          ? Number(answer.n)
          : Number.NaN
      input(
        Number.isSafeInteger(n)
          ? { _tag: "FactsStored", connection, n }
          : { _tag: "FactsNotStored", connection },
      )
    } catch {
      input({ _tag: "FactsNotStored", connection })
    }
  }

  const perform = (action: Action): void => {
    switch (action._tag) {
      case "Open":
        return open(action)
      case "Close":
        stream?.close(action.code)
        stream = null
        return
      case "Pong":
        write({ k: "pong", seq: action.seq })
        return
      case "SendFacts":
        if (action.transport === "sse") void postFacts(action)
        else {
          const { visit, epoch, facts } = action
          write({ k: "facts", visit, epoch, facts })
        }
        return
      case "SetTimer": {
        const { timer, ms } = action
        clearTimer(timer)
        timers.set(
          timer,
          ports.setTimer(ms, () => input({ _tag: "Elapsed", timer })),
        )
        return
      }
      case "ClearTimer":
        return clearTimer(action.timer)
      case "Greeted":
        return listener.greeted(action.greeting)
      case "Deliver":
        return listener.delivered(action.events)
      case "CaughtUp":
        return listener.caughtUp()
      case "Signal":
        return listener.signalled(action.topic, action.data)
      case "SessionEnded":
        return listener.sessionEnded()
      case "SeekSlot":
        slot ??=
          ports.streamSlots?.seek((turn) =>
            input(turn === "own" ? { _tag: "SlotGranted" } : { _tag: "SlotRefused", by: turn }),
          ) ?? null
        return
      case "ClaimSlot":
        return slot?.claim()
      case "LeaveSlot":
        slot?.leave()
        slot = null
        return
      case "Report":
        return listener.reported(action.status)
    }
  }

  return {
    start: () => {
      unwatch ??= ports.watchNetwork((isOnline) =>
        input({ _tag: isOnline ? "WentOnline" : "WentOffline" }),
      )
      input({ _tag: "Started" })
    },
    send: (fact) => input({ _tag: "Happened", fact }),
    reconnectNow: () => input({ _tag: "ReconnectAsked" }),
    stop: () => {
      unwatch?.()
      unwatch = null
      input({ _tag: "Left" })
    },
    place: () => state.place,
  }
}
