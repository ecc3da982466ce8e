import { expect, it } from "vitest"
import { stillSize } from "./still-size.ts"

it("a still is drawn with 320 pixels on its longer side, in the shape of the picture", () => {
  expect(stillSize({ width: 1_280, height: 720 })).toEqual({ width: 320, height: 180 })
  expect(stillSize({ width: 720, height: 1_280 })).toEqual({ width: 180, height: 320 })
  expect(stillSize({ width: 640, height: 479 })).toEqual({ width: 320, height: 240 })
})
