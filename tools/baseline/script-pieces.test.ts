import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { scriptPieces } from "./script-pieces.ts"
import { isNewer } from "./web-pieces.ts"

const SOURCE = `
document.startViewTransition(() => {})
const first = URL.parse("https://a.example")
const own = { startViewTransition: 1, parse: 2 }
own.startViewTransition + own.parse + JSON.parse("1")
new EventTarget().addEventListener("scrollend", () => {})
const { promise } = Promise.withResolvers<void>()
const sorted = [1].values().map((one) => one + 1)
document.querySelector("video")?.requestVideoFrameCallback(() => {})
export const shown = () => <div popover="auto" hidden><img fetchPriority="low" /></div>
`

it("the newer pieces of a source are found by what they are, not by their names", () => {
  const folder = mkdtempSync(join(tmpdir(), "pieces-"))
  try {
    writeFileSync(join(folder, "used.tsx"), SOURCE)
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: { jsx: "preserve", lib: ["esnext", "dom"], noEmit: true, types: [] },
        include: ["used.tsx"],
      }),
    )
    const pieces = scriptPieces(join(folder, "tsconfig.json"), (path) => path.endsWith("used.tsx"))
    const newer = pieces.filter(({ piece }) => isNewer(piece))
    expect(newer.map(({ piece, where }) => [piece.key, where.split(":")[1]])).toEqual(
      expect.arrayContaining([
        ["api.Document.startViewTransition", "2"],
        ["api.URL.parse_static", "3"],
        ["api.Document.scrollend_event", "6"],
        ["javascript.builtins.Promise.withResolvers", "7"],
        ["javascript.builtins.Iterator.map", "8"],
        ["api.HTMLVideoElement.requestVideoFrameCallback", "9"],
        ["html.global_attributes.popover", "10"],
        ["html.elements.img.fetchpriority", "10"],
      ]),
    )
    expect(newer.filter(({ where }) => where.endsWith(":5"))).toEqual([])
    // Older features are found too.
    expect(pieces.map(({ piece }) => piece.key)).toContain("api.Document.querySelector")
  } finally {
    rmSync(folder, { recursive: true })
  }
})
