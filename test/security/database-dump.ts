/**
 * The whole content of a world's database, one line per row, read after its backend has stopped; and the bytes of
 * files, as in a copy of the disk.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer, Schema } from "effect"
import { SqlDatabase } from "@foldcast/backend/db/database"
import { databaseLayer } from "@foldcast/backend/db/open-database"
import { statement } from "@foldcast/backend/db/statement"
import { BackendIds } from "@foldcast/backend/ids"
import { silentLayer } from "@foldcast/backend/logging"
import type { World } from "../support/world.ts"

const TABLES = statement(
  Schema.Struct({ name: Schema.String }),
  `SELECT table_name AS name FROM information_schema.tables
   WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`,
)
const rowsOf = (table: string) =>
  statement(
    Schema.Struct({ row: Schema.String }),
    `SELECT to_jsonb(t)::text AS row FROM "${table}" t`,
  )

const everything = Effect.gen(function* () {
  const database = yield* SqlDatabase
  const tables = yield* database.query(TABLES)
  const rows = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(database.query(rowsOf(name)), (found) => found.map(({ row }) => `${name} ${row}`)),
  )
  return rows.flat()
})

/** Stops the backend, reads, and starts it again. */
export const dumpDatabase = async (world: World): Promise<string> => {
  await world.kill("backend", "SIGTERM")
  const dataDir = join(world.dataDir, "backend")
  const rows = await Effect.runPromise(
    everything.pipe(
      Effect.provide(databaseLayer({ _tag: "Embedded", dataDir })),
      Effect.provide(Layer.merge(BackendIds.layer, silentLayer)),
    ),
  )
  await world.start("backend")
  return rows.join("\n")
}

/** Paths of the files below a directory that contain a text. */
export const filesWith = (directory: string, text: string): ReadonlyArray<string> => {
  const needle = Buffer.from(text)
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(needle))
    .map((file) => file.slice(directory.length + 1))
}
