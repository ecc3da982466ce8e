import { describe, expect, it } from "vitest"
import { HOUSE_BRAND } from "./screens/brands.fixture.ts"
import { type PageFrame, readPageFrame, writePageFrame } from "./page-frame.ts"

const frame = (name: string): PageFrame => ({
  locale: "nl",
  brand: { ...HOUSE_BRAND, name },
  consent: null,
  mailedLink: "asks",
  origin: "https://example.test",
  assets: { script: "/entry.js", styles: [], fonts: [] },
})

describe("the data in a page's HTML", () => {
  it("cannot end the script element or begin a comment", () => {
    expect(writePageFrame(frame("</script><!--<script>&amp;"))).not.toMatch(/[<>&]/u)
  })

  it("is read back as it was written", () => {
    for (const name of ["Foldcast", "</script>", "a & b", "\\u003c"]) {
      expect(readPageFrame(writePageFrame(frame(name)))).toEqual(frame(name))
    }
  })
})
