/** What the threads that hold SQLite files load: each has a heap of its own, and pays for every module again. */
import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { expect, it } from "vitest"

const IMPORTED = /^(?:import|export)\b[^"]*?\bfrom "([^"]+)"|^import "([^"]+)"/gmu

/** Of a module and what it imports: everything that is neither Node's own nor a file beside it. */
const librariesOf = (entry: URL): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const found: Array<string> = []
  const follow = (file: URL) => {
    if (seen.has(file.href)) return
    seen.add(file.href)
    const source = stripTypeScriptTypes(readFileSync(file, "utf8"))
    for (const [, from, alone] of source.matchAll(IMPORTED)) {
      const specifier = from ?? alone ?? ""
      if (specifier.startsWith(".")) follow(new URL(specifier, file))
      else if (!specifier.startsWith("node:")) found.push(`${specifier} by ${file.pathname}`)
    }
  }
  follow(entry)
  expect(seen.size).toBeGreaterThan(5)
  return found
}

it("loads no library into a thread that holds a file: one of them takes forty megabytes", () => {
  for (const script of ["./sqlite-worker.ts", "../store/worker.ts"])
    expect(librariesOf(new URL(script, import.meta.url)), script).toEqual([])
})
