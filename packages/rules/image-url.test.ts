/** Picture URLs in the requested size: which are rewritten, and which never are. */
import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { DEFAULT_PICTURE_SIZE, imageUrlAt, isPictureSize, PICTURE_SIZES } from "./image-url.ts"

const HOST = "https://media.example"

const part = Schema.Literals([
  "a",
  "7",
  "snapshots",
  "attachments",
  "400x300",
  "1x1",
  "%2F",
  "é",
  "",
])
const PARTS = Schema.Struct({
  host: Schema.Literals([HOST, "//media.example", "", "/"]),
  segments: Schema.Array(part),
  name: Schema.Literals(["1.jpg", "1.JPG", "cover.webp", "1.gif", "1.SVG", "snapshots", ""]),
  after: Schema.Literals(["", "?v=/snapshots/2.jpg", "#/attachments/", "?a#b"]),
  size: Schema.Literals(PICTURE_SIZES),
  other: Schema.Literals(PICTURE_SIZES),
})
const samples = Effect.runSync(
  Arbitrary.sampleEffect(Arbitrary.schema(PARTS), { count: 2_000, size: 8, seed: 12 }),
).map(({ host, segments, name, after, ...sizes }) => ({
  ...sizes,
  url: `${[host, ...segments, name].join("/")}${after}`,
}))

describe("the address of a picture", () => {
  it("gets the size before the snapshots or attachments segment [STORE-12]", () => {
    expect(imageUrlAt(`${HOST}/media/p_1/snapshots/0.jpg`, "200x150")).toBe(
      `${HOST}/media/p_1/200x150/snapshots/0.jpg`,
    )
    expect(imageUrlAt("/media/m_1/attachments/7.jpeg?v=2#top", "800x600")).toBe(
      "/media/m_1/800x600/attachments/7.jpeg?v=2#top",
    )
    expect(imageUrlAt("snapshots/0.jpg", "100x100")).toBe("100x100/snapshots/0.jpg")
  })

  it("gets 400x300 where no size is asked [STORE-12]", () => {
    expect(DEFAULT_PICTURE_SIZE).toBe("400x300")
    expect(imageUrlAt(`${HOST}/p/snapshots/0.jpg`)).toBe(`${HOST}/p/400x300/snapshots/0.jpg`)
  })

  it("stays as it is without such a segment, or with a size already [STORE-12]", () => {
    for (const url of [
      `${HOST}/media/p_1/covers/0.jpg`,
      `${HOST}/media/snapshots`,
      `${HOST}/media/0.jpg?from=/snapshots/0.jpg`,
      "https://snapshots/0.jpg",
      "data:image/jpeg;base64,a/snapshots/b",
      "",
      `${HOST}/media/p_1/200x150/snapshots/0.jpg`,
      `${HOST}/media/p_1/33x44/attachments/0.jpg`,
    ]) {
      expect(imageUrlAt(url, "800x600")).toBe(url)
    }
  })

  it("stays as it is for gif and svg, in any case of letters and with a query [STORE-13]", () => {
    for (const name of ["0.gif", "0.GIF", "0.svg", "0.Svg?v=1", "0.svg#icon"]) {
      const url = `${HOST}/media/p_1/snapshots/${name}`
      expect(imageUrlAt(url, "800x600")).toBe(url)
    }
    expect(imageUrlAt(`${HOST}/snapshots/a.gif.jpg`)).toBe(`${HOST}/400x300/snapshots/a.gif.jpg`)
  })

  it("is the same after a second rewrite, and differs by one segment at most [STORE-12, STORE-13]", () => {
    let rewritten = 0
    for (const { url, size, other } of samples) {
      const once = imageUrlAt(url, size)
      expect(imageUrlAt(once, other)).toBe(once)
      if (once === url) continue
      rewritten += 1
      const inserted = new RegExp(`${size}/(?=(?:snapshots|attachments)/)`, "u")
      expect(once.replace(inserted, "")).toBe(url)
    }
    // The samples cover both cases.
    expect(rewritten).toBeGreaterThan(100)
    expect(rewritten).toBeLessThan(samples.length - 100)
  })

  it("has one of the sizes that are defined", () => {
    expect(PICTURE_SIZES.every(isPictureSize)).toBe(true)
    for (const text of ["401x300", "400X300", "400x300 ", "0x0", ""]) {
      expect(isPictureSize(text)).toBe(false)
    }
  })
})
