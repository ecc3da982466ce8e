import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { beforeAll, describe, expect, it } from "vitest"

const CLIENT = new URL("dist/client/", import.meta.url)
/**
 * Bytes, gzip: all script that the home page needs before it is usable. Its components and those that seldom render
 * say "use no memo": the compiler's caches would cost more bytes than they save work.
 */
const HOME_ENTRY_BUDGET = 164_300

interface Chunk {
  readonly file: string
  readonly imports?: ReadonlyArray<string>
}

describe("the browser's part", () => {
  let files: ReadonlyArray<string>
  beforeAll(() => {
    const manifest = JSON.parse(
      readFileSync(new URL(".vite/manifest.json", CLIENT), "utf8"),
    ) as Readonly<Record<string, Chunk>>
    const names = ["client-entry.tsx"]
    for (const name of names) {
      for (const needed of manifest[name]?.imports ?? []) {
        if (!names.includes(needed)) names.push(needed)
      }
    }
    files = names.flatMap((name) => manifest[name]?.file ?? [])
  })

  it("costs the home page no more script than its budget", () => {
    const bytes = files.map((file) => gzipSync(readFileSync(new URL(file, CLIENT))).length)
    const total = bytes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThanOrEqual(HOME_ENTRY_BUDGET)
  })

  it("uses React's production build on the server too, whatever NODE_ENV is there", () => {
    const folder = new URL("dist/server/", import.meta.url)
    for (const file of globSync("**/*.js", { cwd: fileURLToPath(folder) })) {
      expect(readFileSync(new URL(file, folder), "utf8")).not.toContain("jsxDEV")
    }
  })

  it("contains no schema library, since the gateway decodes", () => {
    for (const file of files) {
      expect(readFileSync(new URL(file, CLIENT), "utf8")).not.toContain("~effect/")
    }
  })
})
