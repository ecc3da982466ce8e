/**
 * How a document's log is numbered; and a whole document against a gateway that is cut off, forgets visits and
 * ends sessions: what the gateway then holds of the visit is what the visitor sees.
 */
import { describe, expect, it } from "vitest"
import type { ClientFact, DialogName } from "@foldcast/contracts/client-facts/client-fact"
import type { Epoch, EventId, MemberId, VisitId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type {
  BrowserFrame,
  GatewayFrame,
  NumberedClientFact,
} from "@foldcast/contracts/stream/frames"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { foldAll } from "@foldcast/folds/site"
import { HOUSE_BRAND } from "../screens/brands.fixture.ts"
import { createSiteRuntime } from "./create-site-runtime.ts"
import { DocumentLog } from "./document-log.ts"
import { memoryStorage } from "./memory-storage.fixtures.ts"
import { NO_PAGE_ANSWERS } from "./page-answers.ts"
import { makeSessionMutex } from "./session-mutex.ts"
import { tabStorage } from "./tab-storage.ts"

const epoch = "e1" as Epoch
const opened: ClientFact = { _tag: "WalletOpened" }

const envelope = (event: Event, seq: number): OpenEnvelope => ({
  seq,
  id: `event-${seq}` as EventId,
  at: 1_000 + seq,
  v: FACT_TRAITS[event._tag].v,
  scope: FACT_TRAITS[event._tag].scope,
  src: { from: "gateway" },
  event,
})
const STARTED: Event = {
  _tag: "VisitStarted",
  locale: "en",
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
}
const LOGGED_IN: Event = {
  _tag: "LoggedIn",
  memberId: "m1" as MemberId,
  username: "robin",
  verified: true,
}

describe("a client fact", () => {
  const greeting = { visit: "visit-1" as VisitId, isAnother: false, n: 0, now: 1_000_000 }

  it("carries its number, the position before it and the gateway's time", () => {
    let local = 50
    const log = new DocumentLog({ seq: 2, now: 500_000 }, () => local)
    local = 60.4
    expect(log.number(opened)).toEqual({ n: 1, after: 2, at: 500_010, fact: opened })
    log.greeted(greeting)
    local = 310.6
    log.entriesOf([envelope(STARTED, 3), envelope(LOGGED_IN, 4)])
    expect(log.number(opened)).toEqual({ n: 2, after: 4, at: 1_000_250, fact: opened })
  })

  it("is numbered after those of its visit that the gateway already has, and never twice the same", () => {
    const log = new DocumentLog({ seq: 2, now: 0 }, () => 0)
    log.number(opened)
    log.number(opened)
    log.greeted({ ...greeting, n: 1 })
    expect(log.number(opened).n).toBe(3)
    log.greeted({ ...greeting, n: 7 })
    expect(log.number(opened)).toMatchObject({ n: 8, after: 2 })
    log.greeted({ ...greeting, isAnother: true, n: 0 })
    expect(log.number(opened)).toMatchObject({ n: 1, after: 0 })
  })
})

interface Visit {
  readonly name: VisitId
  readonly events: Array<OpenEnvelope>
  readonly facts: Array<NumberedClientFact>
}

/** The document's order: event `s`, the client facts with `after` = `s`, event `s` + 1. */
const entriesOf = ({ events, facts }: Visit): ReadonlyArray<LogEntry> =>
  events.flatMap((event) => [
    ...(event.seq === 1 ? facts.filter(({ after }) => after === 0) : []).map(clientEntry),
    { kind: "event", envelope: event } as const,
    ...facts.filter(({ after }) => after === event.seq).map(clientEntry),
  ])
const clientEntry = (fact: NumberedClientFact): LogEntry => ({ kind: "client", fact })

class ModelSocket extends EventTarget {
  readonly OPEN = 1
  readyState = 1
  readonly url: URL
  readonly #heard: (frame: BrowserFrame) => void

  constructor(url: string, heard: (frame: BrowserFrame) => void) {
    super()
    this.url = new URL(url)
    this.#heard = heard
  }
  send(text: string) {
    this.#heard(JSON.parse(text) as BrowserFrame)
  }
  tell(frame: GatewayFrame) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }))
  }
  /** This side's end is no news to it, as long as the other has not said so. */
  close() {
    this.readyState = 3
  }
  end(code: number) {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent("close", { code }))
  }
}

/** The gateway as the protocol has it; the frames on their way can be lost with their connection. */
class ModelGateway {
  readonly visits = new Map<string, Visit>()
  current: Visit
  wire: Array<GatewayFrame> = []
  socket: ModelSocket | null = null
  isMember = false
  /** What is sent over this connection from now on does not arrive. */
  isDeaf = false
  #begun = 0

  constructor() {
    this.current = this.begin([STARTED])
  }

  begin(facts: ReadonlyArray<Event>): Visit {
    this.#begun += 1
    const name = `visit-${this.#begun}` as VisitId
    const known = this.isMember ? [...facts, LOGGED_IN] : facts
    const events = known.map((event, index) => envelope(event, index + 1))
    const visit = { name, events, facts: [] }
    this.visits.set(name, visit)
    return visit
  }

  append(event: Event) {
    const told = envelope(event, this.current.events.length + 1)
    this.current.events.push(told)
    if (this.socket?.readyState === 1) this.wire.push({ k: "events", events: [told] })
  }

  readonly open = (url: string): WebSocket => {
    const socket = new ModelSocket(url, (frame) => this.#heard(socket, frame))
    this.socket = socket
    this.isDeaf = false
    const asked = socket.url.searchParams.get("visit")
    const after = Number(socket.url.searchParams.get("seq") ?? "0")
    const isResumed = socket.url.searchParams.has("seq")
    const known = asked === null ? undefined : this.visits.get(asked)
    const reset: Event = { _tag: "StreamReset", reason: "unknown" }
    this.current = known ?? this.begin(asked === null ? [STARTED] : [reset, STARTED])
    const { name, events, facts } = this.current
    const seq = events.length
    const n = facts.at(-1)?.n ?? 0
    const protocol = { min: 1, max: 1 }
    const ahead = { epoch, now: 5_000, heartbeatMs: 25_000, protocol, schemaHash: "x" }
    const rest = known === undefined ? events : events.slice(after)
    this.wire = [{ k: "hello", visit: name, seq, n, ...ahead }]
    if (known !== undefined && isResumed) this.wire.push({ k: "resumed", from: after + 1, to: seq })
    if (known === undefined && asked !== null) {
      this.wire.push({ k: "reset", reason: "unknown", was: asked })
    }
    for (const event of rest) this.wire.push({ k: "events", events: [event] })
    this.wire.push({ k: "replayed", seq })
    return socket as unknown as WebSocket
  }

  #heard(socket: ModelSocket, frame: BrowserFrame) {
    if (this.isDeaf) return
    if (socket !== this.socket || frame.k !== "facts" || frame.visit !== this.current.name) return
    const { facts } = this.current
    for (const fact of frame.facts) if (fact.n > (facts.at(-1)?.n ?? 0)) facts.push(fact)
    this.wire.push({ k: "stored", n: facts.at(-1)?.n ?? 0 })
  }

  /** The next frame arrives; answers whether there was one. */
  deliver(): boolean {
    const frame = this.socket?.readyState === 1 ? this.wire.shift() : undefined
    if (frame !== undefined) this.socket?.tell(frame)
    return frame !== undefined
  }

  end(code: number) {
    if (this.socket?.readyState === 1) this.socket.end(code)
  }

  endSession() {
    this.isMember = false
    this.end(CLOSE.sessionEnded)
  }
}

describe("the document's log, whatever the network does,", () => {
  const DIALOGS: ReadonlyArray<DialogName> = ["logIn", "register", "forgotPassword", "claimCredits"]

  const run = (seed: number) => {
    let drawn = seed
    const draw = () => {
      drawn = (drawn * 1_664_525 + 1_013_904_223) % 4_294_967_296
      return drawn / 4_294_967_296
    }
    const gateway = new ModelGateway()
    const first = gateway.current
    const storage = memoryStorage()
    const timers = new Map<object, () => void>()
    let ids = 0
    const runtime = createSiteRuntime({
      firstFacts: { visit: first.name, epoch, now: 1_000, events: [...first.events] },
      pageAnswers: NO_PAGE_ANSWERS,
      origin: "http://site.example",
      brand: HOUSE_BRAND,
      arrivedToLogIn: false,
      storage: tabStorage(
        () => storage,
        () => "tab-1",
        () => "/",
      ),
      payWindow: () => ({ open: () => "opened", point: () => {}, close: () => {} }),
      connectionPorts: {
        openWebSocket: gateway.open,
        fetch: () => new Promise(() => {}),
        newKey: () => "key-of-this-document-0001",
        random: draw,
        setTimer: (_, elapsed) => {
          const timer = {}
          timers.set(timer, elapsed)
          return () => timers.delete(timer)
        },
        watchNetwork: () => () => {},
        beginVisit: (begin) => void begin(),
        resumeVisit: (resume) => resume(),
        streamSlots: null,
      },
      sessionMutex: makeSessionMutex(null),
      commandPorts: {
        fetch: () => new Promise(() => {}),
        sleep: () => Promise.resolve(),
        random: draw,
      },
      monotonicNow: () => 0,
      newId: () => `id-${(ids += 1)}`,
      fingerprint: () => null,
      leaveFor: () => {},
      goHome: () => {},
      goToStart: () => {},
      clearPhoneSession: () => {},
      pushAnalytics: () => {},
    })
    const elapse = () => {
      const [timer, elapsed] = [...timers].at(Math.floor(draw() * timers.size)) ?? []
      if (timer === undefined || elapsed === undefined) return
      timers.delete(timer)
      elapsed()
    }
    const someDialog = () => DIALOGS[Math.floor(draw() * DIALOGS.length)] ?? "logIn"
    const happen = () => {
      const what = draw()
      if (what < 0.5) runtime.dispatch({ _tag: "DialogOpened", dialog: someDialog() })
      else if (what < 0.7) runtime.dispatch({ _tag: "DialogClosed", dialog: someDialog() })
      else if (what < 0.85) runtime.dispatch(opened)
      else if (what < 0.95) runtime.dispatch({ _tag: "WalletClosed" })
      else {
        const path = `/en/${Math.floor(draw() * 9)}`
        runtime.dispatch({ _tag: "Navigated", path, routeName: "home", params: {} })
      }
    }

    const shown: Array<boolean> = []
    runtime.state$.subscribe(({ dialogs, wallet }) =>
      shown.push(wallet.open === (dialogs.open === "wallet")),
    )
    runtime.start()
    for (let i = 0; i < 120; i += 1) {
      const what = draw()
      if (what < 0.5) gateway.deliver()
      else if (what < 0.72) happen()
      else if (what < 0.8) gateway.append({ _tag: "CreditsChanged", credits: i })
      else if (what < 0.83) {
        gateway.isMember = true
        gateway.append(LOGGED_IN)
      } else if (what < 0.86) gateway.append({ _tag: "LoggedOut", reason: "requested" })
      else if (what < 0.9) gateway.endSession()
      else if (what < 0.92) gateway.isDeaf = true
      else if (what < 0.94) gateway.end(CLOSE.serviceRestart)
      else if (what < 0.96) gateway.visits.delete(gateway.current.name)
      else elapse()
    }
    // The faults stop: a connection that stays, and everything on the wire arrives.
    gateway.end(CLOSE.serviceRestart)
    for (let i = 0; i < 1_000 && runtime.getConnection()._tag !== "Live"; i += 1) {
      if (gateway.deliver()) continue
      // Server-sent events do not get through here: what waits for them gives up.
      elapse()
      runtime.reconnect()
    }
    happen()
    while (gateway.deliver());
    return { runtime, gateway, shown }
  }

  it("has what the visitor sees of the visit, in the document's order", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const { runtime, gateway, shown } = run(seed)
      expect(runtime.getConnection()._tag).toBe("Live")
      const numbers = gateway.current.facts.map(({ n }) => n)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      expect(foldAll(INITIAL_STATE, entriesOf(gateway.current))).toEqual(runtime.getState())
      expect(shown).not.toContain(false)
    }
  })
})
