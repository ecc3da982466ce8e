/** The numbered migrations, as files beside this one. A number, once used, keeps its file for ever. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Migration {
  /** 1, 2, 3 … without a gap. */
  readonly number: number
  readonly name: string
  readonly text: string
}

const FOLDER = join(import.meta.dirname, "migrations")

export const DATABASE_MIGRATIONS: ReadonlyArray<Migration> = readdirSync(FOLDER)
  .filter((file) => /^\d{4}-[a-z-]+\.sql$/u.test(file))
  .toSorted()
  .map((file) => ({
    number: Number(file.slice(0, 4)),
    name: file.slice(5, -".sql".length),
    text: readFileSync(join(FOLDER, file), "utf8"),
  }))
