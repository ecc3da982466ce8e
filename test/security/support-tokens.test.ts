/**
 * Support tokens open captures of visits: guesses are limited by address, appear in log and metrics, and lock
 * nobody else out.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGateway, type TestGateway } from "../support/gateway.ts"

const RIGHT = "test-support-token-0000"
const ATTACKER = "198.51.100.7"

const starts = (logged: Array<string>, environment: Readonly<Record<string, string>> = {}) =>
  startGateway({
    upstream: "http://127.0.0.1:9",
    environment: {
      TRUSTED_PROXIES: "127.0.0.1",
      SUPPORT_TOKENS: `anna:${RIGHT}`,
      ...environment,
    },
    logged,
  })
const alarmsIn = (logged: ReadonlyArray<string>) =>
  logged.filter((line) => line.includes("support tokens are being tried"))

describe("wrong support tokens", () => {
  let gateway: TestGateway
  const logged: Array<string> = []
  beforeAll(async () => {
    gateway = await starts(logged)
  })
  afterAll(() => gateway.close())

  const ask = async (token: string, address: string, path = "captures", { url } = gateway) => {
    const { status, headers } = await fetch(`${url}/support/${path}`, {
      headers: {
        Authorization: `Bearer ${token}`,
        "X-Reason": "a test of limits",
        "X-Forwarded-For": address,
      },
    })
    return { status, retryAfter: Number(headers.get("retry-after")) }
  }
  const countOf = async (why: string) => {
    const text = await (await fetch(`${gateway.url}/metrics`)).text()
    return Number(new RegExp(`refusals_total\\{why="${why}"\\} (\\d+)`, "u").exec(text)?.[1] ?? 0)
  }
  const alarms = () => alarmsIn(logged)

  it("are checked ten times for one address, four hundred at once and right ones included", async () => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, n) => ask(`wrong-support-token-${n}`, ATTACKER)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    const beyond = answers.filter(({ status }) => status === 429)
    expect(beyond).toHaveLength(390)
    expect(beyond.every(({ retryAfter }) => retryAfter > 0 && retryAfter <= 900)).toBe(true)
    expect((await ask(RIGHT, ATTACKER)).status).toBe(429)
    expect((await ask(RIGHT, ATTACKER, "captures/nobody-s-visit")).status).toBe(429)
    expect([await countOf("token"), await countOf("address")]).toEqual([10, 392])
    expect(alarms()).toHaveLength(1)
    expect(alarms()[0]).toContain('"level":"error"')
    expect(logged.join("\n")).not.toMatch(/wrong-support-token|198\.51\.100/u)
  })

  it("shut nobody else out, from however many addresses they come, and right ones use up no try", async () => {
    const refused = await Promise.all(
      Array.from({ length: 100 }, (_, n) => ask("wrong-support-token", `203.0.113.${n}`)),
    )
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]))
    for (let time = 0; time < 15; time += 1) {
      expect((await ask(RIGHT, "192.0.2.1")).status).toBe(200)
    }
  })

  it("raise an alarm from many addresses together too, and not before", async () => {
    const lines: Array<string> = []
    const other = await starts(lines, { RATE_REFUSED_SUPPORT_TOKENS: "20/15m" })
    const wrong = (n: number) => ask("wrong-support-token", `203.0.113.${n}`, "captures", other)
    for (let n = 0; n < 20; n += 1) await wrong(n)
    expect(alarmsIn(lines)).toEqual([])
    expect((await wrong(20)).status).toBe(401)
    await expect.poll(() => alarmsIn(lines)).toHaveLength(1)
    await other.close()
  })
})
