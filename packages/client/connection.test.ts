/** The client over real sockets, in Node. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import type { Epoch, EventId, TabId, VisitId } from "@foldcast/contracts/ids"
import type { GatewayFrame, NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import { type ConnectionListener, StreamConnection } from "./connection.ts"
import type { ConnectionStatus } from "./connection-status.ts"
import { type StreamServer, startStreamServer, Waiting } from "./stream-server.fixtures.ts"

const visit = "visit-page" as VisitId
const epoch = "e1" as Epoch

const hello = (of: { readonly visit?: string; readonly seq: number; readonly n?: number }) =>
  ({
    k: "hello",
    visit: (of.visit ?? visit) as VisitId,
    epoch,
    seq: of.seq,
    n: of.n ?? 0,
    now: 1_000,
    heartbeatMs: 25_000,
    protocol: { min: 1, max: 1 },
    schemaHash: "x",
  }) satisfies GatewayFrame

const events = (...seqs: ReadonlyArray<number>): GatewayFrame => ({
  k: "events",
  events: seqs.map((seq) => ({
    seq,
    id: `event-${seq}` as EventId,
    at: seq,
    v: 1,
    scope: "visit",
    src: { from: "gateway" },
    event: { _tag: "CreditsChanged", credits: seq },
  })),
})

const fact = (n: number): NumberedClientFact => ({
  n,
  after: 2,
  at: 1_500,
  fact: { _tag: "WalletOpened" },
})

const KEY = "key-of-this-document-0001"

type Heard = keyof ConnectionListener

describe("the client's connection", () => {
  let server: StreamServer
  let connection: StreamConnection
  let heard: Waiting<readonly [Heard, ...ReadonlyArray<unknown>]>
  /** Posts that were refused because there was no session. */
  let refused: Waiting<number>
  let timers: Array<number> = []
  /** Resolves when a visit may begin. */
  let turn = Promise.resolve()
  /** The number of WebSockets, each counted when a browser would send its cookie. */
  let opened = 0
  const network: { isOnline: boolean; change: (isOnline: boolean) => void } = {
    isOnline: true,
    change: () => {},
  }

  const connect = (page: { readonly seq: number } | null = { seq: 2 }) => {
    const hears =
      (name: Heard) =>
      (...of: ReadonlyArray<unknown>) =>
        heard.put([name, ...of])
    connection = new StreamConnection({
      origin: server.origin,
      tab: "tab-1" as TabId,
      page: page === null ? null : { visit, epoch, seq: page.seq },
      ports: {
        openWebSocket: (url, protocol) => {
          opened += 1
          return new WebSocket(url, protocol)
        },
        fetch: async (url, init) => {
          const response = await fetch(url, init)
          if (response.status === 401) refused.put(response.status)
          return response
        },
        newKey: () => KEY,
        // No wait at all: a test waits for events, never for time.
        random: () => 0,
        setTimer: (ms, elapsed) => {
          timers.push(ms)
          const timer = setTimeout(elapsed, ms)
          return () => clearTimeout(timer)
        },
        watchNetwork: (changed) => {
          network.change = changed
          if (!network.isOnline) changed(false)
          return () => {}
        },
        beginVisit: (begin) => {
          void turn.then(begin)
        },
        resumeVisit: (resume) => {
          void turn.then(resume)
        },
        streamSlots: null,
      },
      listener: {
        greeted: hears("greeted"),
        delivered: hears("delivered"),
        caughtUp: hears("caughtUp"),
        signalled: hears("signalled"),
        sessionEnded: hears("sessionEnded"),
        reported: hears("reported"),
      },
    })
    connection.start()
  }

  /** The listener's next call of this kind. */
  const next = async (name: Heard): Promise<ReadonlyArray<unknown>> => {
    for (;;) {
      const [what, ...of] = await heard.take()
      if (what === name) return of
    }
  }
  const reported = async (tag: ConnectionStatus["_tag"]): Promise<void> => {
    for (;;) if (((await next("reported"))[0] as ConnectionStatus)._tag === tag) return
  }
  const seqsOf = (delivered: ReadonlyArray<unknown>) =>
    (delivered[0] as ReadonlyArray<{ readonly seq: number }>).map(({ seq }) => seq)

  beforeEach(() => {
    heard = new Waiting()
    refused = new Waiting()
    timers = []
    turn = Promise.resolve()
    opened = 0
    network.isOnline = true
  })
  afterEach(async () => {
    connection.stop()
    await server.close()
  })

  it("begins a visit when its turn comes, and not at all when it was left by then", async () => {
    server = await startStreamServer()
    const left = Promise.withResolvers<void>()
    turn = left.promise
    connect(null)
    connection.stop()
    left.resolve()
    await turn

    const mine = Promise.withResolvers<void>()
    turn = mine.promise
    connect(null)
    expect(server.asked).toHaveLength(0)
    mine.resolve()
    const stream = await server.accepted()
    stream.send(hello({ visit: "visit-new", seq: 0 }))
    expect(await next("greeted")).toEqual([
      { visit: "visit-new", isAnother: true, n: 0, now: 1_000 },
    ])
    expect(server.asked).toHaveLength(1)
  })

  it("attaches the page's visit and follows it over cuts and gaps", async () => {
    server = await startStreamServer()
    connect()
    const first = await server.accepted()
    first.send(hello({ seq: 3 }))
    first.send(events(1, 2, 3))
    first.send({ k: "replayed", seq: 3 })
    expect(seqsOf(await next("delivered"))).toEqual([3])
    await next("caughtUp")
    first.end(CLOSE.serviceRestart)

    const second = await server.accepted()
    expect(Object.fromEntries(server.asked[1] ?? [])).toEqual({
      tab: "tab-1",
      key: KEY,
      visit,
      epoch,
      seq: "3",
    })
    second.send(hello({ seq: 4 }))
    second.send({ k: "resumed", from: 4, to: 4 })
    second.send(events(4))
    second.send(events(6))
    expect(seqsOf(await next("delivered"))).toEqual([4])

    const third = await server.accepted()
    expect(server.asked[2]?.get("seq")).toBe("4")
    third.send(hello({ seq: 6 }))
    third.send({ k: "resumed", from: 5, to: 6 })
    third.send(events(5, 6))
    expect(seqsOf(await next("delivered"))).toEqual([5, 6])
    expect(connection.position()).toEqual({ visit, epoch, seq: 6 })
  })

  it("passes signals to its listener, beside what it delivers", async () => {
    server = await startStreamServer()
    connect()
    const stream = await server.accepted()
    stream.send(hello({ seq: 2 }))
    stream.send({ k: "replayed", seq: 2 })
    await next("caughtUp")
    stream.send({ k: "signal", topic: "performer-statuses", data: { statuses: { p1: 3 } } })
    expect(await next("signalled")).toEqual(["performer-statuses", { statuses: { p1: 3 } }])
    expect(connection.position()).toMatchObject({ seq: 2 })
  })

  it("answers pings with its position and sends client facts", async () => {
    server = await startStreamServer()
    connect()
    const stream = await server.accepted()
    stream.send(hello({ seq: 2 }))
    stream.send({ k: "replayed", seq: 2 })
    stream.send({ k: "ping", seq: 2, n: 0 })
    expect(await stream.heard()).toEqual({ k: "pong", seq: 2 })
    connection.send(fact(1))
    expect(await stream.heard()).toEqual({ k: "facts", visit, epoch, facts: [fact(1)] })
  })

  it("returns when no session change runs, and not at all when it was left by then", async () => {
    server = await startStreamServer()
    connect()
    const first = await server.accepted()
    first.send(hello({ seq: 2 }))
    await next("greeted")
    const change = Promise.withResolvers<void>()
    turn = change.promise
    first.end(CLOSE.serviceRestart)
    await reported("Connecting")
    expect(opened).toBe(1)
    change.resolve()
    const second = await server.accepted()
    second.send(hello({ seq: 2 }))
    await next("greeted")

    const another = Promise.withResolvers<void>()
    turn = another.promise
    second.end(CLOSE.serviceRestart)
    await reported("Connecting")
    connection.stop()
    another.resolve()
    await turn
    expect(opened).toBe(2)
  })

  it("begins a visit of its own after the session ended", async () => {
    server = await startStreamServer()
    connect()
    const stream = await server.accepted()
    stream.send(hello({ seq: 2 }))
    stream.send({ k: "bye", code: CLOSE.sessionEnded, reason: "ended" })
    stream.end(CLOSE.sessionEnded)
    await next("sessionEnded")
    const anew = await server.accepted()
    expect(Object.fromEntries(server.asked[1] ?? [])).toEqual({ tab: "tab-1", key: KEY })
    anew.send(hello({ visit: "visit-next", seq: 1 }))
    expect(await next("greeted")).toEqual([
      { visit: "visit-next", isAnother: true, n: 0, now: 1_000 },
    ])
  })

  it("falls back to SSE where WebSockets do not get through, and posts its facts", async () => {
    server = await startStreamServer({ refusesWebSockets: true })
    connect()
    const stream = await server.accepted()
    expect(stream.transport).toBe("sse")
    stream.send(hello({ seq: 3 }))
    stream.send(events(3))
    stream.send({ k: "replayed", seq: 3 })
    expect(seqsOf(await next("delivered"))).toEqual([3])
    connection.send(fact(1))
    connection.send(fact(2))
    expect(await stream.heard()).toMatchObject({ facts: [{ n: 1 }] })
    expect(await stream.heard()).toMatchObject({ facts: [{ n: 2 }] })
    stream.end(1000)
    const again = await server.accepted()
    expect(again.transport).toBe("sse")
    expect(server.asked[1]?.get("seq")).toBe("3")
  })

  it("does not repeat a post of facts where the gateway says that no cookie came with it [COOKIE-01]", async () => {
    server = await startStreamServer({ refusesWebSockets: true, refusesFacts: NO_COOKIE })
    connect()
    const stream = await server.accepted()
    stream.send(hello({ seq: 3 }))
    stream.send(events(3))
    stream.send({ k: "replayed", seq: 3 })
    connection.send(fact(1))
    expect(await stream.heard()).toMatchObject({ facts: [{ n: 1 }] })
    await refused.take()
    stream.send(events(4))
    await next("delivered")
    await next("delivered")
    expect(timers).not.toContain(5_000)
    connection.send(fact(2))
    stream.end(1000)
    const again = await server.accepted()
    again.send(hello({ seq: 4 }))
    expect(await again.heard()).toMatchObject({ facts: [{ n: 1 }, { n: 2 }] })
  })

  it("closes and returns with the network", async () => {
    server = await startStreamServer()
    connect()
    const stream = await server.accepted()
    stream.send(hello({ seq: 2 }))
    stream.send({ k: "replayed", seq: 2 })
    await next("caughtUp")
    network.change(false)
    await reported("Offline")
    network.change(true)
    await server.accepted()
    expect(server.asked[1]?.get("seq")).toBe("2")
  })

  it("is offline from the start where there is no network then, and returns with it", async () => {
    server = await startStreamServer()
    network.isOnline = false
    connect()
    await reported("Offline")
    expect(opened).toBe(0)
    network.change(true)
    await server.accepted()
    expect(server.asked[0]?.get("visit")).toBe(visit)
  })

  it("ignores a message that is no frame", async () => {
    server = await startStreamServer()
    connect()
    const stream = await server.accepted()
    stream.send(hello({ seq: 2 }))
    stream.sendText('{"k":"later","x":1}')
    stream.sendText("<html>")
    const again = await server.accepted()
    expect(again.transport).toBe("websocket")
  })
})
