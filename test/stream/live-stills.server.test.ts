/**
 * Stills of free pictures through a whole gateway: which requests reach the service, how often, and what each
 * visitor gets.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startGateway, type TestGateway } from "../support/gateway.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

const UPSTREAM = "/performers/p_anna/still"
const PATH = "/api/performers/p_anna/still"
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])

let service: ScriptedUpstream
let gateway: TestGateway
beforeAll(async () => {
  service = await ScriptedUpstream.start()
  gateway = await startGateway({
    upstream: service.url,
    environment: { RATE_STILLS_PER_ADDRESS: "200/1m" },
  })
})
afterAll(async () => {
  await gateway.close()
  await service.close()
})
beforeEach(() => service.pictures.set(UPSTREAM, { type: "image/jpeg", body: JPEG }))
afterEach(() => {
  service.clear()
  service.pictures.clear()
})

const get = async (path = PATH, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(gateway.url + path, { headers })
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}
/** Each test uses its own performer, because the gateway caches recent requests. */
let performers = 0
const someone = (body: Uint8Array = JPEG, type = "image/jpeg") => {
  performers += 1
  const upstream = `/performers/p_${performers}/still`
  service.pictures.set(upstream, { type, body })
  return { call: `GET ${upstream}`, path: `/api/performers/p_${performers}/still` }
}
const asked = (call: string) => service.calls.filter((each) => each === call).length

describe("a still of a free picture", () => {
  it("is the service's, sent as this site's own, and cached by nobody", async () => {
    const { response, body } = await get(PATH, { Cookie: "auth=canary" })
    expect([response.status, body.equals(JPEG)]).toEqual([200, true])
    const told = ["content-type", "cache-control", "x-content-type-options", "set-cookie"]
    expect(told.map((name) => response.headers.get(name))).toEqual([
      "image/jpeg",
      "no-store",
      "nosniff",
      null,
    ])
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin")
    const { headers, query } = service.last(`GET ${UPSTREAM}`)
    expect(headers["x-api-key"]).toBeDefined()
    expect(headers["cookie"]).toBeUndefined()
    expect(query["noNude"]).toBeUndefined()
  })

  it("is asked for once for all who look at the same moment, and again a moment later", async () => {
    const { call, path } = someone()
    let answer: () => void = () => {}
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    service.script(call, { status: 404, body: { label: "notFound" }, after })
    const looking = Array.from({ length: 20 }, () => get(path))
    await service.until(() => asked(call) === 1)
    answer()
    const answers = await Promise.all(looking)
    expect(answers.map(({ response }) => response.status)).toEqual(Array(20).fill(204))
    expect(asked(call)).toBe(1)
    await expect.poll(async () => (await get(path)).response.status, { timeout: 10_000 }).toBe(200)
    expect(asked(call)).toBe(2)
  })

  it("is one that is marked for it where the visit is in no-nude mode", async () => {
    const { call, path } = someone()
    expect((await get(path)).response.status).toBe(200)
    service.script(call, { status: 404, body: { label: "notFound" } })
    expect((await get(`${path}?noNude=true`)).response.status).toBe(204)
    expect(service.last(call).query["noNude"]).toBe("true")
  })

  it("does not exist where the service has none, nor for an invented name, and that is not cached", async () => {
    const { call, path } = someone()
    service.script(call, { status: 404, body: { label: "notFound" } })
    const { response } = await get(path)
    expect([response.status, response.headers.get("cache-control")]).toEqual([204, "no-store"])
    const before = service.calls.length
    for (const name of ["a%2Fb", "..%2f..%2fmedia", "p_1%3Fkey", "x".repeat(65)]) {
      expect((await get(`/api/performers/${name}/still`)).response.status).toBe(404)
    }
    expect(service.calls.length).toBe(before)
  })

  it("is refused where it is something else, too long, or does not come", async () => {
    const long = Buffer.concat([JPEG, Buffer.alloc(20_000)])
    const others = [
      someone(Buffer.from("<svg/>"), "image/svg+xml"),
      someone(Buffer.from("<html>"), "image/jpeg"),
      someone(long),
      someone(JPEG, "text/html"),
    ]
    for (const { path } of others) {
      const { response } = await get(path)
      expect(response.status).toBe(503)
      expect(response.headers.get("content-type")).toBe("application/problem+json")
    }
    const { call, path } = someone()
    service.script(call, "cut")
    expect((await get(path)).response.status).toBe(503)
    expect(asked(call)).toBe(1)
  })

  it("is for pages of this site alone", async () => {
    const { call, path } = someone()
    for (const site of ["cross-site", "same-site", "none"]) {
      expect((await get(path, { "Sec-Fetch-Site": site })).response.status).toBe(403)
    }
    expect(asked(call)).toBe(0)
    expect((await get(path, { "Sec-Fetch-Site": "same-origin" })).response.status).toBe(200)
  })

  it("is refused to an address that asks for too many", async () => {
    const { path } = someone()
    for (;;) {
      const { response } = await get(path)
      if (response.status === 200) continue
      expect(response.status).toBe(429)
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
      return
    }
  })
})
