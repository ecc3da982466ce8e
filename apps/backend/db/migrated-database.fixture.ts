/**
 * An empty, fully migrated database, created once and cached under node_modules/.cache: PGlite needs seconds to
 * create one, and a copy is fast. Its name is a hash of its inputs, so another migration or another PGlite gets
 * a new one.
 */
import { createHash } from "node:crypto"
import {
  cpSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { setFlagsFromString } from "node:v8"
import { Effect } from "effect"
import { silentLayer } from "../logging.ts"
import { DATABASE_MIGRATIONS } from "./migrations.ts"
import { type DatabaseChoice, openDatabase } from "./open-database.ts"

// A test's database lives for seconds, less than the engine would spend on optimising.
setFlagsFromString("--liftoff-only")

const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/foldcast", import.meta.url))
const PGLITE = new URL("../package.json", import.meta.resolve("@electric-sql/pglite"))

const nameOf = (): string => {
  const hash = createHash("sha256").update(readFileSync(PGLITE))
  for (const { name, text } of DATABASE_MIGRATIONS) hash.update(`${name}\n${text}\n`)
  return `database-${hash.digest("hex").slice(0, 16)}`
}

/** The path that pglite.ts reads. */
const filesIn = (dataDir: string) => join(dataDir, "backend", "pgdata")

const open = (dataDir: string) =>
  Effect.runPromise(
    openDatabase({ _tag: "Embedded", dataDir }).pipe(Effect.scoped, Effect.provide(silentLayer)),
  )

/** If two processes create it at the same time, the first one's stays. */
const make = async (files: string): Promise<void> => {
  mkdirSync(CACHE, { recursive: true })
  const dataDir = mkdtempSync(join(CACHE, "making-"))
  try {
    await open(dataDir)
    renameSync(filesIn(dataDir), files)
  } catch (error) {
    if (!existsSync(files)) throw error
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Copies it into a backend's DATA_DIR without a database. */
export const layMigratedDatabase = async (dataDir: string): Promise<void> => {
  const files = join(CACHE, nameOf())
  if (!existsSync(files)) await make(files)
  cpSync(files, filesIn(dataDir), { recursive: true })
}

/** The DATA_DIR of a test's own database, removed when the scope closes. */
export const migratedFolder = Effect.acquireRelease(
  Effect.promise(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "foldcast-database-"))
    await layMigratedDatabase(dataDir)
    return dataDir
  }),
  (dataDir) => Effect.sync(() => rmSync(dataDir, { recursive: true, force: true })),
)

export const migratedDatabase = Effect.map(migratedFolder, (dataDir): DatabaseChoice => ({
  _tag: "Embedded",
  dataDir,
}))
