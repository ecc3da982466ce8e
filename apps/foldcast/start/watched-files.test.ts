import { expect, it } from "vitest"
import { affected, isOfDeskScript } from "./watched-files.ts"

it("a changed file restarts the processes that run on it, and no others", () => {
  expect(affected("contracts/units.ts")).toEqual(["backend", "gateway"])
  expect(affected("apps/backend/db/migrations/0001-members-and-ledger.sql")).toEqual(["backend"])
  expect(affected("packages/messages/messages/nl.json")).toEqual([
    "simulators",
    "backend",
    "gateway",
  ])
})

it("a changed module of the desk's script packs it anew, and restarts the simulators that serve it", () => {
  const path = "apps/simulators/desk-client/camera.ts"
  expect([isOfDeskScript(path), affected(path)]).toEqual([true, ["simulators"]])
  expect(isOfDeskScript("apps/simulators/desk-client/cut-key.test.ts")).toBe(false)
  expect(isOfDeskScript("apps/simulators/desk/routes.ts")).toBe(false)
})

it("a changed file of the browser's part is left to Vite, and tests and built files restart nothing", () => {
  for (const path of [
    "apps/web/features/header/header.tsx",
    "packages/ui/button.tsx",
    "gateway/pipeline.test.ts",
    "apps/web/dist/server/server-entry.js",
    "gateway/node_modules/x.js",
  ]) {
    expect(affected(path)).toEqual([])
  }
})
