/**
 * Pictures of the media host under this site's own address, through a whole gateway: the requests to the host,
 * which answers reach a browser, and what hostile addresses reach.
 */
import { request as httpRequest } from "node:http"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startGateway, type TestGateway } from "../support/gateway.ts"
import { scriptedPerformer, ScriptedPerformers } from "../support/scripted-performers.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

const PATH = "/media/p_anna/400x300/snapshots/0.jpg"
const BYTES = Buffer.from("the bytes of a picture")

let members: ScriptedUpstream
let host: ScriptedUpstream
let gateway: TestGateway

beforeAll(async () => {
  members = await ScriptedUpstream.start()
  host = await ScriptedUpstream.start()
  gateway = await startGateway({
    upstream: members.url,
    environment: { MEDIA_URL: host.url, MEDIA_HOSTS: "cdn.example" },
  })
})
afterAll(async () => {
  await gateway.close()
  await host.close()
  await members.close()
})
beforeEach(() => host.pictures.set(PATH, { type: "image/webp", body: BYTES }))
afterEach(() => {
  host.clear()
  members.clear()
  host.pictures.clear()
})

/** The path is sent as written; `fetch` would normalise it. */
const status = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url)
    const asking = httpRequest({ hostname, port, path }, (response) => {
      response.resume()
      response.on("end", () => resolve(response.statusCode ?? 0))
    })
    asking.on("error", reject)
    asking.end()
  })

describe("a picture", () => {
  it("is the media host's, sent as this site's own and cached for good", async () => {
    const response = await fetch(gateway.url + PATH, {
      headers: { Accept: "image/avif,image/webp;q=0.9", Cookie: "auth=canary" },
    })
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES)
    const told = [
      "content-type",
      "content-length",
      "cache-control",
      "vary",
      "x-content-type-options",
      "set-cookie",
    ]
    expect(told.map((name) => response.headers.get(name))).toEqual([
      "image/webp",
      String(BYTES.length),
      "public, max-age=31536000, immutable",
      "Accept",
      "nosniff",
      null,
    ])
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
    const { headers } = host.last(`GET ${PATH}`)
    expect(headers["accept"]).toBe("image/avif,image/webp;q=0.9")
    // Neither the visitor's identity nor any credential.
    for (const name of ["cookie", "x-api-key", "authorization", "x-forwarded-for", "referer"]) {
      expect(headers[name], name).toBeUndefined()
    }
  })

  it("can be asked for without its bytes too", async () => {
    const response = await fetch(gateway.url + PATH, { method: "HEAD" })
    expect(response.status).toBe(200)
    expect(response.headers.get("content-length")).toBe(String(BYTES.length))
    expect(await response.text()).toBe("")
  })

  it("is held no longer than until it has been read", async () => {
    // In total more than the limit for one address at a time.
    host.pictures.set(PATH, { type: "image/jpeg", body: Buffer.alloc(5_000_000, 1) })
    for (let count = 0; count < 15; count += 1) {
      const response = await fetch(gateway.url + PATH)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
  })

  it("that the host does not have does not exist, and that is not cached", async () => {
    host.script(`GET ${PATH}`, { status: 404, body: {} })
    const response = await fetch(gateway.url + PATH)
    expect(response.status).toBe(404)
    expect(response.headers.get("cache-control")).toBe("no-store")
  })

  it.each([
    ["a page", "text/html", "<script>"],
    ["a document with script in it", "image/svg+xml", "<svg/>"],
    ["of no type", "", "x"],
    ["longer than a picture is", "image/jpeg", "x".repeat(5_242_881)],
  ])("is answered with 503 where the host sends one that is %s", async (_, type, body) => {
    host.pictures.set(PATH, { type, body: Buffer.from(body) })
    const response = await fetch(gateway.url + PATH)
    expect(response.status).toBe(503)
    expect(response.headers.get("content-type")).toBe("application/problem+json")
    expect(response.headers.get("cache-control")).toBe("no-store")
  })

  it("is missing where the host fails, breaks off, or redirects", async () => {
    const call = `GET ${PATH}`
    for (const script of [{ status: 500, body: {} }, { status: 302, body: {} }, "cut"] as const) {
      host.script(call, script)
      expect((await fetch(gateway.url + PATH)).status).toBe(503)
    }
    expect((await fetch(gateway.url + PATH)).status).toBe(200)
  })

  it("has no address that leads anywhere else", async () => {
    for (const path of [
      "/media/%2e%2e/%2e%2e/api/session.jpg",
      "/media/..%2f..%2fapi/x.jpg",
      "/media/a/x.jpg?url=http://evil.test/",
      "/media/a//x.jpg",
      "/media/.git/x.jpg",
      "/media/a%00/x.jpg",
      "/media/a/x.svg",
      "/media/albums/p_anna",
      "/media/album/p_anna/1",
      "/media/featured/categories",
      "/media/@evil.test/x.jpg",
      "/media/http://evil.test/x.jpg",
      "/media/",
      "/media",
    ]) {
      expect(await status(path), path).toBe(404)
    }
    expect(host.calls).toEqual([])
  })

  it("is sent to one address only so often", async () => {
    const strict = await startGateway({
      upstream: members.url,
      environment: { MEDIA_URL: host.url, RATE_PICTURES_PER_ADDRESS: "1/1h" },
    })
    expect((await fetch(strict.url + PATH)).status).toBe(200)
    const response = await fetch(strict.url + PATH)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
    await strict.close()
  })
})

describe("the address of a picture in an answer", () => {
  it("is this site's own, one of a named host that pages may load from, or absent", async () => {
    const service = new ScriptedPerformers()
    const picture = (name: string, url: string) =>
      scriptedPerformer(name, { snapshot: { url }, nonude: null })
    service.performers = [
      picture("relative", "/media/a/snapshots/1.jpg"),
      picture("absolute", `${host.url}/media/a/snapshots/1.jpg`),
      picture("named", "https://cdn.example/a.jpg"),
      picture("foreign", "https://evil.test/a.jpg"),
      picture("script", "javascript:alert(1)"),
    ]
    members.performerService = service
    const response = await fetch(`${gateway.url}/api/performers`)
    const { performers } = (await response.json()) as {
      readonly performers: ReadonlyArray<{ readonly picture: { readonly url: string } | null }>
    }
    expect(performers.map((performer) => performer.picture?.url ?? null)).toEqual([
      "/media/a/snapshots/1.jpg",
      "/media/a/snapshots/1.jpg",
      "https://cdn.example/a.jpg",
      null,
      null,
    ])
    const page = await fetch(gateway.url)
    expect(page.headers.get("content-security-policy")).toContain(
      "img-src 'self' data: https://cdn.example;",
    )
  })
})
