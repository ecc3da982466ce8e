import { describe, expect, it } from "vitest"
import { type DocumentParts, withDocumentParts } from "./site-document.tsx"
import { HOUSE_BRAND } from "./screens/brands.fixture.ts"

const parts: DocumentParts = {
  frame: {
    locale: "nl",
    brand: HOUSE_BRAND,
    consent: null,
    mailedLink: "none",
    origin: "https://foldcast.test",
    assets: { script: "/assets/entry.js", styles: [], fonts: [] },
  },
  firstFacts: `{"visit":"v"}`,
  pageAnswers: "{}",
  nonce: "n0",
}

describe("the parts of a document outside of React", () => {
  it("begin with the script that cleans the address, before everything of the head", () => {
    const text = withDocumentParts(
      '<html><head><link rel="stylesheet"/></head><body>é</body></html>',
      parts,
    )
    expect(text).toMatch(
      /^<html><head><meta name="referrer" content="strict-origin"\/><script nonce="n0">/u,
    )
    expect(text).toContain(
      '</script><style id="react-aria-pressable-style" nonce="n0">' +
        "@layer{[data-react-aria-pressable]{touch-action:pan-x pan-y pinch-zoom}}</style>" +
        '<link rel="icon" href="/icons/foldcast.svg" type="image/svg+xml"/>' +
        '<link rel="apple-touch-icon" href="/icons/foldcast-apple-180.png"/>' +
        '<link rel="manifest" href="/manifest.webmanifest"/>' +
        '<link rel="stylesheet"/></head><body>é<script id=',
    )
    expect(text).toMatch(
      /<script type="module" src="\/assets\/entry.js" fetchpriority="low" nonce="n0"><\/script><\/body><\/html>$/u,
    )
  })

  it("end where the document itself ends, whatever a page contains", () => {
    const text = withDocumentParts(
      "<html><head></head><body><p>&lt;/body&gt;</p><script>'</body>'</script></body></html>",
      parts,
    )
    expect(text.split("first-facts")).toHaveLength(2)
    expect(text.indexOf("first-facts")).toBeGreaterThan(text.indexOf("'</body>'"))
  })

  it("leave alone what is no document", () => {
    expect(withDocumentParts("nothing", parts)).toBe("nothing")
  })
})
