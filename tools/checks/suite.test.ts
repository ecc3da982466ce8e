import { expect, it } from "vitest"
import { heavyUnitTests, roomFindings } from "./suite.ts"

const rooms = { grid: ["web/grid-*.test.ts"], wallet: ["web/{grid-wallet,wallet}.test.ts"] }

it("finds a test that belongs nowhere, and one that belongs twice", () => {
  const files = ["web/grid-a.test.ts", "web/grid-wallet.test.ts", "web/other.test.ts"]
  expect(roomFindings(files, files, rooms)).toEqual([
    "web/grid-wallet.test.ts: belongs to grid and wallet (tools/suite/rooms.ts)",
    "web/other.test.ts: belongs to no room (tools/suite/rooms.ts)",
  ])
})

it("finds a room whose tests are gone", () => {
  expect(roomFindings([], ["web/wallet.test.ts"], rooms)).toEqual([
    "tools/suite/rooms.ts: no test of grid fits web/grid-*.test.ts",
  ])
})

it("finds a unit test that comes to start a process, by packages too, and not for a type's sake", () => {
  const sources = [
    { path: "a/a.test.ts", text: `import { b } from "./b.ts"` },
    { path: "a/b.ts", text: `import { c } from "@foldcast/c/run"` },
    { path: "c/run.ts", text: `import { spawn } from "node:child_process"` },
    { path: "a/types.test.ts", text: `import type { ChildProcess } from "node:child_process"` },
  ]
  const workspaces = new Map([["@foldcast/c", "c"]])
  expect(heavyUnitTests(["a/a.test.ts", "a/types.test.ts"], sources, workspaces)).toEqual([
    "a/a.test.ts: comes to node:child_process by c/run.ts; it is no unit test (tools/suite/test-projects.ts)",
  ])
})
