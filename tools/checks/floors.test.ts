import { expect, it } from "vitest"
import { floorFindings } from "./floors.ts"

const house = { folder: "site", floors: [["kit"], ["grid", "wallet"], ["shell"]] }
const file = (path: string, ...imports: ReadonlyArray<string>) => ({
  path,
  text: imports.map((specifier) => `import { x } from "${specifier}"`).join("\n"),
})
const rest = [file("site/kit/a.ts"), file("site/grid/a.ts"), file("site/wallet/a.ts")]
const shell = file("site/shell/a.ts", "../grid/a.ts", "../kit/a.ts", "./b.ts", "../../router.ts")
const findings = (...files: ReadonlyArray<ReturnType<typeof file>>) =>
  floorFindings([house], [...rest, shell, ...files])

it("the check of floors lets a room import its own files, lower rooms and other packages", () => {
  expect(findings()).toEqual([])
})

it("the check of floors finds an import of a room beside or above, a dynamic one too", () => {
  expect(findings(file("site/grid/b.ts", "../wallet/a.ts"))).toEqual([
    "site/grid/b.ts: imports ../wallet/a.ts; wallet does not stand below grid",
  ])
  const dynamic = { path: "site/kit/b.ts", text: `await import("../shell/a.ts")` }
  expect(findings(dynamic)).toEqual([
    "site/kit/b.ts: imports ../shell/a.ts; shell does not stand below kit",
  ])
})

it("the check of floors leaves tests alone", () => {
  expect(findings(file("site/kit/a.test.ts", "../shell/a.ts"))).toEqual([])
})

it("the check of floors finds a room without a floor, and a floor's room that is gone", () => {
  expect(findings(file("site/attic/a.ts"))).toEqual([
    "site/attic: stands on no floor (tools/checks/floors.ts)",
  ])
  expect(floorFindings([house], rest)).toEqual([
    "tools/checks/floors.ts: names site/shell, which is not there",
  ])
})
