import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { WebSocketReader } from "../support/stream-reader.ts"
import { UNLIMITED_RATES } from "../support/unlimited-rates.ts"
import { type GatewayProcess, startGatewayProcess } from "./gateway-process.ts"
import { hostileInputs } from "./hostile-inputs.ts"
import { runHostile } from "./hostile-run.ts"

const COUNT = process.env["PROOF"] === "full" ? 100_000 : 2_000
const SEED = 20_261_120
/** Enough to fill everything that fills once and stays: caches, compiled code, the pool of allocated pages. */
const WARM_UP = Math.max(1_000, COUNT / 4)
const MAX_GROWTH_BYTES = 64 * 1_048_576
const MAX_RESIDENT_BYTES = 512 * 1_048_576

/** No rate limits: the gateway must process the input, not refuse it unread. */
const ENVIRONMENT = { ...UNLIMITED_RATES, RESUME_WINDOW_MS: "1000" }

describe("a gateway under hostile input", () => {
  let upstream: ScriptedUpstream
  let gateway: GatewayProcess

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    upstream.addMember({ id: "m", email: "anna@example.test", password: "geheim1", credits: 7 })
    gateway = await startGatewayProcess(upstream.url, ENVIRONMENT)
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
  })

  it("is sent the same generated input for the same seed", () => {
    expect(hostileInputs(3, 50)).toEqual(hostileInputs(3, 50))
  })

  it(`answers ${COUNT} generated frames and requests without a crash, a fault or growing memory`, async () => {
    const warmUp = await runHostile({ url: gateway.url, seed: SEED - 1_000_000, count: WARM_UP })
    const before = await gateway.memory()
    const run = await runHostile({ url: gateway.url, seed: SEED, count: COUNT })
    const after = await gateway.memory()

    expect(gateway.end()).toBe(null)
    expect([...warmUp.faults, ...run.faults]).toEqual([])
    expect([...warmUp.unanswered, ...run.unanswered]).toEqual([])
    // Memory that a busy machine has not returned yet varies; the live heap does not.
    expect(after.rss).toBeLessThan(MAX_RESIDENT_BYTES)
    expect(after.heap - before.heap).toBeLessThan(MAX_GROWTH_BYTES)
    // Enough of the input passes the first checks to be meaningful. A frame is kept because its facts are numbered
    // as the next ones, and not because drawn numbers happened to fit.
    expect(Object.keys(run.answers)).toEqual(
      expect.arrayContaining([
        "Frame kept",
        "Frame 4503",
        "Attach attached",
        "Posted 202",
        "Posted 400",
        "Requested 200",
        "Requested 404",
      ]),
    )
  })

  it("still serves correct clients", async () => {
    expect((await fetch(new URL("/health/live", gateway.url))).status).toBe(200)
    const browser = new TestBrowser(gateway.url)
    const { visit } = await browser.page()
    const stream = new WebSocketReader({
      url: gateway.url,
      query: { tab: "anna", visit },
      cookie: browser.cookie,
    })
    await stream.first("replayed")
    const command = { _tag: "LogIn", email: "anna@example.test", password: "geheim1" } as const
    expect((await browser.command(visit, command)).status).toBe(202)
    await stream.event("LoggedIn")
    stream.close()
  })
})
