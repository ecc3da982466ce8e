import { describe, expect, it } from "vitest"
import { formatFor } from "./picture-format.ts"

describe("the form of a picture", () => {
  it("is the quicker one of the small formats that the browser names", () => {
    expect(formatFor("image/avif,image/webp,image/apng,*/*;q=0.8")).toBe("webp")
    expect(formatFor("image/avif,image/webp")).toBe("webp")
    expect(formatFor("image/avif,*/*;q=0.8")).toBe("avif")
    expect(formatFor("image/webp,*/*;q=0.8")).toBe("webp")
    expect(formatFor("IMAGE/WEBP ; Q=0.5")).toBe("webp")
  })

  it("is JPEG where the browser names none, or wants none of them", () => {
    for (const accept of [
      null,
      "",
      "*/*",
      "image/*",
      "image/png",
      "image/avif;q=0,image/webp;q=0",
    ]) {
      expect(formatFor(accept)).toBe("jpeg")
    }
  })

  it("follows the browser's order of preference", () => {
    expect(formatFor("image/avif;q=0.9,image/webp;q=0.4")).toBe("avif")
    expect(formatFor("image/avif;q=nonsense,image/webp;q=0.1")).toBe("webp")
  })
})
