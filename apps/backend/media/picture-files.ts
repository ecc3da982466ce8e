/**
 * Rendered pictures on disk, up to a bound: beyond it the least recently used go first. The folder is listed before its
 * first use, so that no start waits for a full one. Invariants: a file is complete or absent; a picture that cannot be
 * stored or read is rendered again, so nothing here refuses one.
 */
import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"

export interface PictureFiles {
  readonly read: (key: string) => Effect.Effect<Uint8Array | null>
  readonly keep: (key: string, bytes: Uint8Array) => Effect.Effect<void>
}

export const NO_FILES: PictureFiles = {
  read: () => Effect.succeed(null),
  keep: () => Effect.void,
}

const WRITING = ".writing"

/** Letters and digits of one case, so that no file system confuses two names. */
const fileOf = (key: string) => createHash("sha256").update(key).digest("hex")

/** Files of earlier runs, the oldest first; half-written ones are removed. */
const present = async (directory: string) => {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const names = await readdir(directory)
  await Promise.all(
    names
      .filter((name) => name.endsWith(WRITING))
      .map((name) => rm(join(directory, name), { force: true })),
  )
  const files = await Promise.all(
    names
      .filter((name) => /^[0-9a-f]{64}$/u.test(name))
      .map(async (name) => {
        const { size, mtimeMs } = await stat(join(directory, name))
        return { name, size, mtimeMs }
      }),
  )
  return files.toSorted((one, other) => one.mtimeMs - other.mtimeMs)
}

const attempt = <A>(what: string, otherwise: A, work: () => Promise<A>) =>
  Effect.tryPromise(work).pipe(
    Effect.catch((error) =>
      Effect.logWarning(`a picture could not be ${what}`, { reason: String(error.cause) }).pipe(
        Effect.as(otherwise),
      ),
    ),
  )

const isAbsent = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT"

export const pictureFiles = Effect.fnUntraced(function* (directory: string, maxBytes: number) {
  /** In the order of their last use. */
  const sizes = new Map<string, number>()
  let total = 0
  let written = 0

  const forget = (name: string) => {
    total -= sizes.get(name) ?? 0
    sizes.delete(name)
  }
  const enter = (name: string, size: number) => {
    forget(name)
    sizes.set(name, size)
    total += size
  }
  const listed = yield* Effect.cached(
    attempt("found", undefined, async () => {
      for (const { name, size } of await present(directory)) enter(name, size)
    }),
  )
  const attemptListed: typeof attempt = (what, otherwise, work) =>
    Effect.andThen(listed, attempt(what, otherwise, work))
  const shrink = async () => {
    for (const name of [...sizes.keys()]) {
      if (total <= maxBytes) return
      forget(name)
      await rm(join(directory, name), { force: true })
    }
  }

  return {
    read: (key) =>
      attemptListed("read", null, async () => {
        const name = fileOf(key)
        if (!sizes.has(name)) return null
        const bytes = await readFile(join(directory, name)).catch((error: unknown) => {
          // Somebody cleared the folder.
          forget(name)
          if (isAbsent(error)) return null
          throw error
        })
        if (bytes !== null) enter(name, bytes.length)
        return bytes
      }),
    keep: (key, bytes) =>
      attemptListed("kept", undefined, async () => {
        const name = fileOf(key)
        written += 1
        const unfinished = join(directory, `${name}.${written}${WRITING}`)
        await writeFile(unfinished, bytes)
        await rename(unfinished, join(directory, name))
        enter(name, bytes.length)
        await shrink()
      }),
  } satisfies PictureFiles
})
