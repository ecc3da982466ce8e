import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { isFresh, sourcesFingerprint } from "./built-site.ts"

let root: string
const write = (path: string, text: string) => {
  mkdirSync(join(root, path, ".."), { recursive: true })
  writeFileSync(join(root, path), text)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "foldcast-built-"))
  for (const path of ["vite.config.ts", "package-lock.json"]) cpSync(path, join(root, path))
  write("apps/web/page.tsx", "page")
  write("packages/messages/messages/nl.json", "{}")
  write("contracts/ids.ts", "ids")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const stamp = () => write("apps/web/dist/sources.sha256", sourcesFingerprint(root))

it("is stale before its first build and fresh after it", () => {
  expect(isFresh(root)).toBe(false)
  stamp()
  expect(isFresh(root)).toBe(true)
})

it.each([
  ["a page", "apps/web/page.tsx"],
  ["a text", "packages/messages/messages/nl.json"],
  ["a contract", "contracts/ids.ts"],
  ["how it is built", "vite.config.ts"],
  ["a package", "package-lock.json"],
])("is stale when %s has changed", (_, path) => {
  stamp()
  write(path, "something else")
  expect(isFresh(root)).toBe(false)
})

it("is stale when a source came or went", () => {
  stamp()
  write("packages/rules/new.ts", "")
  expect(isFresh(root)).toBe(false)
  stamp()
  rmSync(join(root, "packages/rules/new.ts"))
  expect(isFresh(root)).toBe(false)
})

it.each(["apps/web/page.test.ts", "apps/web/page.fixture.ts", "apps/web/dist/client/page.js"])(
  "is as fresh with another %s",
  (path) => {
    stamp()
    write(path, "whatever")
    expect(isFresh(root)).toBe(true)
  },
)
