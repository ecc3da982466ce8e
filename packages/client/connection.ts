/**
 * Performs what connection-state.ts decides: opens sockets, sets timers, tells the listener. Inputs
 * that come up while actions are performed wait their turn, so each step sees the last one's end.
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

/** Hands on one input at a time: what comes up meanwhile waits its turn. */
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

/** The timers that run; one of each name. */
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
  /** Proves this document to its visits, and lies in its memory alone. */
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
