/**
 * A thousand readers stop reading while fifty events a second each go to a twentieth of them. Their queues use a
 * bounded amount of memory, each gets close code 4008, and the others still receive events. The delay for the
 * others is printed, before and while some have stopped.
 */
import { setTimeout as after } from "node:timers/promises"
import { expect, it } from "vitest"
import { startGatewayProcess } from "../faults/gateway-process.ts"
import { quantile } from "../support/statistics.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { WebSocketReader } from "../support/stream-reader.ts"

const MEMBERS = 20
const TABS = 50
const READERS = MEMBERS * TABS
const EVENTS_A_SECOND = 50
const ALONE_SECONDS = 20
const MAX_GROWTH = 200 * 1_048_576
const MIB = 1_048_576
const MANY = "100000/1m"

it("a thousand stopped readers cost at most 200 MiB, and each is closed with 4008", async () => {
  const upstream = await ScriptedUpstream.start()
  const gateway = await startGatewayProcess(upstream.url, {
    MAX_CONNECTIONS_PER_OWNER: "1000",
    MAX_CONNECTIONS_PER_ADDRESS: "5000",
    RATE_STREAMS_PER_OWNER: MANY,
    RATE_STREAMS_PER_ADDRESS: MANY,
    RATE_COMMANDS_PER_ADDRESS: MANY,
  })
  const follow = (browser: TestBrowser, query: Readonly<Record<string, string>>) =>
    new WebSocketReader({ url: gateway.url, query, cookie: browser.cookie })

  const member = async (no: number) => {
    const account = { id: `m-${no}`, email: `m${no}@example.test`, password: "geheim1", credits: 0 }
    upstream.addMember(account)
    const browser = new TestBrowser(gateway.url)
    const { visit } = await browser.page()
    const reading = follow(browser, { visit, tab: "reading" })
    await reading.first("replayed")
    await browser.command(visit, { _tag: "LogIn", ...account })
    await upstream.heard(account.id)
    return { account, browser, reading, stopped: [] as Array<WebSocketReader> }
  }
  type Member = Awaited<ReturnType<typeof member>>
  const openStopped = async ({ browser, stopped }: Member) => {
    for (let tab = 0; tab < TABS; tab += 1) {
      const reader = follow(browser, { tab: `tab-${tab}` })
      await reader.event("CreditsChanged")
      reader.pause()
      stopped.push(reader)
    }
  }

  let told = 0
  const toldAt = new Map<number, number>()
  /** Milliseconds from the upstream's event to the reader, for each event since the list was emptied. */
  const took: Array<number> = []
  const listen = async ({ reading }: Member) => {
    for (let heard = reading.frames.length; reading.closed === null; heard += 1) {
      await reading.until(() => reading.frames.length > heard || reading.closed !== null)
      const frame = reading.frames[heard]
      for (const { event } of frame?.k === "events" ? frame.events : []) {
        const at =
          event._tag === "CreditsChanged" ? toldAt.get(Number(event["credits"])) : undefined
        if (at !== undefined) took.push(performance.now() - at)
      }
    }
  }
  /** A second of events, each to the tabs of the next member. */
  const tell = async (members: ReadonlyArray<Member>) => {
    for (let each = 0; each < EVENTS_A_SECOND; each += 1) {
      const { account } = members[told % MEMBERS] ?? { account: { id: "" } }
      told += 1
      toldAt.set(told, performance.now())
      upstream.emit(account.id, "updated-credits", { credits: told })
      await after(1_000 / EVENTS_A_SECOND)
    }
    for (const { reading } of members) {
      reading.send({ k: "pong", seq: reading.positions.at(-1) ?? 0 })
    }
  }
  const latencies = () => {
    const sorted = took.splice(0)
    const of = (share: number) => `${quantile(sorted, share).toFixed(1)} ms`
    return `half in ${of(0.5)}, 99 of 100 in ${of(0.99)}`
  }

  try {
    const members = await Promise.all(Array.from({ length: MEMBERS }, (_, no) => member(no)))
    for (const each of members) void listen(each)
    for (let second = 0; second < ALONE_SECONDS; second += 1) await tell(members)
    const alone = latencies()
    await Promise.all(members.map(openStopped))
    const before = await gateway.memory()
    let most = 0
    const open = async () => {
      const text = await (await fetch(new URL("/metrics", gateway.url))).text()
      return Number(/^foldcast_connections\{transport="websocket"\} (\d+)/mu.exec(text)?.[1])
    }
    // A reading client answers pings; a stopped one is closed after a ping and the pong timeout.
    while ((await open()) > MEMBERS) {
      await tell(members)
      most = Math.max(most, (await gateway.memory()).rss - before.rss)
    }
    console.log(
      `${told} events, ${(most / MIB).toFixed(0)} MiB at most for ${READERS} stopped readers\n` +
        `to those who read alone: ${alone}\nbeside stopped ones: ${latencies()}`,
    )
    expect(most).toBeLessThan(MAX_GROWTH)
    for (const { account, reading, stopped } of members) {
      for (const reader of stopped) reader.resume()
      expect(await Promise.all(stopped.map((reader) => reader.end()))).toEqual(
        stopped.map(() => 4008),
      )
      upstream.emit(account.id, "updated-credits", { credits: told + 1 })
      await reading.until(() =>
        reading.events.some(
          ({ event }) => event._tag === "CreditsChanged" && event.credits === told + 1,
        ),
      )
      expect(reading.positions).toEqual(reading.positions.map((_, index) => index + 1))
    }
    expect(gateway.end()).toBeNull()
  } finally {
    await gateway.close()
    await upstream.close()
  }
})
