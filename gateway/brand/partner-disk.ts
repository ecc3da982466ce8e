/**
 * The last good copy of every partner on disk, one file each, for a start while the partner host is silent. Written
 * to a temporary file and renamed, so a file is complete or absent. Errors of the disk are logged and otherwise
 * ignored.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Result } from "effect"
import type { PartnerCopy } from "./partner-copy.ts"
import { readPartnerCopy } from "./read-configuration.ts"

export interface PartnerDisk {
  /** Null where there is no usable copy. */
  readonly read: (id: string) => Effect.Effect<PartnerCopy | null>
  readonly write: (id: string, copy: PartnerCopy) => Effect.Effect<void>
}

const isAbsent = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT"

/** `id` comes from a setting: letters, digits and hyphens. */
export const partnerDisk = (dataDir: string): PartnerDisk => {
  const folder = join(dataDir, "brands")
  const fileOf = (id: string) => join(folder, `${id}.json`)
  return {
    read: Effect.fnUntraced(function* (id) {
      const text = yield* Effect.tryPromise(() => readFile(fileOf(id), "utf8")).pipe(
        Effect.catch((error) =>
          isAbsent(error.cause)
            ? Effect.succeed(null)
            : Effect.as(
                Effect.logWarning("a brand's copy on disk cannot be read", {
                  brand: id,
                  reason: String(error.cause),
                }),
                null,
              ),
        ),
      )
      if (text === null) return null
      const copy = readPartnerCopy(text, id)
      if (Result.isSuccess(copy)) return copy.success
      yield* Effect.logWarning("a brand's copy on disk is refused", {
        brand: id,
        reason: copy.failure,
      })
      return null
    }),
    write: (id, copy) =>
      Effect.tryPromise(async () => {
        await mkdir(folder, { recursive: true })
        await writeFile(`${fileOf(id)}.new`, JSON.stringify(copy))
        await rename(`${fileOf(id)}.new`, fileOf(id))
      }).pipe(
        Effect.catch((error) =>
          Effect.logWarning("a brand's copy cannot be kept on disk", {
            brand: id,
            reason: String(error.cause),
          }),
        ),
      ),
  }
}
