/** The page of all components: development serves it, and nothing of it is in what is built. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const WEB = fileURLToPath(new URL("../", import.meta.url))

const filesOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:js|css|json)$/u.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

const MARKS = /design-(?:page|sample|switches|entry|group)/u

describe("the page of all components", () => {
  it("is not in the built site: no script, style sheet or list of files knows it", () => {
    expect(readFileSync(`${WEB}design/design-page.tsx`, "utf8")).toMatch(MARKS)
    const built = filesOf(`${WEB}dist`)
    expect(built.length).toBeGreaterThan(50)
    expect(built.filter((file) => MARKS.test(readFileSync(file, "utf8")))).toEqual([])
  })
})
