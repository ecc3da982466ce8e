/** The conformance suite on real files, and what only a disk can do to kept answers. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Layer, Option, References } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { citationOf, keptAnswersConformance } from "./kept-answers.conformance.ts"
import { KeptAnswers, type KeptAnswersShape } from "./kept-answers.ts"
import { SqliteKeptAnswers } from "./sqlite.ts"

const directories: Array<string> = []
const newFile = () => {
  const directory = mkdtempSync(join(tmpdir(), "kept-answers-"))
  directories.push(directory)
  return join(directory, "answers.db")
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const quiet = Layer.succeed(References.MinimumLogLevel, "None")
const withKept = <A, E>(
  file: string,
  use: (kept: KeptAnswersShape) => Effect.Effect<A, E>,
  maxBytes = 1_000_000,
) =>
  Effect.runPromise(
    KeptAnswers.use(use).pipe(
      Effect.provide(SqliteKeptAnswers.layer({ file, maxBytes }).pipe(Layer.provide(quiet))),
    ),
  )

keptAnswersConformance("sqlite", (maxBytes) =>
  SqliteKeptAnswers.layer({ file: newFile(), maxBytes }),
)

const read = (text: string) => (kept: KeptAnswersShape) => kept.read(citationOf(text).hash)

describe("kept answers on disk", () => {
  it("are there after a restart, for the gateway's own eyes", async () => {
    const file = newFile()
    const bytes = await withKept(file, (kept) =>
      Effect.map(kept.cite([citationOf("text")], 1), () => kept.bytes()),
    )
    expect(await withKept(file, read("text"))).toEqual(Option.some("text"))
    expect(await withKept(file, (kept) => Effect.sync(() => kept.bytes()))).toBe(bytes)
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it("make room when the bound has become smaller", async () => {
    const file = newFile()
    await withKept(file, (kept) =>
      Effect.andThen(kept.cite([citationOf("older")], 1), kept.cite([citationOf("newer")], 2)),
    )
    const left = await withKept(
      file,
      (kept) => Effect.all([read("older")(kept), read("newer")(kept)]),
      300,
    )
    expect(left).toEqual([Option.none(), Option.some("newer")])
  })

  it("make room for a bound that has become much smaller", async () => {
    const file = newFile()
    const many = Array.from({ length: 250 }, (_, index) => citationOf(`answer ${index}`))
    await withKept(file, (kept) => kept.cite(many, 1))
    const bytes = await withKept(file, (kept) => Effect.sync(() => kept.bytes()), 0)
    expect(bytes).toBe(0)
  })

  it("change nothing where a part of them cannot be written, and go on counting right", async () => {
    const file = newFile()
    const counted = await withKept(file, (kept) =>
      Effect.gen(function* () {
        yield* kept.cite([citationOf("first")], 1)
        const before = kept.bytes()
        const other = new DatabaseSync(file)
        other.exec(`CREATE TRIGGER full BEFORE INSERT ON answers
          WHEN (SELECT count(*) FROM answers) > 1
          BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`)
        const batch = [citationOf("second"), citationOf("third")]
        const failed = yield* Effect.flip(kept.cite(batch, 2))
        expect(failed.message).toContain("database or disk is full")
        expect(yield* read("second")(kept)).toEqual(Option.none())
        expect(kept.bytes()).toBe(before)
        other.exec("DROP TRIGGER full")
        other.close()
        yield* kept.cite(batch, 3)
        return kept.bytes()
      }),
    )
    // Opened anew, it measures.
    expect(await withKept(file, (kept) => Effect.sync(kept.bytes))).toBe(counted)
  })

  it("are gone, not wrong, where their bytes are not what was written", async () => {
    const file = newFile()
    await withKept(file, (kept) => kept.cite([citationOf("one"), citationOf("two")], 1))
    const db = new DatabaseSync(file)
    db.prepare("UPDATE answers SET body = (SELECT body FROM answers WHERE hash = ?)").run(
      citationOf("two").hash,
    )
    db.close()
    expect(await withKept(file, read("one"))).toEqual(Option.none())
    expect(await withKept(file, read("two"))).toEqual(Option.some("two"))
  })

  it("fail by themselves where their file is something else", async () => {
    for (const spoil of [
      (file: string) => writeFileSync(file, "not a database".repeat(100)),
      (file: string) => new DatabaseSync(file).exec("PRAGMA application_id = 7"),
    ]) {
      const file = newFile()
      spoil(file)
      const told = await withKept(file, (kept) => Effect.flip(kept.cite([citationOf("a")], 1)))
      expect(told).toMatchObject({ _tag: "KeptAnswersUnavailable" })
    }
  })

  it("go on when what failed works again", async () => {
    const file = newFile()
    await withKept(file, (kept) =>
      Effect.gen(function* () {
        const other = new DatabaseSync(file)
        other.exec("ALTER TABLE answers RENAME TO elsewhere")
        const failed = yield* Effect.flip(kept.cite([citationOf("text")], 1))
        expect(failed).toMatchObject({ _tag: "KeptAnswersUnavailable", operation: "cite" })
        other.exec("ALTER TABLE elsewhere RENAME TO answers")
        other.close()
        yield* kept.cite([citationOf("text")], 2)
        expect(yield* read("text")(kept)).toEqual(Option.some("text"))
      }),
    )
  })
})
