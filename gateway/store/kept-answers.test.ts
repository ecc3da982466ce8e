import { hash, randomBytes } from "node:crypto"
import { mkdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Layer, Option } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { DurableStore, memoryStore } from "./durable-store.ts"
import { type Citation, KeptAnswers, keptAnswersIn, type KeptAnswersShape } from "./kept-answers.ts"
import { directories, withStore } from "./open-store.fixtures.ts"

const folders = directories("kept-answers")
afterAll(folders.remove)
const fileIn = (directory: string) => join(directory, "answers.db")

const citationOf = (text: string): Citation => ({ hash: hash("sha256", text), text })
const named = (text: string): Citation => ({ ...citationOf(text), text: null })

/** A text that packs to about as many bytes as it has characters of hexadecimal pairs. */
const incompressible = (bytes: number) => randomBytes(bytes).toString("hex")

const NONE = { kept: 0, known: 0, unknown: 0, tooLong: 0 }

const run = <A, E>(
  name: string,
  maxBytes: number,
  use: (kept: KeptAnswersShape) => Effect.Effect<A, E>,
) =>
  it(name, async () => {
    await Effect.runPromise(use(keptAnswersIn(memoryStore(maxBytes))))
  })

const withKept = <A, E>(
  directory: string,
  use: (kept: KeptAnswersShape) => Effect.Effect<A, E>,
  maxBytes?: number,
) =>
  withStore(
    directory,
    (store) =>
      KeptAnswers.use(use).pipe(
        Effect.provide(KeptAnswers.layer.pipe(Layer.provide(Layer.succeed(DurableStore, store)))),
      ),
    maxBytes,
  )

const read = (text: string) => (kept: KeptAnswersShape) => kept.read(citationOf(text).hash)

describe("kept answers", () => {
  run("are read back as they were, each kept once", 1_000_000, (kept) =>
    Effect.gen(function* () {
      const text = JSON.stringify({ name: "Zoë \u2028 \u{1f339}", list: [1, 2, 3] })
      expect(yield* kept.cite([citationOf(text)], 1)).toEqual({ ...NONE, kept: 1 })
      const bytes = kept.bytes()
      expect(bytes).toBeGreaterThan(0)
      expect(yield* kept.cite([citationOf(text), citationOf(text)], 2)).toEqual({
        ...NONE,
        known: 2,
      })
      expect(kept.bytes()).toBe(bytes)
      expect(yield* kept.read(citationOf(text).hash)).toEqual(Option.some(text))
    }),
  )

  run("are none of a hash that came without its text", 1_000_000, (kept) =>
    Effect.gen(function* () {
      expect(yield* kept.cite([named("never served")], 1)).toEqual({ ...NONE, unknown: 1 })
      expect(yield* kept.read(named("never served").hash)).toEqual(Option.none())
      expect(kept.bytes()).toBe(0)
    }),
  )

  run("go when they were last cited before the term, whoever cited them last", 1_000_000, (kept) =>
    Effect.gen(function* () {
      yield* kept.cite([citationOf("old"), citationOf("cited again")], 100)
      yield* kept.cite([citationOf("new")], 300)
      expect(yield* kept.cite([named("cited again")], 300)).toEqual({ ...NONE, known: 1 })
      // A clock that runs back takes nothing away.
      yield* kept.cite([named("cited again")], 50)
      expect(yield* kept.forgetBefore(100)).toBe(0)
      expect(yield* kept.forgetBefore(300)).toBe(1)
      const left = yield* Effect.forEach(["old", "cited again", "new"], (text) =>
        Effect.map(kept.read(citationOf(text).hash), Option.isSome),
      )
      expect(left).toEqual([false, true, true])
      yield* kept.forgetBefore(1_000)
      expect(kept.bytes()).toBe(0)
    }),
  )

  run("are forgotten however many they are", 1_000_000, (kept) =>
    Effect.gen(function* () {
      const many = Array.from({ length: 250 }, (_, index) => citationOf(`answer ${index}`))
      yield* kept.cite(many, 1)
      expect(yield* kept.forgetBefore(2)).toBe(250)
    }),
  )

  run("are bounded in bytes: those cited longest ago go first", 5_000, (kept) =>
    Effect.gen(function* () {
      const [a, b, c, d] = [1, 2, 3, 4].map(() => citationOf(incompressible(1_000))) as [
        Citation,
        Citation,
        Citation,
        Citation,
      ]
      yield* kept.cite([a], 1)
      yield* kept.cite([b], 2)
      yield* kept.cite([c], 3)
      yield* kept.cite([{ ...a, text: null }], 4)
      yield* kept.cite([d], 5)
      const left = yield* Effect.forEach([a, b, c, d], ({ hash: name }) =>
        Effect.map(kept.read(name), Option.isSome),
      )
      expect(left).toEqual([true, false, true, true])
      expect(kept.bytes()).toBeLessThanOrEqual(5_000)
      expect(yield* kept.cite([citationOf(incompressible(5_000))], 6)).toEqual({
        ...NONE,
        tooLong: 1,
      })
      expect(yield* kept.read(d.hash)).not.toEqual(Option.none())
    }),
  )

  run("are bounded also where they are short: what stores each counts too", 10_000, (kept) =>
    Effect.gen(function* () {
      const many = Array.from({ length: 200 }, (_, index) => citationOf(`${index}`))
      yield* kept.cite(many, 1)
      const left = yield* Effect.forEach(many, ({ hash: name }) =>
        Effect.map(kept.read(name), Option.isSome),
      )
      expect(left.filter(Boolean).length).toBeLessThan(40)
      expect(left.at(-1)).toBe(true)
    }),
  )

  run("are none where there is no room for any", 0, (kept) =>
    Effect.gen(function* () {
      expect(yield* kept.cite([citationOf("text")], 1)).toEqual({ ...NONE, tooLong: 1 })
      expect(yield* kept.read(citationOf("text").hash)).toEqual(Option.none())
    }),
  )
})

describe("kept answers on disk", () => {
  it("are there after a restart, in a file that its owner alone can read", async () => {
    const directory = folders.make()
    const bytes = await withKept(directory, (kept) =>
      Effect.map(kept.cite([citationOf("text")], 1), () => kept.bytes()),
    )
    expect(await withKept(directory, read("text"))).toEqual(Option.some("text"))
    expect(await withKept(directory, (kept) => Effect.sync(() => kept.bytes()))).toBe(bytes)
    expect(statSync(fileIn(directory)).mode & 0o077).toBe(0)
  })

  it("are deleted down to a limit that has become smaller", async () => {
    const directory = folders.make()
    await withKept(directory, (kept) =>
      Effect.andThen(kept.cite([citationOf("older")], 1), kept.cite([citationOf("newer")], 2)),
    )
    const left = await withKept(
      directory,
      (kept) => Effect.all([read("older")(kept), read("newer")(kept)]),
      300,
    )
    expect(left).toEqual([Option.none(), Option.some("newer")])
  })

  it("are deleted down to a limit that has become much smaller", async () => {
    const directory = folders.make()
    const many = Array.from({ length: 250 }, (_, index) => citationOf(`answer ${index}`))
    await withKept(directory, (kept) => kept.cite(many, 1))
    const bytes = await withKept(directory, (kept) => Effect.sync(() => kept.bytes()), 0)
    expect(bytes).toBe(0)
  })

  it("stay as they are where a part of a batch cannot be written, and are still counted right", async () => {
    const directory = folders.make()
    const counted = await withKept(directory, (kept) =>
      Effect.gen(function* () {
        yield* kept.cite([citationOf("first")], 1)
        const before = kept.bytes()
        const other = new DatabaseSync(fileIn(directory))
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
    expect(await withKept(directory, (kept) => Effect.sync(kept.bytes))).toBe(counted)
  })

  it("are missing, not wrong, where their bytes are not what was written", async () => {
    const directory = folders.make()
    await withKept(directory, (kept) => kept.cite([citationOf("one"), citationOf("two")], 1))
    const db = new DatabaseSync(fileIn(directory))
    db.prepare("UPDATE answers SET body = (SELECT body FROM answers WHERE hash = ?)").run(
      citationOf("two").hash,
    )
    db.close()
    expect(await withKept(directory, read("one"))).toEqual(Option.none())
    expect(await withKept(directory, read("two"))).toEqual(Option.some("two"))
  })

  it("fail without harm to other stores where their file is something else", async () => {
    for (const spoil of [
      (file: string) => writeFileSync(file, "not a database".repeat(100)),
      (file: string) => new DatabaseSync(file).exec("PRAGMA application_id = 7"),
    ]) {
      const directory = folders.make()
      mkdirSync(directory)
      spoil(fileIn(directory))
      const told = await withKept(directory, (kept) => Effect.flip(kept.cite([citationOf("a")], 1)))
      expect(told).toMatchObject({ _tag: "KeptAnswersUnavailable" })
    }
  })

  it("work again when what failed works again", async () => {
    const directory = folders.make()
    await withKept(directory, (kept) =>
      Effect.gen(function* () {
        const other = new DatabaseSync(fileIn(directory))
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
