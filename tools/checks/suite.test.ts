import { expect, it } from "vitest"
import { heavyUnitTests, unknownKinds } from "./suite.ts"

it("the check of the suite finds a test whose name says a kind that does not exist", () => {
  const files = ["a/a.test.ts", "a/a.server.test.ts", "a/a.servers.test.ts", "a/a.screen.test.tsx"]
  expect(unknownKinds(files)).toEqual([
    'a/a.servers.test.ts: there is no kind of test "servers" (docs/testing.md, Kinds)',
  ])
})

it("the check of the suite finds a unit test that starts a process, through packages too, and not for a type's sake", () => {
  const sources = [
    { path: "a/a.test.ts", text: `import { b } from "./b.ts"` },
    { path: "a/b.ts", text: `import { c } from "@foldcast/c/run"` },
    { path: "c/run.ts", text: `import { spawn } from "node:child_process"` },
    { path: "a/types.test.ts", text: `import type { ChildProcess } from "node:child_process"` },
  ]
  const workspaces = new Map([["@foldcast/c", "c"]])
  expect(heavyUnitTests(["a/a.test.ts", "a/types.test.ts"], sources, workspaces)).toEqual([
    "a/a.test.ts: comes to node:child_process by c/run.ts; it is no unit test (docs/testing.md, Kinds)",
  ])
})
