/** A machine's clock that jumps under a gateway: nobody is logged out, and the operator is informed. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { jumpingClock } from "@foldcast/gateway/jumping-clock.fixture"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { WebSocketReader } from "../support/stream-reader.ts"

const HOUR_MS = 3_600_000

describe("a clock an hour ahead", () => {
  const machine = jumpingClock()
  const logged: Array<string> = []
  let upstream: ScriptedUpstream
  let gateway: TestGateway

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    gateway = await startGateway({ upstream: upstream.url, clock: machine.clock, logged })
  })
  afterAll(async () => {
    await gateway.close()
    await removeDirectory(gateway.dataDir)
    await upstream.close()
  })

  const health = async () => {
    const response = await fetch(new URL("/health/ready", gateway.url))
    return { status: response.status, body: await response.json() }
  }

  it("lets a page attach to the visit that it came with, and reports itself as degraded", async () => {
    expect(await health()).toMatchObject({ status: 200, body: { checks: { clock: "up" } } })
    const browser = new TestBrowser(gateway.url)
    const { visit } = await browser.page("/")
    machine.isWrongBy(HOUR_MS)
    const stream = new WebSocketReader({
      url: gateway.url,
      query: { tab: "tab-1", visit },
      cookie: browser.cookie,
    })
    expect(await stream.first("hello")).toMatchObject({ visit })
    await stream.first("replayed")
    const times = stream.frames.flatMap((frame) =>
      frame.k === "events" ? frame.events.map(({ at }) => at) : [],
    )
    expect(Math.max(...times)).toBeLessThan(Date.now() + HOUR_MS / 2)
    stream.close()
    expect(await health()).toMatchObject({
      status: 200,
      body: { status: "degraded", checks: { clock: "disputed" } },
    })
    machine.isWrongBy(0)
    expect(await health()).toMatchObject({ status: 200, body: { status: "ready" } })
  })
})

describe("a gateway that starts with its clock a month ahead", () => {
  const MEMBER = { id: "m-anna", email: "anna@example.test", password: "geheim1" }
  const MONTH_MS = 31 * 24 * HOUR_MS
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  const browser = () => new TestBrowser(gateway.url)

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    upstream.addMember({ ...MEMBER, credits: 120 })
    gateway = await startGateway({ upstream: upstream.url })
  })
  afterAll(async () => {
    await gateway.close()
    await removeDirectory(gateway.dataDir)
    await upstream.close()
  })

  it("logs nobody out", async () => {
    const before = browser()
    const { visit } = await before.page("/")
    await before.command(visit, { _tag: "LogIn", email: MEMBER.email, password: MEMBER.password })
    await gateway.close()
    const machine = jumpingClock()
    machine.isWrongBy(MONTH_MS)
    const { dataDir } = gateway
    gateway = await startGateway({ upstream: upstream.url, dataDir, clock: machine.clock })
    const after = browser()
    after.cookie = before.cookie
    const session = { status: 200, body: { member: { memberId: MEMBER.id } } }
    expect(await after.get("/api/session")).toMatchObject(session)
    await after.page("/")
    expect(await after.get("/api/session")).toMatchObject(session)
    expect(after.cookie).toBe(before.cookie)
    const wrong = { _tag: "LogIn", email: MEMBER.email, password: "verkeerd1" } as const
    const guest = browser()
    await guest.command((await guest.page("/")).visit, wrong)
    expect(await after.get("/api/session")).toMatchObject(session)
  })
})
