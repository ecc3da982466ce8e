import { describe, expect, it } from "vitest"
import { BASELINE_YEAR, BUILD_TARGET } from "../baseline/baseline.ts"
import { bundlePieces } from "../baseline/bundle-pieces.ts"
import { stylePieces } from "../baseline/style-pieces.ts"
import { isNewer, type UsedPiece, WEB_PIECES, type WebPiece } from "../baseline/web-pieces.ts"
import { browserFindings, listedFeatures } from "./browsers.ts"

const newerKeys = (pieces: ReadonlyArray<UsedPiece>) =>
  pieces.flatMap(({ piece }) => (isNewer(piece) ? [piece.key] : []))
const ofStyle = (text: string) => newerKeys(stylePieces({ path: "a.css", text }))
const ofBundle = (text: string) => newerKeys(bundlePieces({ path: "a.js", text }))

const pieceOf = (key: string): WebPiece => {
  const piece = WEB_PIECES.get(key)
  if (piece === undefined) throw new Error(`no ${key}`)
  return piece
}
const used = (...keys: ReadonlyArray<string>): ReadonlyArray<UsedPiece> =>
  keys.map((key) => ({ piece: pieceOf(key), where: "there.ts:3" }))

const OLD = "api.Document.querySelector"
const document = (...features: ReadonlyArray<string>) =>
  [
    "Baseline 2023: Chrome 120, Edge 120, Firefox 121, Safari 17.2.",
    "| `outside` | of the table |",
    "## Newer than that",
    "",
    "| piece | in its place |",
    "|---|---|",
    ...features.map((feature) => `| \`${feature}\` | words of \`view-transitions\` |`),
    "",
    "## Next",
    "| `behind` | it |",
  ].join("\n")
const findings = (text: string, pieces: ReadonlyArray<UsedPiece>) =>
  browserFindings({ document: text, year: BASELINE_YEAR, target: BUILD_TARGET, used: { pieces } })

describe("the check of browsers", () => {
  it("finds a newer piece without a row", () => {
    expect(findings(document(), used(OLD, "api.Document.startViewTransition"))).toEqual([
      "there.ts:3: api.Document.startViewTransition is newer than Baseline 2023 (since 2025-10-14), and docs/browsers.md has no row `view-transitions` that says what stands in its place",
    ])
  })

  it("accepts a piece that has its row", () => {
    const pieces = used(OLD, "api.Document.startViewTransition")
    expect(findings(document("view-transitions"), pieces)).toEqual([])
  })

  it("finds a row of which nothing is used, a reader that read nothing, another year and another browser", () => {
    expect(findings(document("popover"), used(OLD))).toEqual([
      "docs/browsers.md: nothing newer than Baseline 2023 is of `popover`",
    ])
    expect(findings(document(), [])).toHaveLength(1)
    const other = { year: 2024, target: ["chrome131"], used: { pieces: used(OLD) } }
    expect(browserFindings({ document: document(), ...other })).toEqual([
      "docs/browsers.md does not say Baseline 2024",
      "docs/browsers.md does not say chrome 131",
    ])
  })

  it("reads the table's rows, their first cell and nothing else", () => {
    expect(listedFeatures(document("popover` and `url"))).toEqual(["popover", "url"])
  })
})

describe("the newer pieces of a style sheet", () => {
  it.each([
    [".a { anchor-name: --b }", "css.properties.anchor-name"],
    ["@starting-style { .a { opacity: 0 } }", "css.at-rules.starting-style"],
    [":root { --a: light-dark(#fff, #000) }", "css.types.color.light-dark"],
    [":root {\n  /* light-dark(red, blue) */\n  --a: round(up, 3px, 2px)\n}", "css.types.round"],
    ["details::details-content { color: red }", "css.selectors.details-content"],
  ])("are found: %s", (text, key) => {
    expect(ofStyle(text)).toContain(key)
  })

  it("are none within a feature query, in a comment, and in what is old", () => {
    expect(ofStyle("@supports (anchor-name: --b) { .a { anchor-name: --b } }")).toEqual([])
    expect(ofStyle("/* light-dark(red, blue) */ .a:has(b) { color: oklch(0.5 0.1 20) }")).toEqual(
      [],
    )
  })
})

describe("the newer pieces of the built script", () => {
  it.each([
    ["const a = Promise.withResolvers()", "javascript.builtins.Promise.withResolvers"],
    ["document.startViewTransition(go)", "api.Document.startViewTransition"],
    ["v.requestVideoFrameCallback(x)", "api.HTMLVideoElement.requestVideoFrameCallback"],
    ["if (typeof Temporal) go()", "javascript.builtins.Temporal"],
    ["new URLPattern({})", "api.URLPattern"],
    ["URL.parse(a)", "api.URL.parse_static"],
  ])("are found: %s", (text, key) => {
    expect(ofBundle(text)).toContain(key)
  })

  it("are none where the name is a common one, or older", () => {
    expect(
      ofBundle("a.segment(b); JSON.parse(c); x.first.maxWidth; document.querySelector(d)"),
    ).toEqual([])
  })

  it("include syntax, which does not parse before its year", () => {
    expect(() => ofBundle("using a = b()")).toThrow(SyntaxError)
    expect(() => ofBundle('import a from "./a.json" with { type: "json" }')).toThrow(SyntaxError)
    expect(ofBundle("class A { static #b; static { this.#b ??= c } }")).toEqual([])
  })
})
