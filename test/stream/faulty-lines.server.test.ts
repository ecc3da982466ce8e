/**
 * Connections that lose, slow down or split the bytes, between browser and gateway, gateway and upstream, bank and
 * backend (docs/reliability.md). PostgreSQL's are in test/database/silent-partition.server.test.ts.
 *
 *   npm run proof faulty-lines      1,000 lost frames, and the bank's line, which needs a backend of its own
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { WebSocket } from "ws"
import { signedNotice, testBackend } from "@foldcast/backend/backend.fixture"
import { StreamConnection } from "@foldcast/client/connection"
import { type ConnectionStatus, IDLE } from "@foldcast/client/connection-status"
import type { TabId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { clientPorts } from "../support/client-ports.ts"
import { faultProxy, type FaultProxy } from "../support/fault-proxy.ts"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { losing } from "../support/lost-frames.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

const isFull = process.env["PROOF"] === "full"
const LOST_FRAMES = isFull ? 1_000 : 3
const ANNA = { id: "m-anna", email: "anna@example.test", password: "geheim1" }
const soon = <A>(fact: () => A) => expect.poll(fact, { interval: 2 })

const targetOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

describe("on faulty network lines", () => {
  let upstream: ScriptedUpstream
  let toUpstream: FaultProxy
  let gateway: TestGateway
  let toGateway: FaultProxy
  const connections: Array<StreamConnection> = []
  /** Loses the next frame with events. */
  let losesNext = false
  /** The first position in the last lost frame. */
  let lost = 0

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    upstream.addMember({ ...ANNA, credits: 0 })
    toUpstream = await faultProxy(targetOf(upstream.url))
    gateway = await startGateway({
      upstream: `http://127.0.0.1:${toUpstream.port}`,
      environment: {
        HEARTBEAT_MS: "100",
        RATE_STREAMS_PER_OWNER: "100000/1m",
        RATE_STREAMS_PER_ADDRESS: "100000/1m",
        RATE_STORED_BYTES_PER_OWNER: "100000000/1m",
        RATE_STORED_BYTES_PER_ADDRESS: "100000000/1m",
      },
    })
    toGateway = await faultProxy(targetOf(gateway.url), {
      filter: (way) =>
        way === "up"
          ? (chunk) => chunk
          : losing((text) => {
              if (!losesNext || !text.startsWith('{"k":"events"')) return false
              losesNext = false
              const { events } = JSON.parse(text) as {
                readonly events: ReadonlyArray<OpenEnvelope>
              }
              lost = events[0]?.seq ?? 0
              return true
            }),
    })
  })
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.stop()
    toGateway.set("pass")
    toUpstream.set("pass")
  })
  afterAll(async () => {
    await gateway.close()
    await toGateway.close()
    await toUpstream.close()
    await upstream.close()
    await removeDirectory(gateway.dataDir)
  })

  const earn = (credits: number) => {
    upstream.addMember({ ...ANNA, credits })
    upstream.emit(ANNA.id, "updated-credits", { credits })
  }

  /** The site's own client behind the proxy, logged in directly at the gateway. */
  const member = async () => {
    const origin = `http://127.0.0.1:${toGateway.port}`
    const browser = new TestBrowser(gateway.url)
    const log: Array<OpenEnvelope> = []
    let status: ConnectionStatus = IDLE
    /** Positions in the pings of the current socket before the client closed it. */
    let pings: Array<number> = []
    const connection = new StreamConnection({
      origin,
      tab: "tab-1" as TabId,
      page: null,
      ports: clientPorts({
        origin,
        jar: browser,
        key: "key-of-the-document-00000001",
        random: () => 0,
        opened: (socket) => {
          const own: Array<number> = []
          pings = own
          socket.on("message", (data: Buffer) => {
            if (socket.readyState !== WebSocket.OPEN) return
            const frame = JSON.parse(data.toString()) as {
              readonly k: string
              readonly seq: number
            }
            if (frame.k === "ping") own.push(frame.seq)
          })
        },
      }),
      listener: {
        greeted: () => undefined,
        delivered: (events) => log.push(...events),
        caughtUp: () => undefined,
        signalled: () => undefined,
        sessionEnded: () => undefined,
        reported: (next) => {
          status = next
        },
      },
    })
    connections.push(connection)
    connection.start()
    const credits = () => log.findLast(({ event }) => event._tag === "CreditsChanged")?.event
    await soon(() => log.length).toBeGreaterThan(0)
    await browser.command(connection.position()?.visit ?? "", {
      _tag: "LogIn",
      email: ANNA.email,
      password: ANNA.password,
    })
    await soon(credits).not.toBeUndefined()
    await upstream.heard(ANNA.id)
    return { log, credits, status: () => status._tag, pings: () => pings }
  }

  it("a lost frame is noticed by the next ping, and what it told is sent again, once", async () => {
    const { log, credits, status, pings } = await member()
    for (let told = 1; told <= LOST_FRAMES; told += 1) {
      await soon(status).toBe("Live")
      const heard = pings()
      losesNext = true
      earn(told)
      await soon(credits).toMatchObject({ credits: told })
      expect(losesNext).toBe(false)
      expect(pings()).not.toBe(heard)
      expect(heard.filter((seq) => seq >= lost).length).toBeLessThanOrEqual(1)
    }
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))
  })

  it("lines that bring few bytes at a time bring everything", async () => {
    toGateway.set({ pace: { bytes: 13, everyMs: 0 } })
    toUpstream.set({ pace: { bytes: 113, everyMs: 0 } })
    const { log, credits } = await member()
    earn(5)
    await soon(credits).toMatchObject({ credits: 5 })
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))
  })

  it("an upstream whose line is torn down is asked again for what it told meanwhile", async () => {
    const { credits, log } = await member()
    toUpstream.set("reset")
    await soon(() => log.map(({ event }) => event._tag)).toContain("SourceInterrupted")
    earn(42)
    toUpstream.set("pass")
    await soon(credits).toMatchObject({ credits: 42 })
  })

  it.runIf(isFull)(
    "a bank that hears no answer, or a late one, repeats its notice, and the member has what was bought once",
    async () => {
      const backend = await testBackend({})
      const line = await faultProxy(targetOf(backend.url))
      try {
        const { token } = await backend.member()
        const { body } = await backend.call("POST", "/payment/session", {
          token,
          body: {
            bundle: "bundle-1500",
            paymentMethod: "10",
            returnUrl: "https://site.example/nl/profile/anna",
            device: "mobile",
            lang: "nl",
            member: { username: "anna", email: "anna@mail.example" },
          },
        })
        const notice = {
          sessionId: String(body["sessionId"]),
          transactionId: "tx_1",
          amountCents: 2_375,
          status: "paid",
        } as const
        const says = (signal?: AbortSignal) =>
          fetch(`http://127.0.0.1:${line.port}/callbacks/bank`, {
            method: "POST",
            ...signedNotice(notice, backend.now()),
            ...(signal !== undefined && { signal }),
          })
        const credits = async () =>
          (await backend.call("GET", "/credits", { token })).body["credits"]
        line.set("drop", "down")
        const patience = new AbortController()
        const unanswered = says(patience.signal).catch(() => "no answer")
        await expect.poll(credits, { interval: 5 }).toBe(1_620)
        patience.abort()
        expect(await unanswered).toBe("no answer")
        line.set("pass")
        expect((await says()).status).toBe(200)
        expect(await credits()).toBe(1_620)
        // On a slow line the bank repeats the notice before the first answer arrives.
        line.set({ delayMs: 100 })
        const late = await Promise.all([says(), says()])
        expect(late.map(({ status }) => status)).toEqual([200, 200])
        expect(await credits()).toBe(1_620)
      } finally {
        await line.close()
        await backend.close()
      }
    },
  )
})
