/** Rendered pictures on disk: a size limit that also holds after a restart, and a folder that may be deleted. */
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { silentLayer } from "../logging.ts"
import { pictureFiles } from "./picture-files.ts"

let directory = ""
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "pictures-"))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const run = <A>(work: Effect.Effect<A>) => Effect.runPromise(Effect.provide(work, silentLayer))
const bytes = (length: number, value = 1) => new Uint8Array(length).fill(value)

const onDisk = async () => {
  const names = await readdir(directory)
  const files = await Promise.all(names.map((name) => readFile(join(directory, name))))
  return files.reduce((sum, { length }) => sum + length, 0)
}

describe("rendered pictures on disk", () => {
  it("are read as they were stored, also after a restart, whatever their key", async () => {
    const first = await run(pictureFiles(directory, 1_000))
    await run(first.keep("../../etc/a b", bytes(10, 7)))
    expect(await run(first.read("../../etc/a b"))).toEqual(Buffer.alloc(10, 7))
    expect(await run(first.read("../../etc/A b"))).toBeNull()
    const second = await run(pictureFiles(directory, 1_000))
    expect(await run(second.read("../../etc/a b"))).toEqual(Buffer.alloc(10, 7))
    expect(await readdir(directory)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/u)])
  })

  it("never take more than their limit; the one that was asked for longest ago goes first", async () => {
    const files = await run(pictureFiles(directory, 1_000))
    for (const key of ["a", "b", "c"]) await run(files.keep(key, bytes(300)))
    await run(files.read("a"))
    await run(files.keep("d", bytes(300)))
    expect(await onDisk()).toBe(900)
    expect(await run(files.read("b"))).toBeNull()
    for (const key of ["a", "c", "d"]) expect(await run(files.read(key))).toHaveLength(300)
    // Storing the same picture again needs no more space.
    await run(files.keep("d", bytes(300, 2)))
    expect(await onDisk()).toBe(900)
    await run(files.keep("larger than all", bytes(2_000)))
    expect(await onDisk()).toBe(0)
  })

  it("keep their limit over a restart, the oldest goes first, and half-written ones are deleted", async () => {
    const first = await run(pictureFiles(directory, 10_000))
    for (const key of ["old", "new"]) await run(first.keep(key, bytes(400)))
    const names = await readdir(directory)
    const oldest = new Date(0)
    await utimes(join(directory, names[0] ?? ""), oldest, oldest)
    await writeFile(join(directory, "abc.1.writing"), bytes(5_000))
    const second = await run(pictureFiles(directory, 1_000))
    await run(second.keep("newest", bytes(400)))
    expect(await onDisk()).toBe(800)
    expect(await readdir(directory)).not.toContain(names[0])
    expect(await run(second.read("newest"))).toHaveLength(400)
  })

  it("are rendered again when the folder was emptied, and are served even when it cannot be used", async () => {
    const files = await run(pictureFiles(directory, 1_000))
    await run(files.keep("a", bytes(10)))
    await rm(directory, { recursive: true })
    expect(await run(files.read("a"))).toBeNull()
    await run(files.keep("a", bytes(10)))
    expect(await run(files.read("a"))).toBeNull()
    await writeFile(directory, "no folder")
    const none = await run(pictureFiles(directory, 1_000))
    await run(none.keep("a", bytes(10)))
    expect(await run(none.read("a"))).toBeNull()
  })
})
