/**
 * How much the embedded database may still grow, by the free disk of its folder, read every second. Calls are refused
 * early, because a database that finds the disk full ends. PostgreSQL's disk is watched where PostgreSQL runs.
 *
 * Invariants: payments are credited and members may leave however full the disk is; a disk that cannot be read counts
 * as full.
 */
import { statfs } from "node:fs/promises"
import { Context, Effect, Layer, Schedule } from "effect"
import { type StorageLevel, storageLevelOf } from "@foldcast/limits/storage-level"
import { SqlDatabase } from "./database.ts"
import type { DatabaseChoice } from "./open-database.ts"
import { steadyRound } from "../steady-round.ts"

/** For whom a call stores something. */
export type StoredFor = "guests" | "members"

const TOLD: Readonly<Record<StorageLevel, string>> = {
  enough: "the disk has room again",
  low: "the disk is nearly full: nobody registers",
  none: "the disk is full: nothing is stored for members either",
}

const freeOnDisk = (folder: string) =>
  Effect.tryPromise(async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }).pipe(Effect.orElseSucceed(() => 0))

export class DatabaseSpace extends Context.Service<
  DatabaseSpace,
  {
    /** As it was last read. */
    readonly level: () => StorageLevel
  }
>()("backend/DatabaseSpace") {
  static readonly layer = (database: DatabaseChoice, minFreeBytes: number) =>
    Layer.effect(
      DatabaseSpace,
      Effect.gen(function* () {
        // Who opens the database makes its folder.
        yield* SqlDatabase
        let level: StorageLevel = "enough"
        if (database._tag === "Embedded") {
          const look = Effect.gen(function* () {
            const now = storageLevelOf(yield* freeOnDisk(database.dataDir), minFreeBytes)
            if (now === level) return
            level = now
            yield* now === "enough" ? Effect.logInfo(TOLD[now]) : Effect.logError(TOLD[now])
          })
          yield* look
          yield* Effect.forkScoped(
            Effect.repeat(steadyRound("free space")(look), Schedule.spaced("1 second")),
          )
        }
        return DatabaseSpace.of({ level: () => level })
      }),
    )
}
