/** What counts as a difference between two pictures. */
import { PNG } from "pngjs"
import { describe, expect, it } from "vitest"
import { compare } from "./picture.ts"

/** White, with that many black pixels in rows that do not touch, so that they do not look like anti-aliasing. */
const picture = (black: number, { width = 200, height = 100 } = {}): Buffer => {
  const png = new PNG({ width, height })
  png.data.fill(255)
  for (let pixel = 0; pixel < black; pixel += 1) {
    const at = Math.floor(pixel / width) * 2 * width + (pixel % width)
    png.data.fill(0, at * 4, at * 4 + 3)
  }
  return PNG.sync.write(png)
}

describe("comparing pictures", () => {
  it("takes the same pixels for the same picture", () => {
    expect(compare(picture(20), picture(20))).toEqual({ _tag: "Same" })
  })

  it("takes a hundred and fifty other pixels for the same picture, of any size", () => {
    for (const size of [{}, { width: 300, height: 300 }]) {
      expect(compare(picture(0, size), picture(150, size))).toEqual({ _tag: "Same" })
      expect(compare(picture(0, size), picture(151, size))._tag).toBe("Different")
    }
  })

  it("finds lines that are new, and shows where", () => {
    const found = compare(picture(0), picture(400))
    expect(found).toMatchObject({ _tag: "Different", pixels: 400 })
    expect(found._tag === "Different" && PNG.sync.read(found.difference).width).toBe(200)
  })

  it("says of another size what it was and is", () => {
    expect(compare(picture(0), picture(0, { width: 200, height: 120 }))).toEqual({
      _tag: "Resized",
      from: "200×100",
      to: "200×120",
    })
  })
})
