/** The size of a profile's own script, which only profile pages load. */
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { beforeAll, describe, expect, it } from "vitest"

const CLIENT = new URL("../../dist/client/", import.meta.url)
/** Bytes, gzip. */
const PAGE_BUDGET = 49_000

interface Chunk {
  readonly file: string
  readonly imports?: ReadonlyArray<string>
  readonly dynamicImports?: ReadonlyArray<string>
}

describe("a profile's script", () => {
  let manifest: Readonly<Record<string, Chunk>>
  beforeAll(() => {
    manifest = JSON.parse(
      readFileSync(new URL(".vite/manifest.json", CLIENT), "utf8"),
    ) as typeof manifest
  })

  const needed = (entry: string): ReadonlySet<string> => {
    const names = new Set([entry])
    for (const name of names) for (const one of manifest[name]?.imports ?? []) names.add(one)
    return names
  }
  const more = (entry: string, here: ReadonlySet<string>) =>
    [...needed(entry)]
      .filter((name) => !here.has(name))
      .map((name) => gzipSync(readFileSync(new URL(manifest[name]?.file ?? "", CLIENT))).length)
      .reduce((sum, size) => sum + size, 0)

  it("costs no more than a page may, and loads the lightbox only for who looks at pictures", () => {
    const entry = needed("client-entry.tsx")
    const page = "features/profile/profile-page.tsx"
    const bytes = more(page, entry)
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThanOrEqual(PAGE_BUDGET)
    expect(needed(page)).not.toContain("features/profile/lightbox.tsx")
    expect(
      more("features/profile/lightbox.tsx", new Set([...entry, ...needed(page)])),
    ).toBeLessThan(PAGE_BUDGET)
  })
})
