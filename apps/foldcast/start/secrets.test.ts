import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { loadSecrets } from "./secrets.ts"
import { SECRET_NAMES } from "./settings.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "foldcast-secrets-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it("secrets are drawn once and can be read by their owner alone", () => {
  const first = loadSecrets(folder, {})
  expect(new Set(Object.values(first)).size).toBe(SECRET_NAMES.length)
  expect(loadSecrets(folder, {})).toEqual(first)
  expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600)
})

it("secrets set in the environment come first and are never written down", () => {
  const given = "given-by-the-environment"
  expect(loadSecrets(folder, { TOKEN_SECRET: given }).TOKEN_SECRET).toBe(given)
  expect(readFileSync(join(folder, "secrets.json"), "utf8")).not.toContain(given)
})

it("a damaged file of secrets is refused with a sentence that says what to do", () => {
  writeFileSync(join(folder, "secrets.json"), "{")
  expect(() => loadSecrets(folder, {})).toThrow(/is damaged. Remove it/u)
})
