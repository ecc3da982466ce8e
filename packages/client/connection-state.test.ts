/** The stream's client, decision by decision and against a gateway that loses, repeats and forgets frames. */
import { describe, expect, it } from "vitest"
import type { Epoch, EventId, VisitId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { GatewayFrame, NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import {
  type Action,
  type ConnectionState,
  initialConnection,
  type Input,
} from "./connection-model.ts"
import { step } from "./connection-state.ts"
import { MAX_BACKLOG } from "./fact-outbox.ts"

const visit = (name: string) => `visit-${name}` as VisitId
const epoch = "e1" as Epoch
const opened = { _tag: "WalletOpened" } as const

const envelope = (seq: number): OpenEnvelope => ({
  seq,
  id: `event-${seq}` as EventId,
  at: seq,
  v: 1,
  scope: "visit",
  src: { from: "gateway" },
  event: { _tag: "CreditsChanged", credits: seq },
})

const helloOf = (name: string, seq: number, n = 0): GatewayFrame => ({
  k: "hello",
  visit: visit(name),
  epoch,
  seq,
  n,
  now: 1_000_000,
  heartbeatMs: 25_000,
  protocol: { min: 1, max: 1 },
  schemaHash: "x",
})
const eventsOf = (...seqs: ReadonlyArray<number>): GatewayFrame => ({
  k: "events",
  events: seqs.map(envelope),
})

/** Runs inputs one after another and records the actions. */
class Client {
  state: ConnectionState
  readonly actions: Array<Action> = []
  random = 0.5
  /** The number of the last fact recorded. */
  #lastN = 0

  constructor(page: { readonly seq: number } | null = { seq: 2 }) {
    this.state = initialConnection(
      page === null ? null : { visit: visit("page"), epoch, seq: page.seq },
    )
  }

  input(input: Input): ReadonlyArray<Action> {
    const { state, actions } = step(this.state, input, this.random)
    this.state = state
    this.actions.push(...actions)
    const greeting = find(actions, "Greeted")?.greeting
    if (greeting !== undefined) {
      this.#lastN = greeting.isAnother ? greeting.n : Math.max(this.#lastN, greeting.n)
    }
    return actions
  }

  /** Records and numbers a fact, as the recorder does. */
  happens(): ReadonlyArray<Action> {
    this.#lastN += 1
    const after = this.state.position?.seq ?? 0
    return this.input({
      _tag: "Happened",
      fact: { n: this.#lastN, after, at: 1_000, fact: opened },
    })
  }

  frame(frame: GatewayFrame): ReadonlyArray<Action> {
    return this.input({ _tag: "Received", connection: this.state.connection, frame })
  }

  closed(code: number): ReadonlyArray<Action> {
    return this.input({ _tag: "Closed", connection: this.state.connection, code })
  }

  /** A document that is attached and live, with two facts from its page. */
  /** After two WebSocket attempts without `hello`. */
  static overSse(): Client {
    const client = new Client()
    client.input({ _tag: "Started" })
    for (const _ of [1, 2]) {
      client.closed(1006)
      client.input({ _tag: "Elapsed", timer: "retry" })
    }
    return client.caughtUp()
  }
  static live(): Client {
    const client = new Client()
    client.input({ _tag: "Started" })
    return client.caughtUp()
  }
  caughtUp(): this {
    this.frame(helloOf("page", 2))
    this.frame(eventsOf(1, 2))
    this.frame({ k: "replayed", seq: 2 })
    return this
  }
}

const tags = (actions: ReadonlyArray<Action>) => actions.map(({ _tag }) => _tag)
const find = <T extends Action["_tag"]>(actions: ReadonlyArray<Action>, tag: T) =>
  actions.find((action): action is Extract<Action, { readonly _tag: T }> => action._tag === tag)

describe("a signal", () => {
  const signal: GatewayFrame = { k: "signal", topic: "performer-statuses", data: { statuses: {} } }

  it("is passed on, while catching up and live, and changes neither position nor facts", () => {
    const catchingUp = new Client()
    catchingUp.input({ _tag: "Started" })
    catchingUp.frame(helloOf("page", 2))
    for (const client of [catchingUp, Client.live()]) {
      const before = client.state
      const actions = client.frame(signal)
      const { topic, data } = find(actions, "Signal") ?? {}
      expect([topic, data]).toEqual(["performer-statuses", { statuses: {} }])
      expect(tags(actions)).toEqual(["SetTimer", "Signal"])
      expect(client.state).toEqual(before)
    }
  })

  it("is ignored before the greeting, or on a connection that was left", () => {
    const early = new Client()
    early.input({ _tag: "Started" })
    expect(tags(early.frame(signal))).not.toContain("Signal")
    const left = Client.live()
    const connection = left.state.connection - 1
    expect(left.input({ _tag: "Received", connection, frame: signal })).toEqual([])
  })
})

describe("the client's connection when it opens", () => {
  it("attaches the page's visit, resumes once it is confirmed, and begins anew without one", () => {
    const client = new Client()
    const first = find(client.input({ _tag: "Started" }), "Open")
    expect(first?.position).toEqual({ visit: visit("page"), resume: null })
    client.frame(helloOf("page", 2))
    client.frame(eventsOf(1, 2, 3))
    client.closed(1006)
    const second = find(client.input({ _tag: "Elapsed", timer: "retry" }), "Open")
    expect(second?.position).toEqual({
      visit: visit("page"),
      resume: { visit: visit("page"), epoch, seq: 3 },
    })
    expect(find(new Client(null).input({ _tag: "Started" }), "Open")?.position).toBeNull()
  })

  it("delivers nothing twice that came with the page", () => {
    const client = new Client()
    client.input({ _tag: "Started" })
    client.frame(helloOf("page", 3))
    const delivered = find(client.frame(eventsOf(1, 2, 3)), "Deliver")
    expect(delivered?.events.map(({ seq }) => seq)).toEqual([3])
  })

  it("announces another visit before its first event, and delivers nothing more of the one before", () => {
    const client = new Client()
    client.happens()
    client.input({ _tag: "Started" })
    const begun = client.frame(helloOf("other", 3))
    const greeting = { visit: visit("other"), isAnother: true, n: 0, now: 1_000_000 }
    expect(begun[0]).toEqual({ _tag: "Greeted", greeting })
    expect(tags(begun)).not.toContain("SendFacts")
    expect(client.state.outbox.unstored).toEqual([])
    client.frame({ k: "reset", reason: "unknown", was: visit("page") })
    const delivered = find(client.frame(eventsOf(1, 2, 3)), "Deliver")
    expect(delivered?.events).toHaveLength(3)
  })

  it("is live and without failures once the backfill is over", () => {
    const client = new Client()
    client.input({ _tag: "Started" })
    client.closed(1006)
    client.input({ _tag: "Elapsed", timer: "retry" })
    client.frame(helloOf("page", 2))
    expect(client.state.failures).toBe(1)
    const done = client.frame({ k: "replayed", seq: 2 })
    expect(tags(done)).toContain("CaughtUp")
    expect(find(done, "Report")?.status).toEqual({ _tag: "Live", transport: "websocket" })
    expect(client.state.failures).toBe(0)
  })

  it("gives up on a gateway that does not greet in time", () => {
    const client = new Client()
    client.input({ _tag: "Started" })
    expect(tags(client.input({ _tag: "Elapsed", timer: "silence" }))).toContain("Close")
    expect(client.state.phase._tag).toBe("Waiting")
  })

  it("stops at a gateway of another protocol", () => {
    const client = new Client()
    client.input({ _tag: "Started" })
    const hello = { ...helloOf("page", 2), protocol: { min: 2, max: 3 } } as GatewayFrame
    expect(find(client.frame(hello), "Report")?.status).toEqual({
      _tag: "Stopped",
      reason: "protocol",
    })
  })
})

describe("the transport of a connection", () => {
  const transports = (count: number, isHeard: (transport: string) => boolean) => {
    const client = new Client()
    const used: Array<string> = []
    let actions = client.input({ _tag: "Started" })
    for (let i = 0; i < count; i += 1) {
      const open = find(actions, "Open")
      used.push(open?.transport ?? "none")
      if (open !== undefined && isHeard(open.transport)) client.frame(helloOf("page", 2))
      client.closed(1006)
      actions = client.input({ _tag: "Elapsed", timer: "retry" })
    }
    return used
  }

  it("is SSE after two WebSockets without hello, and WebSocket again after two of those", () => {
    expect(transports(5, () => false)).toEqual([
      "websocket",
      "websocket",
      "sse",
      "sse",
      "websocket",
    ])
  })

  it("stays SSE where only SSE gets through", () => {
    expect(transports(5, (transport) => transport === "sse")).toEqual([
      "websocket",
      "websocket",
      "sse",
      "sse",
      "sse",
    ])
  })

  it("stays WebSocket where that gets through", () => {
    expect(transports(4, () => true)).toEqual(Array(4).fill("websocket"))
  })
})

describe("a stream that ends", () => {
  it.each([
    [1006, "Waiting"],
    [CLOSE.serviceRestart, "Waiting"],
    [CLOSE.tooSlow, "Waiting"],
    [CLOSE.positionMismatch, "Waiting"],
    [CLOSE.storageFull, "Waiting"],
    [CLOSE.tryAgainLater, "Waiting"],
    [CLOSE.sessionEnded, "Connecting"],
    [CLOSE.protocolNotSupported, "Stopped"],
    [CLOSE.frameInvalid, "Stopped"],
    [CLOSE.superseded, "Stopped"],
    [4999, "Stopped"],
  ] as const)("with %i leads to %s", (code, phase) => {
    const client = Client.live()
    client.closed(code)
    expect(client.state.phase._tag).toBe(phase)
  })

  it.each([
    [CLOSE.storageFull, "storageFull"],
    [CLOSE.tryAgainLater, "busy"],
    [CLOSE.serviceRestart, undefined],
  ] as const)("gives the reason for waiting after %i", (code, because) => {
    const client = Client.live()
    const status = find(client.closed(code), "Report")?.status
    expect(status?._tag === "Waiting" && status.because).toBe(because)
  })

  it("is opened again after growing, limited waits with jitter", () => {
    const client = new Client()
    client.random = 0.999_999
    client.input({ _tag: "Started" })
    const waits = Array.from({ length: 9 }, () => {
      const wait = find(client.closed(1006), "SetTimer")
      client.input({ _tag: "Elapsed", timer: "retry" })
      return wait?.ms ?? 0
    })
    expect(waits.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000])
    expect(Math.max(...waits)).toBe(5_000)
    client.random = 0
    expect(find(client.closed(1006), "SetTimer")?.ms).toBe(0)
  })

  it("waits as long as the gateway says", () => {
    const client = Client.live()
    client.frame({ k: "bye", code: CLOSE.serviceRestart, reason: "deploy", retryAfterMs: 4_321 })
    expect(find(client.closed(1012), "SetTimer")?.ms).toBe(4_321)
  })

  it("does not try another transport because the gateway makes it wait", () => {
    const client = new Client()
    client.input({ _tag: "Started" })
    const asked = Array.from({ length: 5 }, () => {
      client.frame({ k: "bye", code: CLOSE.tryAgainLater, reason: "busy", retryAfterMs: 9_000 })
      expect(find(client.closed(CLOSE.tryAgainLater), "SetTimer")?.ms).toBe(9_000)
      return find(client.input({ _tag: "Elapsed", timer: "retry" }), "Open")?.transport
    })
    expect(new Set(asked)).toEqual(new Set(["websocket"]))
  })

  it("takes the code in bye where the transport has no close codes", () => {
    const client = Client.live()
    client.frame({ k: "bye", code: CLOSE.superseded, reason: "elsewhere" })
    client.closed(1006)
    expect(client.state.phase._tag).toBe("Stopped")
  })

  it("with the session never resumes: it begins a visit of its own, at once", () => {
    const client = Client.live()
    client.frame({ k: "bye", code: CLOSE.sessionEnded, reason: "ended" })
    const actions = client.closed(CLOSE.sessionEnded)
    expect(tags(actions)[0]).toBe("SessionEnded")
    expect(find(actions, "Open")?.position).toBeNull()
    // The status reports no lost connection, because none was lost.
    expect(find(actions, "Report")?.status).toEqual({ _tag: "Connecting", attempt: 1 })
  })

  it("answers a ping over SSE by a post without facts, one at a time", () => {
    const client = Client.overSse()
    const ping: GatewayFrame = { k: "ping", seq: 2, n: 0 }
    const heard = client.frame(ping)
    expect(tags(heard)).not.toContain("Pong")
    expect(find(heard, "SendFacts")).toMatchObject({ transport: "sse", facts: [] })
    expect(tags(client.frame(ping))).not.toContain("SendFacts")
    const { connection } = client.state
    client.input({ _tag: "FactsStored", connection, n: 0 })
    expect(tags(client.frame(ping))).toContain("SendFacts")
  })

  it("by silence is given up after a heartbeat and eight seconds", () => {
    const client = Client.live()
    const heard = client.frame({ k: "ping", seq: 2, n: 0 })
    expect(find(heard, "SetTimer")).toEqual({ _tag: "SetTimer", timer: "silence", ms: 33_000 })
    expect(find(heard, "Pong")).toMatchObject({ seq: 2 })
    expect(tags(client.input({ _tag: "Elapsed", timer: "silence" }))).toContain("Close")
  })

  it("because the document was left resumes when the document comes back", () => {
    const client = Client.live()
    expect(tags(client.input({ _tag: "Left" }))).toContain("Close")
    expect(client.input({ _tag: "WentOnline" })).toEqual([])
    expect(find(client.input({ _tag: "Started" }), "Open")?.position?.resume?.seq).toBe(2)
    client.closed(CLOSE.superseded)
    expect(client.input({ _tag: "Started" })).toEqual([])
  })

  it("on an older socket changes nothing", () => {
    const client = Client.live()
    client.closed(1006)
    client.input({ _tag: "Elapsed", timer: "retry" })
    const before = client.state
    expect(client.input({ _tag: "Closed", connection: 1, code: 4509 })).toEqual([])
    expect(client.input({ _tag: "Received", connection: 1, frame: eventsOf(3) })).toEqual([])
    expect(client.state).toBe(before)
  })
})

describe("the network", () => {
  it("is not tried while it is gone, and at once when it is back", () => {
    const client = Client.live()
    expect(tags(client.input({ _tag: "WentOffline" }))).toContain("Close")
    expect(client.state.phase._tag).toBe("Offline")
    expect(client.input({ _tag: "Elapsed", timer: "retry" })).toEqual([])
    expect(find(client.input({ _tag: "WentOnline" }), "Open")?.position?.resume?.seq).toBe(2)
  })

  it("is tried again when a visitor does not want to wait", () => {
    const client = Client.live()
    client.closed(1006)
    expect(tags(client.input({ _tag: "ReconnectAsked" }))).toContain("Open")
    expect(client.input({ _tag: "ReconnectAsked" })).toEqual([])
  })
})

describe("the positions of a stream", () => {
  it("with a gap make it resume from the last one without", () => {
    const client = Client.live()
    const actions = client.frame(eventsOf(3, 5))
    expect(find(actions, "Deliver")?.events.map(({ seq }) => seq)).toEqual([3])
    expect(tags(actions)).toContain("Close")
    const open = find(client.input({ _tag: "Elapsed", timer: "retry" }), "Open")
    expect(open?.position?.resume?.seq).toBe(3)
  })

  it("of a replay end with `replayed`: pings do not keep a connection open where it never comes", () => {
    const client = new Client()
    client.input({ _tag: "Started" })
    client.frame(helloOf("page", 2))
    client.frame(eventsOf(1, 2))
    const ping: GatewayFrame = { k: "ping", seq: 2, n: 0 }
    expect(tags(client.frame(ping))).toEqual(["Pong"])
    client.frame({ k: "replayed", seq: 2 })
    expect(tags(client.frame(ping))).toEqual(["SetTimer", "Pong"])
  })

  it("that the gateway has and this document has not are noticed by a ping and sent again", () => {
    expect(tags(Client.live().frame({ k: "ping", seq: 3, n: 0 }))).toContain("Close")
    expect(tags(Client.live().frame({ k: "replayed", seq: 3 }))).toContain("Close")
  })

  it("below those folded here end the visit", () => {
    const client = Client.live()
    client.closed(1006)
    client.input({ _tag: "Elapsed", timer: "retry" })
    client.frame(helloOf("page", 1))
    expect(find(client.input({ _tag: "Elapsed", timer: "retry" }), "Open")?.position).toBeNull()
  })

  it("are not read from what is no frame", () => {
    const client = Client.live()
    const received = { _tag: "Received", connection: client.state.connection } as const
    expect(client.input({ ...received, frame: "unknown" })).toEqual([])
    expect(tags(client.input({ ...received, frame: "unreadable" }))).toContain("Close")
  })
})

describe("client facts", () => {
  const sent = (actions: ReadonlyArray<Action>) =>
    actions.flatMap((action) => (action._tag === "SendFacts" ? action.facts.map(({ n }) => n) : []))

  it("are sent as they were numbered, with the visit that they belong to", () => {
    const fact = { n: 7, after: 2, at: 1_000_250, fact: opened }
    const leaves = find(Client.live().input({ _tag: "Happened", fact }), "SendFacts")
    expect(leaves).toMatchObject({ visit: visit("page"), epoch, facts: [fact] })
  })

  it("are not sent again where the gateway has them already, at every greeting", () => {
    const client = Client.live()
    client.closed(1006)
    client.input({ _tag: "Elapsed", timer: "retry" })
    const greeting = { visit: visit("page"), isAnother: false, n: 4, now: 1_000_000 }
    expect(client.frame(helloOf("page", 2, 4))[0]).toEqual({ _tag: "Greeted", greeting })
    expect(sent(client.happens())).toEqual([5])
  })

  it("are kept until they are stored and sent again after a reconnect", () => {
    const client = Client.live()
    expect(sent(client.happens())).toEqual([1])
    expect(sent(client.happens())).toEqual([2])
    client.frame({ k: "stored", n: 1 })
    client.closed(1006)
    expect(sent(client.happens())).toEqual([])
    client.input({ _tag: "Elapsed", timer: "retry" })
    expect(sent(client.frame(helloOf("page", 2, 1)))).toEqual([2, 3])
    client.frame({ k: "stored", n: 3 })
    expect(client.state.outbox.unstored).toEqual([])
  })

  it("are sent one post at a time beside SSE, and again when a post failed", () => {
    const client = new Client()
    client.input({ _tag: "Started" })
    client.closed(1006)
    client.input({ _tag: "ReconnectAsked" })
    client.closed(1006)
    client.input({ _tag: "ReconnectAsked" })
    client.frame(helloOf("page", 2))
    const { connection } = client.state
    expect(sent(client.happens())).toEqual([1])
    expect(sent(client.happens())).toEqual([])
    const failed = client.input({ _tag: "FactsNotStored", connection })
    expect(find(failed, "SetTimer")?.timer).toBe("resend")
    expect(sent(client.input({ _tag: "Elapsed", timer: "resend" }))).toEqual([1, 2])
    expect(sent(client.happens())).toEqual([])
    expect(sent(client.input({ _tag: "FactsStored", connection, n: 2 }))).toEqual([3])
  })

  it("are not posted any more where the browser sends no cookie, until there is another connection [COOKIE-01]", () => {
    const client = Client.overSse()
    const { connection } = client.state
    expect(sent(client.happens())).toEqual([1])
    expect(client.input({ _tag: "FactsRefused", connection })).toEqual([])
    expect(sent(client.happens())).toEqual([])
    expect(tags(client.frame({ k: "ping", seq: 2, n: 0 }))).not.toContain("SendFacts")
    client.closed(1006)
    client.input({ _tag: "ReconnectAsked" })
    expect(sent(client.frame(helloOf("page", 2)))).toEqual([1, 2])
  })

  it("are limited: the oldest of too many is dropped and leaves a gap", () => {
    const client = new Client()
    for (let i = 0; i < MAX_BACKLOG + 3; i += 1) client.happens()
    expect(client.state.outbox.unstored).toHaveLength(MAX_BACKLOG)
    client.input({ _tag: "Started" })
    const actions = client.frame(helloOf("page", 2))
    expect(sent(actions)).toEqual(Array.from({ length: MAX_BACKLOG }, (_, index) => index + 4))
    for (const action of actions) {
      if (action._tag !== "SendFacts") continue
      expect(action.facts.length).toBeLessThanOrEqual(100)
      expect(JSON.stringify(action.facts).length * 3).toBeLessThan(16_384)
    }
  })
})

/** A gateway that follows the protocol and that a test can disconnect, restart and reset. */
class ModelGateway {
  readonly logs = new Map<VisitId, Array<number>>([[visit("page"), [1, 2]]])
  readonly facts = new Map<VisitId, Array<NumberedClientFact>>()
  #visits = 0

  hear(open: Extract<Action, { readonly _tag: "Open" }>): ReadonlyArray<GatewayFrame> {
    const wanted = open.position
    const known = wanted === null ? undefined : this.logs.get(wanted.visit)
    if (wanted === null || known === undefined) {
      this.#visits += 1
      const name = `new-${this.#visits}`
      this.logs.set(visit(name), [1, 2, 3])
      const reset: ReadonlyArray<GatewayFrame> =
        wanted === null ? [] : [{ k: "reset", reason: "unknown", was: wanted.visit }]
      return [helloOf(name, 3), ...reset, eventsOf(1, 2, 3), { k: "replayed", seq: 3 }]
    }
    const after = wanted.resume?.seq ?? 0
    const head = known.length
    const n = this.facts.get(wanted.visit)?.at(-1)?.n ?? 0
    const hello = { ...helloOf("x", head, n), visit: wanted.visit } as GatewayFrame
    const resumed: ReadonlyArray<GatewayFrame> =
      wanted.resume === null ? [] : [{ k: "resumed", from: after + 1, to: head }]
    const rest = known.slice(after).map((seq) => eventsOf(seq))
    return [hello, ...resumed, ...rest, { k: "replayed", seq: head }]
  }

  store({ visit, facts }: Extract<Action, { readonly _tag: "SendFacts" }>): GatewayFrame {
    const stored = this.facts.get(visit) ?? []
    this.facts.set(visit, stored)
    for (const fact of facts) if (fact.n > (stored.at(-1)?.n ?? 0)) stored.push(fact)
    return { k: "stored", n: stored.at(-1)?.n ?? 0 }
  }
}

describe("the client, whatever the network does,", () => {
  const random = (seed: number) => {
    let state = seed
    return () => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
      return state / 4_294_967_296
    }
  }

  const run = (seed: number) => {
    const draw = random(seed)
    const gateway = new ModelGateway()
    const client = new Client({ seq: 2 })
    const wire: Array<GatewayFrame> = []
    const delivered = new Map<VisitId, Array<number>>([[visit("page"), [1, 2]]])
    const recorded = new Map<VisitId, Array<number>>()
    let current = visit("page")
    let isLossy = true
    // After a lost frame, later frames of that connection are lost too, because a connection keeps its order.
    let isCut = false

    const perform = (actions: ReadonlyArray<Action>): void => {
      for (const action of actions) {
        switch (action._tag) {
          case "Open":
            isCut = false
            wire.length = 0
            wire.push(...gateway.hear(action))
            break
          case "Close":
            wire.length = 0
            break
          case "Greeted":
            current = action.greeting.visit
            break
          case "Deliver": {
            const seen = delivered.get(current) ?? []
            delivered.set(current, [...seen, ...action.events.map(({ seq }) => seq)])
            break
          }
          case "SendFacts":
            isCut ||= isLossy && draw() > 0.7
            if (isCut) break
            if (isLossy && draw() > 0.7) gateway.store(action)
            else wire.push(gateway.store(action))
            break
          default:
        }
      }
    }

    perform(client.input({ _tag: "Started" }))
    for (let i = 0; i < 400; i += 1) {
      client.random = draw()
      const what = draw()
      if (what < 0.5) {
        const frame = wire.shift()
        if (frame !== undefined && draw() > 0.1) perform(client.frame(frame))
        if (frame !== undefined && draw() > 0.9 && frame.k !== "hello") perform(client.frame(frame))
      } else if (what < 0.65) {
        const log = gateway.logs.get(current)
        const phase = client.state.phase._tag
        if (log !== undefined) {
          log.push(log.length + 1)
          if (phase === "Live" || phase === "Greeted") wire.push(eventsOf(log.length))
        }
      } else if (what < 0.8) {
        perform(client.happens())
        const n = client.state.outbox.unstored.at(-1)?.n ?? 0
        recorded.set(current, [...(recorded.get(current) ?? []), n])
      } else if (what < 0.84) perform(client.closed(draw() > 0.1 ? 1006 : CLOSE.sessionEnded))
      else if (what < 0.86) perform(client.input({ _tag: "WentOffline" }))
      else if (what < 0.88) perform(client.input({ _tag: "WentOnline" }))
      else if (what < 0.9) perform(client.input({ _tag: "Elapsed", timer: "silence" }))
      else if (what < 0.91) gateway.logs.delete(current)
      else perform(client.input({ _tag: "Elapsed", timer: "retry" }))
    }
    // The faults stop: a new connection, and every frame arrives.
    isLossy = false
    perform(client.input({ _tag: "WentOffline" }))
    perform(client.input({ _tag: "WentOnline" }))
    for (let i = 0; i < 2_000; i += 1) {
      const frame = wire.shift()
      if (frame !== undefined) perform(client.frame(frame))
      else if (client.state.phase._tag === "Waiting") {
        perform(client.input({ _tag: "Elapsed", timer: "retry" }))
      } else break
    }
    return { gateway, client, delivered, recorded, current }
  }

  it("delivers every visit's events in order, without a gap or a duplicate, and converges", () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const { gateway, client, delivered, current } = run(seed)
      for (const [, seqs] of delivered) {
        expect(seqs).toEqual(seqs.map((_, index) => index + 1))
      }
      expect(client.state.phase._tag).toBe("Live")
      expect(delivered.get(current)).toEqual(gateway.logs.get(current))
    }
  })

  it("has every fact of the present visit stored once and in order", () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const { gateway, client, recorded, current } = run(seed)
      const stored = gateway.facts.get(current)?.map(({ n }) => n) ?? []
      expect(stored).toEqual(recorded.get(current) ?? [])
      expect(client.state.outbox.unstored).toEqual([])
    }
  })
})

describe("server-sent events where only some documents may stream", () => {
  const seeking = (): Client => {
    const client = new Client()
    client.state = initialConnection({ visit: visit("page"), epoch, seq: 2 }, "none")
    client.input({ _tag: "Started" })
    // Two WebSocket attempts that fail.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      client.closed(1006)
      client.input({ _tag: "Elapsed", timer: "retry" })
    }
    return client
  }
  const tagsOf = (actions: ReadonlyArray<Action>) => actions.map(({ _tag }) => _tag)

  it("are not opened before there is a slot, and the waiting is told only where others have them", () => {
    const client = seeking()
    expect(client.state.phase._tag).toBe("Seeking")
    expect(tagsOf(client.actions)).toContain("SeekSlot")
    expect(client.actions.filter(({ _tag }) => _tag === "Open")).toHaveLength(2)
    for (const by of ["others", "payingOthers"] as const) {
      expect(client.input({ _tag: "SlotRefused", by })).toEqual([
        { _tag: "Report", status: { _tag: "Yielded", to: by } },
      ])
    }
    expect(client.input({ _tag: "ReconnectAsked" })).toEqual([{ _tag: "ClaimSlot" }])
    const opened = client.input({ _tag: "SlotGranted" }).find(({ _tag }) => _tag === "Open")
    expect(opened).toMatchObject({ transport: "sse", position: { visit: visit("page") } })
  })

  it("are closed before the slot is another's, and resumed where they were, as no failure", () => {
    const client = seeking()
    client.input({ _tag: "SlotGranted" })
    client.frame(helloOf("page", 2))
    client.frame({ k: "replayed", seq: 2 })
    client.frame(eventsOf(3))
    expect(tagsOf(client.input({ _tag: "SlotRefused", by: "others" }))).toEqual([
      "Close",
      "ClearTimer",
      "ClearTimer",
      "Report",
    ])
    // The end of a stream that was closed on purpose is not a lost connection.
    expect(client.closed(1006)).toEqual([])
    expect(client.state.phase._tag).toBe("Seeking")
    const opened = client.input({ _tag: "SlotGranted" }).find(({ _tag }) => _tag === "Open")
    expect(opened).toMatchObject({ transport: "sse", position: { resume: { seq: 3 } } })
    expect(client.state.failures).toBe(0)
  })

  it("keep their slot while they are tried again, and free it with the document or for a WebSocket", () => {
    const client = seeking()
    client.input({ _tag: "SlotGranted" })
    client.closed(1006)
    client.input({ _tag: "Elapsed", timer: "retry" })
    expect(client.state.phase).toEqual({ _tag: "Connecting", transport: "sse" })
    client.closed(1006)
    client.input({ _tag: "Elapsed", timer: "retry" })
    expect(client.state.phase).toEqual({ _tag: "Connecting", transport: "websocket" })
    expect(tagsOf(client.frame(helloOf("page", 2)))).toContain("LeaveSlot")
    expect(client.state.slot).toBe("none")

    const other = seeking()
    other.input({ _tag: "SlotGranted" })
    expect(tagsOf(other.input({ _tag: "Left" }))).toContain("LeaveSlot")
    expect(other.state.slot).toBe("none")
  })

  it("need no slot where any number may stream", () => {
    const client = new Client()
    client.input({ _tag: "Started" })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      client.closed(1006)
      client.input({ _tag: "Elapsed", timer: "retry" })
    }
    expect(client.state.phase).toEqual({ _tag: "Connecting", transport: "sse" })
    expect(tagsOf(client.input({ _tag: "Left" }))).not.toContain("LeaveSlot")
  })
})
