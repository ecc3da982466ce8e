/**
 * Two thousand browsers lose their connection at the same moment and reconnect when the line is good again, with
 * the site's own client: all follow their visits within ten seconds, and none disconnects a second time.
 */
import { performance } from "node:perf_hooks"
import { setTimeout as after } from "node:timers/promises"
import { expect, it } from "vitest"
import { StreamConnection } from "@foldcast/client/connection"
import type { TabId } from "@foldcast/contracts/ids"
import { startGatewayProcess } from "../faults/gateway-process.ts"
import { clientPorts } from "../support/client-ports.ts"
import { faultProxy } from "../support/fault-proxy.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

const BROWSERS = 2_000
/** Browsers that connect in parallel before the test begins. */
const AT_ONCE = 100
const AWAY_MS = 5_000
const WITHIN_MS = 10_000
const MANY = "1000000/1m"

it("a herd of two thousand is back within ten seconds, and does not collapse again", async () => {
  const upstream = await ScriptedUpstream.start()
  const gateway = await startGatewayProcess(upstream.url, {
    MAX_CONNECTIONS_PER_ADDRESS: "5000",
    RATE_STREAMS_PER_OWNER: MANY,
    RATE_STREAMS_PER_ADDRESS: MANY,
  })
  const { hostname, port } = new URL(gateway.url)
  const line = await faultProxy({ host: hostname, port: Number(port) })
  const origin = `http://127.0.0.1:${line.port}`

  const browser = (no: number) => {
    let positions = 0
    /** When it last began to follow its visit; null while it does not. */
    let since: number | null = null
    let visits = 0
    const connection = new StreamConnection({
      origin,
      tab: `tab-${no}` as TabId,
      page: null,
      ports: clientPorts({
        origin,
        jar: { cookie: null },
        key: `key-of-the-document-${String(no).padStart(8, "0")}`,
        random: Math.random,
      }),
      listener: {
        greeted: ({ isAnother }) => {
          if (isAnother) visits += 1
        },
        delivered: (events) => (positions += events.length),
        caughtUp: () => undefined,
        signalled: () => undefined,
        sessionEnded: () => undefined,
        reported: ({ _tag }) => {
          if (_tag !== "Live") since = null
          else since ??= performance.now()
        },
      },
    })
    connection.start()
    return {
      connection,
      since: () => since,
      story: () => ({ visits, positions, seq: connection.position()?.seq }),
    }
  }

  const browsers: Array<ReturnType<typeof browser>> = []
  const allLive = async () => {
    while (browsers.some(({ since }) => since() === null)) await after(20)
  }
  try {
    while (browsers.length < BROWSERS) {
      for (let each = 0; each < AT_ONCE; each += 1) browsers.push(browser(browsers.length))
      await allLive()
    }
    line.set("reset")
    await after(AWAY_MS)
    expect(browsers.every(({ since }) => since() === null)).toBe(true)
    const good = performance.now()
    line.set("pass")
    await allLive()
    const back = browsers.map(({ since }) => since() ?? Number.NaN)
    const sorted = back.map((at) => at - good).toSorted((a, b) => a - b)
    const [half, most, last] = [0.5, 0.99, 1].map(
      (share) => sorted[Math.min(BROWSERS - 1, Math.floor(BROWSERS * share))] ?? Number.NaN,
    )
    console.log(`back after ${[half, most, last].map((ms) => ms?.toFixed(0)).join(", ")} ms`)
    expect(most).toBeLessThan(WITHIN_MS)
    await after(WITHIN_MS)
    expect(browsers.map(({ since }) => since())).toEqual(back)
    for (const { story } of browsers) expect(story()).toEqual({ visits: 1, positions: 1, seq: 1 })
    expect(gateway.end()).toBeNull()
  } finally {
    for (const { connection } of browsers) connection.stop()
    await line.close()
    await gateway.close()
    await upstream.close()
  }
})
