/**
 * A hostile partner host tries to make the gateway connect elsewhere, read too much or wait: a gateway on real
 * sockets, with an internal server that counts its requests.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import { MAX_CONFIGURATION_BYTES } from "@foldcast/contracts/upstream/partner"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { lumio } from "../support/partner-host.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

type Answer = (path: string) => {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** The answer begins and never ends. */
  readonly drips?: boolean
}

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

const CONFIGURATION = "/common/configuration.json"
const told =
  (configuration: unknown): Answer =>
  () => ({ body: JSON.stringify(configuration) })

describe("a hostile partner host", () => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  let insideUrl: string
  let answer: Answer
  const asked = { times: 0 }
  /** Requests that reached the internal server. */
  const visitors: Array<string> = []
  let waiters: Array<() => void> = []

  const inside = createServer((request, response) => {
    visitors.push(`${request.headers.host} ${request.url}`)
    response.end(JSON.stringify(lumio({ name: "Inside" })))
  })
  const partner = createServer((request, response) => {
    const path = request.url ?? ""
    if (path === CONFIGURATION) asked.times += 1
    for (const wake of waiters.splice(0)) wake()
    const { status = 200, headers = {}, body, drips = false } = answer(path)
    response.writeHead(status, { "Content-Type": "application/json", ...headers })
    if (drips) response.write(body)
    else response.end(body)
  })

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    insideUrl = await listening(inside)
    answer = told(lumio({ name: "Good" }))
    gateway = await startGateway({
      upstream: upstream.url,
      environment: {
        PARTNERS: `lumio=${await listening(partner)}`,
        BRAND_REFRESH_MS: "100",
      },
      render: ({ brand }) => Promise.resolve(Response.json(brand)),
    })
  })
  afterAll(async () => {
    await gateway.close()
    await Promise.all([closed(partner), closed(inside), upstream.close()])
    await removeDirectory(gateway.dataDir)
  })

  const askedAgain = async (times: number) => {
    const enough = asked.times + times
    while (asked.times < enough) await new Promise<void>((resolve) => waiters.push(resolve))
  }
  /** Waits until the gateway has applied the current answer; it sends one request after another. */
  const heard = async (next: Answer) => {
    answer = next
    await askedAgain(2)
  }
  const nameNow = async () => {
    const response = await fetch(new URL("/api/brand", gateway.url))
    return ((await response.json()) as PublicBrand).name
  }
  const lumioLogo = () => fetch(new URL("/brand/lumio/logo", gateway.url))

  beforeEach(() => {
    waiters = []
    visitors.length = 0
  })

  it("sends the gateway nowhere by a redirect, of its configuration or of its logo", async () => {
    for (const [status, location] of [
      [301, `${insideUrl}/admin`],
      [302, "http://169.254.169.254/latest/meta-data/"],
      [303, insideUrl.replace("http:", "")],
      [307, `${insideUrl.replace("127.0.0.1", "localhost")}/`],
      [308, `${insideUrl}${CONFIGURATION}`],
    ] as const) {
      await heard(() => ({ status, headers: { Location: location }, body: "" }))
      expect(await nameNow()).toBe("Good")
    }
    const withLogo = lumio({ logo: "/common/logo.svg" })
    await heard((path) =>
      path === CONFIGURATION
        ? { body: JSON.stringify(withLogo) }
        : { status: 302, headers: { Location: `${insideUrl}/logo.svg` }, body: "" },
    )
    expect(visitors).toEqual([])
    expect((await lumioLogo()).status).toBe(404)
  })

  it("names no address that the gateway fetches", async () => {
    const { links, company } = lumio()
    const internal = insideUrl.replace("http:", "https:")
    for (const configuration of [
      { ...lumio(), logo: `${insideUrl}/common/logo.svg` },
      { ...lumio(), logo: "//127.0.0.1/common/logo.svg" },
      { ...lumio(), logo: "/common/../admin/logo.svg" },
      { ...lumio(), logo: "/common/%2e%2e/logo.svg" },
      { ...lumio(), logo: "/common/logo.svg?x=@127.0.0.1" },
      { ...lumio(), logo: "@127.0.0.1/common/logo.svg" },
      { ...lumio(), lander: `../../${insideUrl}` },
      { ...lumio(), links: { ...links, company: `${internal}/`, leaveSite: `${internal}/x` } },
      { ...lumio(), company: { ...company, email: `x@[127.0.0.1]` } },
    ]) {
      await heard(told(configuration))
    }
    expect(visitors).toEqual([])
    // The lander is requested from the member API with its id as a parameter.
    for (const call of upstream.received.filter(({ call }) => call.includes("lander"))) {
      expect(call.call).toBe("GET /lander")
    }
  })

  /** The brand's name after this answer, which follows a valid one. */
  const nameAfter = async (next: Answer) => {
    await heard(told(lumio({ name: "Good" })))
    await heard(next)
    return nameNow()
  }

  it("is read up to 64 KiB and not a byte further, compressed or not", async () => {
    const sized = (bytes: number, name: string) => {
      const configuration = { ...lumio({ name }), padding: "" }
      const padding = "x".repeat(bytes - JSON.stringify(configuration).length)
      return JSON.stringify({ ...configuration, padding })
    }
    const full = sized(MAX_CONFIGURATION_BYTES, "Full")
    expect(Buffer.byteLength(full)).toBe(MAX_CONFIGURATION_BYTES)
    expect(await nameAfter(() => ({ body: full }))).toBe("Full")
    for (const body of [
      sized(MAX_CONFIGURATION_BYTES + 1, "Over"),
      gzipSync(sized(64 * 1_048_576, "Bomb")),
    ]) {
      const headers: Record<string, string> = Buffer.isBuffer(body)
        ? { "Content-Encoding": "gzip" }
        : {}
      expect(await nameAfter(() => ({ headers, body }))).toBe("Good")
    }
  })

  it("delays no page while it answers drop by drop, and its last good look stays", async () => {
    await heard(told(lumio({ name: "Good" })))
    answer = () => ({ body: "{", drips: true })
    await askedAgain(1)
    // A request to the host is pending without an answer; pages are rendered all the same.
    for (let page = 0; page < 20; page += 1) {
      expect((await fetch(new URL("/en", gateway.url))).status).toBe(200)
      expect(await nameNow()).toBe("Good")
    }
    expect((await fetch(new URL("/health/ready", gateway.url))).status).toBe(200)
  })
})
