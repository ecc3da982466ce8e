import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { holdDirectory } from "./data-lock.ts"

const directory = mkdtempSync(join(tmpdir(), "backend-lock-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const attempt = () =>
  Effect.runPromise(
    holdDirectory(directory).pipe(
      Effect.scoped,
      Effect.match({ onSuccess: () => "held", onFailure: ({ sentence }) => sentence }),
    ),
  )

it("a data directory is refused while its first holder starts, and free once that one is gone", async () => {
  const other = new DatabaseSync(join(directory, "lock.db"))
  other.exec("BEGIN IMMEDIATE")
  expect(await attempt()).toContain(`${directory} is held by one that is just starting`)
  other.exec("CREATE TABLE holder (pid INTEGER); COMMIT; BEGIN IMMEDIATE")
  expect(await attempt()).toContain("one that is just starting")
  // During its commit it blocks all readers.
  other.exec("COMMIT; BEGIN EXCLUSIVE")
  expect(await attempt()).toContain("one that is just starting")
  other.close()
  expect(await attempt()).toBe("held")
})
