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
import { postFacts } from "./post-facts.ts"
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

export interface StreamConnection {
  readonly start: () => void
  /** Sends the fact as soon as possible, and again until it is stored. */
  readonly send: (fact: NumberedClientFact) => void
  /** Retries at once. */
  readonly reconnectNow: () => void
  readonly stop: () => void
  /** The current visit and its position; null before the first. */
  readonly place: () => StreamPosition | null
}

/** RFC 6455, 7.1.5: the code of a socket that ended without one. */
const NEVER_OPENED = 1006

type OpenAction = Extract<Action, { readonly _tag: "Open" }>

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

/** Handles one input at a time; inputs that arrive meanwhile wait in a queue. */
const oneAtATime = (handle: (input: Input) => void): ((input: Input) => void) => {
  const waiting: Array<Input> = []
  let isHandling = false
  return (input) => {
    waiting.push(input)
    if (isHandling) return
    isHandling = true
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) handle(next)
    } finally {
      isHandling = false
    }
  }
}

/** The running timers, one of each name. */
const runningTimers = (setTimer: ConnectionPorts["setTimer"], elapsed: (timer: Timer) => void) => {
  const cancels = new Map<Timer, () => void>()
  const clear = (timer: Timer): void => {
    cancels.get(timer)?.()
    cancels.delete(timer)
  }
  return {
    clear,
    set: (timer: Timer, ms: number): void => {
      clear(timer)
      cancels.set(
        timer,
        setTimer(ms, () => elapsed(timer)),
      )
    },
  }
}

export const createConnection = (options: ConnectionOptions): StreamConnection => {
  const { origin, tab, ports, listener } = options
  /** Proves to the gateway that the visit belongs to this document; kept only in memory. */
  const key = ports.newKey()
  let state: ConnectionState = initialConnection(
    options.page,
    ports.streamSlots === null ? "unbounded" : "none",
  )
  let slot: SoughtSlot | null = null
  let stream: OpenStream | null = null
  let unwatch: (() => void) | null = null

  const input = oneAtATime((next) => {
    const done = step(state, next, ports.random())
    state = done.state
    done.actions.forEach(perform)
  })
  const timers = runningTimers(ports.setTimer, (timer) => input({ _tag: "Elapsed", timer }))

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
      // The constructor throws without WebSocket support, or when a policy forbids it.
      stream = null
      heard.onClose(NEVER_OPENED)
    }
  }

  /** False when the attempt was left or given up while it waited. */
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
        if (action.transport === "sse") {
          void postFacts(ports.fetch, origin, action).then(input)
        } else {
          const { visit, epoch, facts } = action
          write({ k: "facts", visit, epoch, facts })
        }
        return
      case "SetTimer":
        return timers.set(action.timer, action.ms)
      case "ClearTimer":
        return timers.clear(action.timer)
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
