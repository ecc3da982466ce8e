/** The gateway as it runs for visitors: a few bundled files (ADR 0034). End-to-end journeys use it. */
import { readdirSync, readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { expect, it } from "vitest"

const IMPORTED = /^import (?:.* from )?"([^"]+)";$/gmu
const FOLDER = "gateway/dist"

const importedBy = (file: string) =>
  [...readFileSync(`${FOLDER}/${file}`, "utf8").matchAll(IMPORTED)].map(([, name]) => name ?? "")

it("the packed gateway needs Node alone, and Vite where it serves development", () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".js"))
  expect(files).toEqual(expect.arrayContaining(["main.js", "sqlite-worker.js", "worker.js"]))
  const needed = files
    .flatMap(importedBy)
    .filter((name) => !name.startsWith("./") && !isBuiltin(name))
  expect(needed).toEqual(["vite"])
})
