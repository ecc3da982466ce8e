import { afterEach, expect, it, vi } from "vitest"
import { ChunkGone, importFetched } from "./import-fetched.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A network that answers as told, by address; what is not told is there. */
const network = (answers: Readonly<Record<string, number | "none">> = {}) => {
  const asked: Array<string> = []
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address)
    const answer = answers[address] ?? 200
    if (answer === "none") throw new TypeError("Failed to fetch")
    return new Response("", { status: answer })
  })
  return asked
}
const load = vi.fn(async () => "part")

it("a chunk is imported once all that it imports has been fetched, each of them once", async () => {
  const asked = network()
  expect(await importFetched(load, ["assets/a.js", "assets/shared.js"])).toBe("part")
  await importFetched(load, ["assets/b.js", "assets/shared.js"])
  expect(asked).toEqual(["/assets/a.js", "/assets/shared.js", "/assets/b.js"])
})

it("a chunk of which a part did not come is not imported, and is fetched again when it is needed again", async () => {
  network({ "/assets/d.js": "none" })
  load.mockClear()
  await expect(importFetched(load, ["assets/c.js", "assets/d.js"])).rejects.toThrow(TypeError)
  expect(load).not.toHaveBeenCalled()
  const asked = network()
  expect(await importFetched(load, ["assets/c.js", "assets/d.js"])).toBe("part")
  expect(asked).toEqual(["/assets/d.js"])
})

it("a chunk that the site answers without is gone", async () => {
  network({ "/assets/e.js": 404 })
  await expect(importFetched(load, ["assets/e.js"])).rejects.toThrow(ChunkGone)
})
