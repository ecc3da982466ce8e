/** The repository's own files: tracked ones and new ones that git does not ignore. */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"

export interface SourceFile {
  /** Relative to the repository's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

export const listFiles = (): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    encoding: "utf8",
    maxBuffer: 64 * 1_048_576,
  })
    .split("\0")
    .filter((path) => path !== "" && existsSync(path))

export const readFiles = (matching: RegExp): ReadonlyArray<SourceFile> =>
  listFiles()
    .filter((path) => matching.test(path))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }))
