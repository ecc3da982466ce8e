/** The numbered migrations, as files beside this one. A number, once used, keeps its file for ever. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export interface Migration {
  /** 1, 2, 3 … without a gap. */
  readonly number: number
  readonly name: string
  readonly text: string
}

/** By the package's name, since the packed process lies elsewhere (ADR 0034). */
const FOLDER = fileURLToPath(
  new URL("migrations/", import.meta.resolve("@foldcast/backend/db/migrations")),
)

export const DATABASE_MIGRATIONS: ReadonlyArray<Migration> = readdirSync(FOLDER)
  .filter((file) => /^\d{4}-[a-z-]+\.sql$/u.test(file))
  .toSorted()
  .map((file) => ({
    number: Number(file.slice(0, 4)),
    name: file.slice(5, -".sql".length),
    text: readFileSync(join(FOLDER, file), "utf8"),
  }))
