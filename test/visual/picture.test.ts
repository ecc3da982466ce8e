/** What counts as a difference between two pictures. */
import { PNG } from "pngjs"
import { describe, expect, it } from "vitest"
import { compare } from "./picture.ts"

/** White, with a black line of so many pixels. */
const picture = (line: number, { width = 200, height = 100 } = {}): Buffer => {
  const png = new PNG({ width, height })
  png.data.fill(255)
  for (let x = 0; x < line; x += 1) png.data.fill(0, x * 4, x * 4 + 3)
  return PNG.sync.write(png)
}

describe("comparing pictures", () => {
  it("takes the same pixels for the same picture", () => {
    expect(compare(picture(20), picture(20))).toEqual({ _tag: "Same" })
  })

  it("finds a line that is new, and shows where", () => {
    const found = compare(picture(0), picture(20))
    expect(found).toMatchObject({ _tag: "Different", share: 0.001 })
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
