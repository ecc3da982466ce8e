import { gunzipSync } from "node:zlib"
import { Hono } from "hono"
import { describe, expect, it } from "vitest"
import { acceptsGzip, compressed, gzipNamed } from "./compressed.ts"

const PAGE = `<!doctype html><p>${"performers ".repeat(400)}</p>`
const NAMES = { type: "application/json", cache: "public, max-age=1" }

let drawn = 0
/** A different text each time; its first letter decides how much of it is used. */
const ids = {
  token: (bits: number) => {
    drawn += 1
    return `${String.fromCodePoint(97 + (drawn % 20))}${"x".repeat(bits / 8)}`
  },
}
const app = new Hono()
app.use(compressed(ids))
app.get("/page", () => {
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" })
  headers.append("Set-Cookie", "auth=1")
  headers.append("Set-Cookie", "language=en")
  return new Response(PAGE, { status: 404, headers })
})
app.get("/small", (context) => context.html("<p>little</p>"))
app.get(
  "/names",
  () =>
    new Response(JSON.stringify(PAGE), {
      headers: { "Content-Type": NAMES.type, "Cache-Control": NAMES.cache },
    }),
)
app.get("/session", (context) => context.json(PAGE))
app.get("/picture", () => new Response(PAGE, { headers: { "Content-Type": "image/avif" } }))
app.get(
  "/file",
  () => new Response(PAGE, { headers: { "Content-Type": "text/html", "Content-Encoding": "br" } }),
)
app.get(
  "/tagged",
  () => new Response(PAGE, { headers: { "Content-Type": "text/html", ETag: '"1"' } }),
)
app.get("/moved", (context) => context.redirect("/page", 301))

const get = async (path: string, accepts = "gzip, deflate, br") => {
  const response = await app.request(path, { headers: { "Accept-Encoding": accepts } })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe("an answer's compression", () => {
  it("is applied to pages and to what is the same for everybody", async () => {
    for (const [path, text] of [
      ["/page", PAGE],
      ["/names", JSON.stringify(PAGE)],
    ] as const) {
      const { response, bytes } = await get(path)
      expect(response.headers.get("content-encoding")).toBe("gzip")
      expect(response.headers.get("content-length")).toBe(String(bytes.length))
      expect(response.headers.get("vary")).toBe("Accept-Encoding")
      expect(bytes.length).toBeLessThan(text.length / 4)
      expect(gunzipSync(bytes).toString()).toBe(text)
    }
  })

  it("keeps the status and every header, with each cookie by itself", async () => {
    const { response } = await get("/page")
    expect(response.status).toBe(404)
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(response.headers.getSetCookie()).toEqual(["auth=1", "language=en"])
  })

  it("is left out where it is not wanted, gains nothing or was done already", async () => {
    const refused = await get("/page", "br, gzip;q=0")
    expect(refused.response.headers.get("content-encoding")).toBeNull()
    expect(refused.response.headers.get("vary")).toBe("Accept-Encoding")
    expect(refused.bytes.toString()).toBe(PAGE)
    expect((await get("/small")).bytes.toString()).toBe("<p>little</p>")
    for (const path of ["/session", "/picture", "/tagged"]) {
      expect((await get(path)).response.headers.get("content-encoding")).toBeNull()
    }
    const file = await get("/file")
    expect(file.response.headers.get("content-encoding")).toBe("br")
    expect(file.bytes.toString()).toBe(PAGE)
    const moved = await get("/moved")
    expect([moved.response.status, moved.bytes.length]).toEqual([301, 0])
  })

  it("gives another length each time, whatever is in the answer", async () => {
    const lengths = new Set<number>()
    for (let times = 0; times < 20; times += 1) lengths.add((await get("/page")).bytes.length)
    expect(lengths.size).toBeGreaterThan(10)
  })

  it("can be undone whatever the answer's name and bytes are", async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from([0]), Buffer.alloc(70_000, 7)]) {
      for (const name of ["", "a", "-_9".repeat(33)]) {
        expect(gunzipSync(await gzipNamed(bytes, name))).toEqual(bytes)
      }
    }
  })

  it("is used only where the request names it", () => {
    const accepted = ["gzip", "br, gzip;q=0.5", "GZIP"].map(acceptsGzip)
    const refused = [undefined, "", "br", "gzip;q=0", "x-gzip"].map(acceptsGzip)
    expect([accepted, refused]).toEqual([accepted.map(() => true), refused.map(() => false)])
  })
})
