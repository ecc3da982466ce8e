import { describe, expect, it } from "vitest"
import { harmlessMarkup, ownScriptAddress } from "./trusted-types.ts"

describe("a text that is taken for markup", () => {
  it("makes no element, or an empty script", () => {
    for (const text of ["", "text & more", "<script></script>"]) {
      expect(harmlessMarkup(text)).toBe(text)
    }
    for (const text of ["<b>", "a<b", "<script>x</script>", "<script></script> ", "<img src=x>"]) {
      expect(harmlessMarkup(text)).toBe(null)
    }
  })
})

describe("an address that a script is loaded by", () => {
  it("is allowed for the service worker alone", () => {
    expect(ownScriptAddress("/sw.js")).toBe("/sw.js")
    for (const address of [
      "/sw.js?x",
      "//evil.test/sw.js",
      "data:text/javascript,x",
      "",
      "/assets/x.js",
    ]) {
      expect(ownScriptAddress(address)).toBe(null)
    }
  })
})
