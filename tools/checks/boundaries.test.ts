import { posix } from "node:path"
import { expect, it } from "vitest"
import {
  clockReadings,
  escapingImports,
  misnamedServices,
  outsidePaths,
  undeclaredImports,
  undocumentedDependencies,
} from "./boundaries.ts"

const workspace = (
  folder: string,
  dependencies: ReadonlyArray<string>,
  devDependencies: ReadonlyArray<string> = [],
) => ({ name: `@foldcast/${posix.basename(folder)}`, folder, dependencies, devDependencies })
const workspaces = [
  workspace("packages/folds", ["@foldcast/contracts"]),
  workspace("packages/rules", []),
  workspace("apps/backend", ["@foldcast/contracts", "hono"], ["@foldcast/media"]),
]
const file = (path: string, text: string) => [{ path, text }]

it("the check of boundaries finds a relative import that leaves its package, dynamic ones too", () => {
  const escaping = `import { x } from "../rules/x.ts"\nawait import("../rules/y.ts")`
  expect(escapingImports(file("packages/folds/a.ts", escaping), workspaces)).toHaveLength(2)
  expect(escapingImports(file("packages/folds/b/a.ts", `import "../c.ts"`), workspaces)).toEqual([])
})

it("the check of boundaries finds an undeclared import of our packages, of a type, a dynamic one and its own name too", () => {
  const imports = [
    `import { ids } from "@foldcast/contracts/ids"`,
    `import type { Gateway } from "@foldcast/gateway/ids"`,
    `await import("@foldcast/folds/site")`,
    `import "@foldcast/backend/main"`,
    `import "hono"`,
  ].join("\n")
  expect(undeclaredImports(file("apps/backend/a.ts", imports), workspaces)).toEqual([
    "apps/backend/a.ts: imports @foldcast/gateway, which apps/backend/package.json does not declare",
    "apps/backend/a.ts: imports @foldcast/folds, which apps/backend/package.json does not declare",
    "apps/backend/a.ts: imports @foldcast/backend, which apps/backend/package.json does not declare",
  ])
})

it("the check of boundaries lets only tests and their fixtures import what is declared for development", () => {
  const media = `import { engine } from "@foldcast/media/engine"`
  const found = ["a.ts", "a.server.test.ts", "a.fixture.ts", "a.conformance.ts"].flatMap((name) =>
    undeclaredImports(file(`apps/backend/${name}`, media), workspaces),
  )
  expect(found).toEqual([
    "apps/backend/a.ts: imports @foldcast/media, which apps/backend/package.json does not declare",
  ])
})

it("the check of boundaries finds a dependency that the architecture's table does not have, and a row without one", () => {
  const table = [
    "| [`packages/folds`](../packages/folds) | folds | – |",
    "| [`apps/backend`](../apps/backend) | services | contracts/upstream, rules |",
  ].join("\n")
  expect(undocumentedDependencies(workspaces, table)).toEqual([
    "packages/folds/package.json: depends on @foldcast/contracts, docs/architecture.md does not",
    "docs/architecture.md: has no row for packages/rules",
    "docs/architecture.md: apps/backend imports @foldcast/rules, its package.json does not",
  ])
})

it("the check of boundaries finds a clock in a pure room, and leaves tests and other rooms alone", () => {
  const clock = "const now = new Date()"
  expect(clockReadings(file("packages/folds/a.ts", clock))).toHaveLength(1)
  expect(clockReadings(file("packages/folds/a.test.ts", clock))).toEqual([])
  expect(clockReadings(file("gateway/server/main.ts", clock))).toEqual([])
})

it("the check of boundaries finds a service whose id is not its class's name", () => {
  const service = (id: string) =>
    file(
      "gateway/a.ts",
      `class Ids extends Context.Service<\n  Ids,\n  IdsShape\n>()(\n  "${id}",\n) {}`,
    )
  expect(misnamedServices(service("gateway/Ids"))).toEqual([])
  expect(misnamedServices(service("gateway/Names"))).toEqual([
    "gateway/a.ts: the service Ids has the id Names",
  ])
})

it("the check of boundaries finds paths of one machine", () => {
  const home = ["", "home", "somebody"].join("/")
  expect(outsidePaths(file("a.ts", `const at = "${home}"`))).toHaveLength(1)
  expect(outsidePaths(file("a.ts", `fetch("/api/stream")`))).toEqual([])
})
