import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { Arbitrary, Effect, Schema } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { acceptsBrotli, loadStaticFiles } from "./static-files.ts"

const outside = mkdtempSync(join(tmpdir(), "static-"))
const folder = join(outside, "client")
mkdirSync(join(folder, "assets"), { recursive: true })
mkdirSync(join(folder, ".vite"))
const script = `export const text = "${"foldcast ".repeat(500)}"`
writeFileSync(join(folder, "assets", "main-abc123.js"), script)
writeFileSync(join(folder, "assets", "main-abc123.js.map"), "{}")
writeFileSync(join(folder, "assets", "font-abc123.woff2"), Buffer.alloc(4_000))
writeFileSync(join(folder, "favicon.svg"), "<svg/>")
writeFileSync(join(folder, ".vite", "manifest.json"), "{}")
writeFileSync(join(folder, "index.html"), "<html>")
writeFileSync(join(folder, "offline.html"), "<html><script>again()</script>")
writeFileSync(join(folder, "sw.js"), "self")
writeFileSync(join(outside, "secret.txt"), "canary")
symlinkSync(join(outside, "secret.txt"), join(folder, "link.txt"))
afterAll(() => rmSync(outside, { recursive: true }))

const files = await Effect.runPromise(loadStaticFiles(folder))
const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  files.respond(new Request(`http://gateway.test${path}`, { headers, method }))
const found = async (...asked: Parameters<typeof get>) => {
  const response = await get(...asked)
  if (response === undefined) throw new Error(`${asked[0]} was not found`)
  return response
}

describe("the built site's files", () => {
  it("are served with their type, and cached for good where their name has a hash", async () => {
    const asset = await found("/assets/main-abc123.js")
    expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(await asset.text()).toBe(script)
    const icon = await found("/favicon.svg?v=2")
    expect(icon.headers.get("content-type")).toBe("image/svg+xml")
    expect(icon.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate")
  })

  it("are compressed where that helps and is wanted", async () => {
    const asset = await found("/assets/main-abc123.js", { "Accept-Encoding": "gzip, br" })
    expect(asset.headers.get("content-encoding")).toBe("br")
    expect(asset.headers.get("vary")).toBe("Accept-Encoding")
    const bytes = Buffer.from(await asset.arrayBuffer())
    expect(bytes.length).toBe(Number(asset.headers.get("content-length")))
    expect(brotliDecompressSync(bytes).toString()).toBe(script)
    const font = await found("/assets/font-abc123.woff2", { "Accept-Encoding": "br" })
    expect(font.headers.get("content-encoding")).toBeNull()
    const accepted = ["br", "gzip, br;q=0.5", "BR"].map(acceptsBrotli)
    const refused = [null, "", "gzip", "br;q=0", "br;q=0.0", "brotli"].map(acceptsBrotli)
    expect([accepted, refused]).toEqual([accepted.map(() => true), refused.map(() => false)])
  })

  it("include the service worker uncached, and the offline page with no script but its own [SHELL-47]", async () => {
    const worker = await found("/sw.js")
    expect(worker.headers.get("cache-control")).toBe("no-cache")
    expect(worker.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    const offline = await found("/offline.html")
    expect(offline.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(offline.headers.get("content-security-policy")).toMatch(/^default-src 'none'/u)
    const own = createHash("sha256").update("again()").digest("base64")
    expect(offline.headers.get("content-security-policy")).toContain(
      `; script-src 'sha256-${own}'; connect-src 'self'`,
    )
  })

  it("are not sent again to browsers that have them", async () => {
    const first = await found("/favicon.svg")
    const etag = first.headers.get("etag") ?? ""
    const again = await found("/favicon.svg", { "If-None-Match": `"x", ${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe("")
    const plain = await found("/assets/main-abc123.js", { "If-None-Match": etag })
    expect(plain.status).toBe(200)
  })

  it("are only read: HEAD has no body, and other methods find nothing", async () => {
    const head = await found("/favicon.svg", {}, "HEAD")
    expect(head.headers.get("content-length")).toBe("6")
    expect(await head.text()).toBe("")
    expect(await get("/favicon.svg", {}, "POST")).toBeUndefined()
  })

  it("do not include the build's manifest, source maps, pages and what a link points at", async () => {
    for (const path of [
      "/.vite/manifest.json",
      "/assets/main-abc123.js.map",
      "/index.html",
      "/link.txt",
      "/",
      "/assets",
      "/assets/",
    ]) {
      expect(await get(path), path).toBeUndefined()
    }
  })

  it("are never left by any path", async () => {
    for (const path of [
      "/../secret.txt",
      "/assets/../../secret.txt",
      "/%2e%2e/secret.txt",
      "/..%2fsecret.txt",
      "/assets/..%5c..%5csecret.txt",
      "//secret.txt",
      "/favicon.svg%00.txt",
    ]) {
      expect(await get(path), path).toBeUndefined()
    }
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(Arbitrary.schema(Schema.String), (text) =>
        Effect.promise(async () => {
          const path = encodeURI(text.toWellFormed())
          const response = await get(`/${path}`)
          return response === undefined || files.has(`/${path}`)
        }),
      ),
    )
    expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
  })

  it("must exist when the gateway starts", async () => {
    const missing = Effect.runPromise(loadStaticFiles(join(outside, "nowhere")))
    await expect(missing).rejects.toThrow("run npm run build first")
  })
})
