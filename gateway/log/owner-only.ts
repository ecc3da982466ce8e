/**
 * Files and folders that nobody but their owner may look into: all that lies in the data directory. Those of an
 * earlier build that were made under the system's own mask are closed too.
 */
import { chmodSync, mkdirSync, statSync } from "node:fs"

export const OWNER_ONLY_FILE = 0o600
const OWNER_ONLY_FOLDER = 0o700

/** SQLite gives a database's companions its mode when it makes them; those that lie there have their own. */
const COMPANIONS = ["", "-wal", "-shm"] as const

/** A file, and where it is a database what SQLite keeps beside it. */
export const restrictToOwner = (file: string): void => {
  for (const path of COMPANIONS.map((ending) => `${file}${ending}`))
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true)
      chmodSync(path, OWNER_ONLY_FILE)
}

/** Made where it is missing. */
export const makeOwnerOnlyFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
  chmodSync(folder, OWNER_ONLY_FOLDER)
}

/** What this process and those that it starts make from now on. */
export const restrictNewFilesToOwner = (): void => {
  process.umask(0o077)
}
