import { describe, expect, it } from "vitest"
import { FIRST_SCRIPT } from "./link-action.ts"
import { THEME_SCRIPT } from "../features/site/theme-choice.ts"
import { firstFactsJson } from "./first-facts.ts"
import { harmlessMarkup, ownScriptAddress } from "./trusted-texts.ts"

describe("a text that is taken for markup", () => {
  it("makes no element, or an empty script", () => {
    for (const text of ["", "text & more", "<script></script>"]) {
      expect(harmlessMarkup(text)).toBe(text)
    }
    for (const text of ["<b>", "a<b", "<script>x</script>", "<script></script> ", "<img src=x>"]) {
      expect(harmlessMarkup(text)).toBe(null)
    }
  })

  it("is what the page's own blocks hold, which the browser may have to write anew", () => {
    const facts = { visit: "<v>", epoch: "<!--", now: 1, events: [] }
    for (const text of [FIRST_SCRIPT, THEME_SCRIPT, firstFactsJson(facts as never)]) {
      expect(harmlessMarkup(text)).toBe(text)
    }
  })
})

describe("an address that a script is loaded by", () => {
  it("is the service worker's, or one of the build's own", () => {
    for (const address of ["/sw.js", "/assets/client-entry-Dd_A-9.js"]) {
      expect(ownScriptAddress(address)).toBe(address)
    }
    const others = ["/sw.js?x", "//evil.test/sw.js", "data:text/javascript,x", "", "/media/x.js"]
    const almost = [
      "/assets/../media/x.js",
      "//evil.test/assets/x.js",
      "/assets/x.js?y",
      "/assets/x",
    ]
    for (const address of [...others, ...almost]) {
      expect(ownScriptAddress(address)).toBe(null)
    }
  })
})
