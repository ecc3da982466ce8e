import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { DataDirectoryHeld, DataDirectoryUnusable, holdDataDirectory } from "./data-lock.ts"

const root = mkdtempSync(join(tmpdir(), "data-lock-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const attempt = (directory: string) =>
  Effect.runPromise(
    holdDataDirectory({ directory, holder: "the second one" }).pipe(Effect.scoped, Effect.result),
  )

describe("data directory lock", () => {
  it("refuses a directory another process holds, naming it", async () => {
    const directory = join(root, "held")
    const holder = fork(join(import.meta.dirname, "hold-directory.fixture.ts"), [directory])
    await once(holder, "message")
    const refused = await attempt(directory)
    expect(refused).toMatchObject({
      _tag: "Failure",
      failure: { _tag: "DataDirectoryHeld", holder: "the first one", pid: holder.pid },
    })
    if (refused._tag === "Failure" && refused.failure._tag === "DataDirectoryHeld")
      expect(refused.failure.since).toBeGreaterThan(1_700_000_000_000)
    holder.kill("SIGKILL")
    await once(holder, "exit")
    expect(await attempt(directory)).toMatchObject({ _tag: "Success" })
  })

  it("refuses a second holder in the same process, and is released when the scope closes", async () => {
    const directory = join(root, "nested", "same")
    const nested = Effect.gen(function* () {
      yield* holdDataDirectory({ directory, holder: "the first one" })
      return yield* Effect.flip(holdDataDirectory({ directory, holder: "the second one" }))
    })
    const error = await Effect.runPromise(Effect.scoped(nested))
    expect(error).toBeInstanceOf(DataDirectoryHeld)
    expect(error.message).toContain("held by another process: the first one, process")
    expect(await attempt(directory)).toMatchObject({ _tag: "Success" })
  })

  it("refuses a directory whose first holder is just starting, or is not known", async () => {
    const directory = join(root, "starting")
    mkdirSync(directory)
    const other = new DatabaseSync(join(directory, "lock.db"))
    other.exec("BEGIN IMMEDIATE")
    const refusal = { holder: "one that is just starting", pid: 0, since: 0 }
    const refused = { _tag: "Failure", failure: { _tag: "DataDirectoryHeld", ...refusal } }
    expect(await attempt(directory)).toMatchObject(refused)
    other.exec("CREATE TABLE holder (holder TEXT, pid INTEGER, since INTEGER)")
    other.exec("COMMIT")
    other.exec("BEGIN IMMEDIATE")
    expect(await attempt(directory)).toMatchObject(refused)
    // In the moment of its commit it lets nobody read.
    other.exec("COMMIT; BEGIN EXCLUSIVE")
    expect(await attempt(directory)).toMatchObject(refused)
    other.close()
  })

  it("says why a directory cannot be used", async () => {
    const file = join(root, "a-file")
    writeFileSync(file, "")
    const refused = await Effect.runPromise(
      Effect.flip(holdDataDirectory({ directory: join(file, "x"), holder: "h" })).pipe(
        Effect.scoped,
      ),
    )
    expect(refused).toBeInstanceOf(DataDirectoryUnusable)
  })
})
