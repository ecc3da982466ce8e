import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { BUILDS, isFresh, sourcesFingerprint } from "./builds.ts"

let root: string
const write = (path: string, text: string) => {
  mkdirSync(join(root, path, ".."), { recursive: true })
  writeFileSync(join(root, path), text)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "foldcast-built-"))
  for (const path of BUILDS.flatMap(({ sources }) => sources.files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(path, join(root, path))
  }
  write("apps/web/page.tsx", "page")
  write("packages/messages/messages/nl.json", "{}")
  write("contracts/ids.ts", "ids")
  write("gateway/server/main.ts", "gateway")
  write("apps/backend/main.ts", "backend")
  write("apps/simulators/desk-client/main.ts", "desk")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const stamp = () => {
  for (const build of BUILDS)
    write(`${build.folder}/sources.sha256`, sourcesFingerprint(root, build))
}
/** Whether the site, the gateway, the backend and the outside parties are fresh. */
const fresh = () => BUILDS.map((build) => isFresh(root, build))

it("a build is stale before the first one and fresh after it", () => {
  expect(fresh()).toEqual([false, false, false, false])
  stamp()
  expect(fresh()).toEqual([true, true, true, true])
})

it.each([
  ["a page", "apps/web/page.tsx", [false, true, true, true]],
  ["a text", "packages/messages/messages/nl.json", [false, false, false, false]],
  ["a contract", "contracts/ids.ts", [false, false, false, false]],
  ["how the site is built", "vite.config.ts", [false, true, true, true]],
  ["how texts are shortened", "tools/site/short-messages.ts", [false, true, true, true]],
  ["what is left out of packages", "tools/site/unused-parts.ts", [false, true, true, true]],
  ["a package", "package-lock.json", [false, false, false, false]],
  ["the gateway", "gateway/server/main.ts", [true, false, true, true]],
  ["how programs are packed", "tools/pack-node.ts", [true, false, false, false]],
  ["the backend", "apps/backend/main.ts", [true, true, false, true]],
  ["how the backend is packed", "tools/pack-backend.ts", [true, true, false, true]],
  ["the desk", "apps/simulators/desk-client/main.ts", [true, true, true, false]],
  ["how the desk is packed", "tools/pack-desk.ts", [true, true, true, false]],
  ["which browsers are built for", "tools/baseline/baseline.ts", [false, true, true, false]],
])("a build is stale when %s has changed that it is made of", (_, path, left) => {
  stamp()
  write(path, "something else")
  expect(fresh()).toEqual(left)
})

it("a build is stale when a source was added or removed", () => {
  stamp()
  write("packages/rules/new.ts", "")
  expect(fresh()).toEqual([false, false, false, false])
  stamp()
  rmSync(join(root, "packages/rules/new.ts"))
  expect(fresh()).toEqual([false, false, false, false])
})

it.each([
  "apps/web/page.test.ts",
  "apps/web/page.fixture.ts",
  "apps/web/dist/client/page.js",
  "gateway/dist/main.js",
  "apps/backend/dist/main.js",
  "apps/simulators/dist/desk/desk.js",
])("a build is as fresh with another %s", (path) => {
  stamp()
  write(path, "whatever")
  expect(fresh()).toEqual([true, true, true, true])
})
