/**
 * The drawn loops of apps/media/loops, read once: `portrait-1` is the file portrait-1.ivf. A file that cannot be read keeps
 * the process from starting.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Result } from "effect"
import { type IvfFrame, readIvf } from "./ivf.ts"

export interface Loop {
  /** The first is a key frame. */
  readonly frames: ReadonlyArray<IvfFrame>
  readonly lengthMs: number
}

export type LoopLibrary = ReadonlyMap<string, Loop>

const FOLDER = fileURLToPath(new URL(".", import.meta.url))

/** The last frame is shown for the mean duration of the others. */
const loopOf = (file: Buffer): Loop => {
  const { frames } = Result.getOrThrow(readIvf(file))
  const last = frames.at(-1)?.atMs ?? 0
  return { frames, lengthMs: (last * frames.length) / Math.max(1, frames.length - 1) }
}

export const readLoops = (folder = FOLDER): LoopLibrary =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith(".ivf"))
      .map((file) => [file.replace(/\.ivf$/u, ""), loopOf(readFileSync(join(folder, file)))]),
  )
