/**
 * How much may still be written: the disk of the data directory, looked at every second, and what the log
 * itself has free inside its file, which a deletion gives back to it and not to the disk. Refusing early
 * is what keeps the log from ever finding itself full.
 *
 * Invariant: a disk that cannot be looked at counts as full.
 */
import { statfs } from "node:fs/promises"
import { Context, Effect, Layer, Schedule } from "effect"
import { type StorageLevel, storageLevelOf } from "@foldcast/limits/storage-level"
import { VisitLog } from "./visit-log.ts"

const LOOKED_AT_EVERY = "1 second"

export interface FreeSpaceShape {
  /** As it was when it was last looked at. */
  readonly level: () => StorageLevel
  /** What may still be written; where the disk is low, with what the log has free inside. */
  readonly freeBytes: () => number
}

export interface FreeSpaceSettings {
  readonly minFreeBytes: number
  /** Free bytes of the disk; may fail. */
  readonly measure: () => Promise<number>
}

/** What this process may use of the disk that a folder lies on. */
export const freeOnDisk = (folder: string) => async (): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const TOLD: Readonly<Record<StorageLevel, string>> = {
  enough: "the disk has room again",
  low: "the disk is nearly full: guests are refused",
  none: "the disk is full: nothing more is kept, of members neither",
}

export class FreeSpace extends Context.Service<FreeSpace, FreeSpaceShape>()("gateway/FreeSpace") {
  static readonly layer = ({ minFreeBytes, measure }: FreeSpaceSettings) =>
    Layer.effect(
      FreeSpace,
      Effect.gen(function* () {
        const log = yield* VisitLog
        let level: StorageLevel = "enough"
        let freeBytes = 0

        const free = Effect.gen(function* () {
          const onDisk = yield* Effect.tryPromise(measure)
          return onDisk >= minFreeBytes ? onDisk : onDisk + (yield* log.reusableBytes())
        }).pipe(Effect.orElseSucceed(() => 0))

        const look = Effect.gen(function* () {
          freeBytes = yield* free
          const now = storageLevelOf(freeBytes, minFreeBytes)
          if (now === level) return
          level = now
          yield* now === "enough" ? Effect.logInfo(TOLD[now]) : Effect.logError(TOLD[now])
        })

        yield* look
        yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(LOOKED_AT_EVERY)))
        return FreeSpace.of({ level: () => level, freeBytes: () => freeBytes })
      }),
    )
}
