/** Where the pictures in the repository stand, by the scene's name. */
import { globSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const FOLDER = fileURLToPath(new URL("snapshots", import.meta.url))

export const snapshotFile = (name: string): string => join(FOLDER, `${name}.png`)

export const snapshotNames = (): ReadonlyArray<string> =>
  globSync(join(FOLDER, "*.png")).map((file) => basename(file, ".png"))
