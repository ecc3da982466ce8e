import { expect, it } from "vitest"
import {
  clockReadings,
  escapingImports,
  forbiddenDependencies,
  outsidePaths,
} from "./boundaries.ts"

const workspaces = [
  { folder: "packages/folds", dependencies: ["@foldcast/contracts"] },
  { folder: "packages/rules", dependencies: [] },
  { folder: "apps/backend", dependencies: ["@foldcast/gateway"] },
]
const file = (path: string, text: string) => [{ path, text }]

it("finds a relative import that leaves its package, dynamic ones too", () => {
  const escaping = `import { x } from "../rules/x.ts"\nawait import("../rules/y.ts")`
  expect(escapingImports(file("packages/folds/a.ts", escaping), workspaces)).toHaveLength(2)
  expect(escapingImports(file("packages/folds/b/a.ts", `import "../c.ts"`), workspaces)).toEqual([])
})

it("finds a declared dependency that the room may not import", () => {
  const rooms = [{ folder: "apps/backend", banned: ["@foldcast/gateway/**"] }]
  expect(forbiddenDependencies(workspaces, rooms)).toEqual([
    "apps/backend/package.json: depends on @foldcast/gateway, which this room may not import",
  ])
})

it("finds a clock in a pure room, and leaves tests and other rooms alone", () => {
  const clock = "const now = new Date()"
  expect(clockReadings(file("packages/folds/a.ts", clock))).toHaveLength(1)
  expect(clockReadings(file("packages/folds/a.test.ts", clock))).toEqual([])
  expect(clockReadings(file("gateway/server/main.ts", clock))).toEqual([])
})

it("finds paths of one machine", () => {
  const home = ["", "home", "somebody"].join("/")
  expect(outsidePaths(file("a.ts", `const at = "${home}"`))).toHaveLength(1)
  expect(outsidePaths(file("a.ts", `fetch("/api/stream")`))).toEqual([])
})
