import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Result } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { DurableDatabase } from "./durable-database.ts"

const folder = mkdtempSync(join(tmpdir(), "durable-"))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

const FIRST = "CREATE TABLE items (name TEXT PRIMARY KEY) STRICT;"
const SECOND = "ALTER TABLE items ADD COLUMN size INTEGER;"

const opened = <A>(
  file: string,
  use: (database: DurableDatabase) => Effect.Effect<A, unknown>,
  migrations: ReadonlyArray<string> = [FIRST],
) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(DurableDatabase.open({ file, migrations }), use)))

const newFile = () => join(folder, `deep/${(files += 1)}.db`)

const insert = (database: DurableDatabase, name: string) =>
  database.write("insert", () => database.prepare("INSERT INTO items (name) VALUES (?)").run(name))
const names = (database: DurableDatabase) =>
  database.read("names", () =>
    database
      .prepare("SELECT name FROM items ORDER BY name")
      .all()
      .map(({ name }) => name),
  )

describe("a durable database", () => {
  it("commits together what is written in one turn, or nothing of it", () =>
    opened(newFile(), (database) =>
      Effect.gen(function* () {
        const batch = yield* Effect.all(
          ["a", "b", "a"].map((name) => Effect.result(insert(database, name))),
          { concurrency: "unbounded" },
        )
        expect(batch.map(Result.isSuccess)).toEqual([false, false, false])
        expect(yield* names(database)).toEqual([])
        yield* Effect.all([insert(database, "a"), insert(database, "b")], {
          concurrency: "unbounded",
        })
        expect(yield* names(database)).toEqual(["a", "b"])
      }),
    ))

  it("writes what is pending before it closes", async () => {
    const file = newFile()
    await opened(file, (database) =>
      Effect.forkDetach(insert(database, "late"), { startImmediately: true }),
    )
    expect(await opened(file, names)).toEqual(["late"])
  })

  it("brings an older file up to date and keeps what is in it", async () => {
    const file = newFile()
    await opened(file, (database) => insert(database, "old"))
    const rows = await opened(
      file,
      (database) =>
        database.read("all", () => database.prepare("SELECT name, size FROM items").all()),
      [FIRST, SECOND],
    )
    expect(rows.map((row) => ({ ...row }))).toEqual([{ name: "old", size: null }])
    await expect(opened(file, names)).rejects.toThrow()
  })
})
