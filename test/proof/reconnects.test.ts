/**
 * Two hundred visits of forty members over real sockets, with the site's own client, while credits change all the
 * time and ten thousand connections are cut at moments drawn from a seed: no event is lost, delivered twice or out
 * of order (docs/reliability.md, P1).
 */
import { setTimeout as after } from "node:timers/promises"
import { expect, it } from "vitest"
import type { WebSocket } from "ws"
import { StreamConnection } from "@foldcast/client/connection"
import type { TabId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { drawsFrom } from "@foldcast/folds/log.fixtures"
import { startGatewayProcess } from "../faults/gateway-process.ts"
import { clientPorts } from "../support/client-ports.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { WebSocketReader } from "../support/stream-reader.ts"

const MEMBERS = 40
const TABS = 5
const RECONNECTS = 10_000
/** Connections cut at a time, and milliseconds until the next cut. */
const [AT_ONCE, EVERY_MS] = [10, 20]
const MANY = "100000000/1m"

const balances = (log: ReadonlyArray<OpenEnvelope>) =>
  log.flatMap(({ event }) => (event._tag === "CreditsChanged" ? [Number(event["credits"])] : []))

it("two hundred visits lose nothing over ten thousand reconnects", async () => {
  const upstream = await ScriptedUpstream.start()
  const gateway = await startGatewayProcess(upstream.url, {
    MAX_CONNECTIONS_PER_OWNER: "1000",
    MAX_CONNECTIONS_PER_ADDRESS: "5000",
    RATE_STREAMS_PER_OWNER: MANY,
    RATE_STREAMS_PER_ADDRESS: MANY,
    RATE_COMMANDS_PER_ADDRESS: MANY,
    RATE_STORED_BYTES_PER_OWNER: MANY,
    RATE_STORED_BYTES_PER_ADDRESS: MANY,
  })
  const draw = drawsFrom(1_711)
  let opened = 0

  const tab = (jar: TestBrowser, name: string) => {
    const log: Array<OpenEnvelope> = []
    let visits = 0
    let isLive = false
    let socket: WebSocket | null = null
    const connection = new StreamConnection({
      origin: gateway.url,
      tab: name as TabId,
      page: null,
      ports: clientPorts({
        origin: gateway.url,
        jar,
        key: `key-of-the-document-${name}`.padEnd(30, "0"),
        random: () => draw() / 1_000,
        opened: (next) => {
          opened += 1
          socket = next
        },
      }),
      listener: {
        greeted: ({ isAnother }) => {
          if (isAnother) visits += 1
        },
        delivered: (events) => log.push(...events),
        caughtUp: () => undefined,
        signalled: () => undefined,
        sessionEnded: () => undefined,
        reported: ({ _tag }) => {
          isLive = _tag === "Live"
        },
      },
    })
    connection.start()
    return {
      log,
      balance: () => balances(log).at(-1),
      isLive: () => isLive,
      visits: () => visits,
      cut: () => socket?.terminate(),
      stop: () => connection.stop(),
    }
  }

  const member = async (no: number) => {
    const account = { id: `m-${no}`, email: `m${no}@example.test`, password: "geheim1", credits: 0 }
    upstream.addMember(account)
    const browser = new TestBrowser(gateway.url)
    const { visit } = await browser.page()
    const first = new WebSocketReader({
      url: gateway.url,
      query: { visit, tab: "first" },
      cookie: browser.cookie,
    })
    await first.first("replayed")
    await browser.command(visit, { _tag: "LogIn", ...account })
    await upstream.heard(account.id)
    first.close()
    const tabs = Array.from({ length: TABS }, (_, tabNo) => tab(browser, `tab-${no}-${tabNo}`))
    return { account, tabs }
  }

  const members = await Promise.all(Array.from({ length: MEMBERS }, (_, no) => member(no)))
  const tabs = members.flatMap((one) => one.tabs)
  const until = async (holds: () => boolean) => {
    while (!holds()) await after(20)
  }
  try {
    await until(() => tabs.every((one) => one.isLive() && one.balance() !== undefined))
    const before = opened
    const reconnects = () => opened - before
    let told = 0
    while (reconnects() < RECONNECTS) {
      told += 1
      for (const { account } of members) {
        upstream.addMember({ ...account, credits: told })
        upstream.emit(account.id, "updated-credits", { credits: told })
      }
      for (let each = 0; each < AT_ONCE; each += 1) tabs[draw() % tabs.length]?.cut()
      await after(EVERY_MS)
    }
    await until(() => tabs.every((one) => one.isLive() && one.balance() === told))
    console.log(
      `${reconnects()} reconnects, ${told} balances of each member, ` +
        `${tabs.reduce((sum, { log }) => sum + log.length, 0)} events`,
    )
    for (const { log, visits } of tabs) {
      expect(visits()).toBe(1)
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))
      expect(new Set(log.map(({ id }) => id)).size).toBe(log.length)
      // The service's pushed balances, each once and in order. A reconnecting gateway also queries the balance, and
      // may get a newer one than those still in transit.
      const pushed = balances(log.filter(({ src }) => src.from === "member-socket"))
      const [least = 0] = pushed
      expect(pushed).toEqual(Array.from({ length: told - least + 1 }, (_, n) => least + n))
      expect(balances(log).at(-1)).toBe(told)
    }
    expect(gateway.end()).toBeNull()
  } finally {
    for (const one of tabs) one.stop()
    await gateway.close()
    await upstream.close()
  }
})
