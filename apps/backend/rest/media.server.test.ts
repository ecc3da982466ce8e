/** The media host for browsers: only the existing sizes and the known formats. */
import { request } from "node:http"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { imageUrlAt, PICTURE_SIZES } from "@foldcast/rules/image-url"
import { type TestBackend, testBackend } from "../backend.fixture.ts"
import { demoPerformers } from "../demo/performers/demo-performers.ts"

const [someone] = demoPerformers("foldcast", 0)
const ID = someone?.id ?? ""
const OWN = someone?.pictures.snapshot?.path ?? ""

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend({ demo: true })
})
afterAll(() => backend.close())

const get = async (path: string, accept = "*/*", method = "GET") => {
  const response = await fetch(backend.url + path, { method, headers: { Accept: accept } })
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

/** Sends the path unchanged: `fetch` would normalise it first. */
const rawStatus = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const asked = request(backend.url, { path }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.once("error", reject)
    asked.end()
  })

describe("the media host", () => {
  it("serves every size that can be asked for, exactly, to anybody [STORE-12]", async () => {
    for (const size of PICTURE_SIZES) {
      const { response, body } = await get(imageUrlAt(OWN, size))
      expect(response.status).toBe(200)
      const { width, height, format } = await sharp(body).metadata()
      expect([`${width}x${height}`, format]).toEqual([size, "jpeg"])
    }
  })

  it("serves a picture in its own size without a size segment", async () => {
    const { body } = await get(OWN)
    expect(await sharp(body).metadata()).toMatchObject({ width: 1_280, height: 960 })
  })

  it("sends AVIF or WebP to clients that name it, and says in its headers that it depends on that", async () => {
    for (const [accept, type, format] of [
      ["image/avif,image/webp,*/*", "image/webp", "webp"],
      ["image/avif,*/*", "image/avif", "heif"],
      ["image/webp,*/*", "image/webp", "webp"],
      ["image/*", "image/jpeg", "jpeg"],
    ] as const) {
      const { response, body } = await get(imageUrlAt(OWN), accept)
      expect(response.headers.get("content-type")).toBe(type)
      expect(response.headers.get("vary")).toBe("Accept")
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
      expect(response.headers.get("x-content-type-options")).toBe("nosniff")
      expect(await sharp(body).metadata()).toMatchObject({ format, width: 400, height: 300 })
    }
  })

  it("has another picture for no-nude mode [ROUTE-47]", async () => {
    const plain = someone?.pictures.nonude?.path ?? ""
    const [one, other] = await Promise.all([get(imageUrlAt(OWN)), get(imageUrlAt(plain))])
    expect(other.response.status).toBe(200)
    expect(other.body.equals(one.body)).toBe(false)
  })

  it("answers HEAD with the headers alone", async () => {
    const { response, body } = await get(imageUrlAt(OWN), "image/webp", "HEAD")
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe("image/webp")
    expect(body).toHaveLength(0)
  })

  it("has no other sizes, names, kinds or people", async () => {
    for (const path of [
      `/media/${ID}/401x300/snapshots/0.jpg`,
      `/media/${ID}/99999x99999/snapshots/0.jpg`,
      `/media/${ID}/400x300/400x300/snapshots/0.jpg`,
      `/media/${ID}/snapshots/400x300/0.jpg`,
      `/media/${ID}/400x300/snapshots/0.svg`,
      `/media/${ID}/400x300/snapshots/0.gif`,
      `/media/${ID}/400x300/snapshots/00.jpg`,
      `/media/${ID}/400x300/snapshots/25.jpg`,
      `/media/${ID}/400x300/snapshots/`,
      `/media/${ID}/400x300/attachments/0.jpg`,
      "/media/nobody/400x300/snapshots/0.jpg",
      "/media/",
    ]) {
      const { response, body } = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get("cache-control")).toBe("no-store")
      expect(body.toString()).toBe(JSON.stringify({ label: "notFound" }))
    }
  })

  it("serves no file outside its own, however the path is written", async () => {
    for (const path of [
      "/media/../../../etc/passwd",
      "/media/..%2f..%2fetc%2fpasswd",
      `/media/${ID}/400x300/snapshots/..%2f..%2f0.jpg`,
      `/media/${ID}/snapshots/%2e%2e/0.jpg`,
      `/media/${ID}%00/snapshots/0.jpg`,
      "/media/..\\..\\snapshots\\0.jpg",
      `/media/${encodeURIComponent("' OR 1=1 --")}/snapshots/0.jpg`,
    ]) {
      // An invalid address never reaches a route.
      expect([400, 404]).toContain(await rawStatus(path))
    }
  })
})
