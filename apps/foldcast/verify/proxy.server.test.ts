/** The verifier in a company's network: through its proxy, and its hints when no route works. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { runFoldcast } from "../run-foldcast.fixture.ts"
import { CERTIFICATE, companyNetwork } from "./company-network.fixture.ts"

/** Clears the machine's own proxy variables. */
const NO_WAY = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "NODE_USE_ENV_PROXY", "NODE_EXTRA_CA_CERTS"].flatMap(
    (name) => [
      [name, ""],
      [name.toLowerCase(), ""],
    ],
  ),
)

describe("foldcast verify behind a proxy", () => {
  const directory = mkdtempSync(join(tmpdir(), "verify-proxy-"))
  const roots = join(directory, "roots.pem")
  let network: Awaited<ReturnType<typeof companyNetwork>>
  beforeAll(async () => {
    writeFileSync(roots, CERTIFICATE)
    network = await companyNetwork(({ url }, response) => {
      if (url === "/_states") {
        response.setHeader("Content-Type", "application/json").end(`{"token":"t"}`)
      } else response.writeHead(404).end()
    })
  })
  afterEach(() => {
    network.asked.length = 0
  })
  afterAll(async () => {
    await network.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const verify = async (
    args: ReadonlyArray<string>,
    environment: Readonly<Record<string, string>>,
  ) => {
    const ran = await runFoldcast(["verify", ...args], { ...NO_WAY, ...environment })
    expect(ran.out + ran.err).not.toMatch(/pass-word|somebody/u)
    return ran
  }
  const partner = (url: string, environment: Readonly<Record<string, string>>) =>
    verify(["partner", "--url", url], environment)

  it("resolves through the proxy a name that only the proxy knows, over http and https", async () => {
    const { proxy } = network
    // The service was reached and breaks the contract: 1, not 2.
    expect(await partner("http://partner.example.test", { HTTP_PROXY: proxy })).toMatchObject({
      code: 1,
    })
    expect(network.asked[0]).toMatch(/^(?:GET http:\/\/|CONNECT )partner\.example\.test/u)
    network.asked.length = 0
    const trusting = { https_proxy: proxy, NODE_EXTRA_CA_CERTS: roots }
    expect(await partner("https://partner.example.test", trusting)).toMatchObject({ code: 1 })
    expect(network.asked[0]).toBe("CONNECT partner.example.test:443")
  })

  it("opens a socket through the proxy too", async () => {
    const trusting = { HTTPS_PROXY: network.proxy, NODE_EXTRA_CA_CERTS: roots }
    const { code, err } = await verify(
      [
        ...["member-socket", "--url", "https://members.example.test", "--key", "a-key-of-members"],
        ...["--state-url", `${network.clear}/_states`],
      ],
      trusting,
    )
    expect([code, err]).toEqual([2, expect.stringContaining("answers no socket.io connection")])
    expect(network.asked).toContain("CONNECT members.example.test:443")
  })

  it("goes past the proxy for this machine and for what NO_PROXY names", async () => {
    const { proxy, clear } = network
    expect(await partner(clear, { HTTP_PROXY: proxy })).toMatchObject({ code: 1 })
    const inside = { HTTP_PROXY: proxy, NO_PROXY: ".example.test" }
    const { code, err } = await partner("http://partner.example.test", inside)
    expect(code).toBe(2)
    expect(err).toMatch(
      /HTTP_PROXY=http:\/\/127\.0\.0\.1:\d+.*directly what NO_PROXY=\.example\.test/u,
    )
    expect(network.asked).toEqual([])
  })

  it("says what was tried, and what to set, where a name is not found", async () => {
    const { code, err } = await partner("https://partner.example.test", {})
    expect(code).toBe(2)
    expect(err).toMatch(
      /^Not verified: .*partner\.example\.test.*asked for directly.*set them, and NO_PROXY/u,
    )
  })

  it("names the setting for a company's own root certificate where a certificate is not trusted", async () => {
    const { code, err } = await partner("https://partner.example.test", {
      HTTPS_PROXY: network.proxy,
    })
    expect(code).toBe(2)
    expect(err).toMatch(/NODE_EXTRA_CA_CERTS=FILE.*NODE_USE_SYSTEM_CA=1/u)
  })

  it.each([
    ["socks5://somebody:pass-word@127.0.0.1:1080", "socks5://127.0.0.1:1080"],
    ["http://", "no address"],
  ])("refuses an invalid proxy: %s", async (HTTPS_PROXY, shown) => {
    const { code, err } = await partner("https://partner.example.test", { HTTPS_PROXY })
    expect([code, err]).toEqual([
      2,
      `Not verified: HTTPS_PROXY must name an http or https proxy, and is ${shown}.\n`,
    ])
  })
})
