/**
 * A file that holds some bytes of the disk for nothing but the next start: without any free space SQLite
 * cannot even be opened, and a gateway that cannot start cannot show a page that says why nothing is kept.
 * It is removed before anything is opened where the disk is full, and laid again once there is room.
 *
 * Invariant: it is only laid where what is to stay free (MIN_FREE_BYTES) stays free beside it.
 */
import { randomFillSync } from "node:crypto"
import { existsSync, rmSync } from "node:fs"
import { rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Schedule } from "effect"
import { FreeSpace, freeOnDisk } from "./free-space.ts"

/** Some ten times what opening and closing all files takes. */
export const BALLAST_BYTES = 4 * 1_048_576

const ballastOf = (directory: string) => join(directory, "ballast")

/** Gives the bytes back where the disk has no more than them. */
export const releaseBallast = (
  directory: string,
  measure = freeOnDisk(directory),
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const file = ballastOf(directory)
    if (!existsSync(file) || (yield* Effect.tryPromise(measure)) >= BALLAST_BYTES) return
    yield* Effect.try(() => rmSync(file))
    // What is wrong with the directory says who opens it.
  }).pipe(Effect.ignore)

const lay = async (file: string): Promise<void> => {
  const unfinished = `${file}.new`
  try {
    // A file system that compresses would hold nothing for zeros.
    await writeFile(unfinished, randomFillSync(Buffer.allocUnsafe(BALLAST_BYTES)))
    await rename(unfinished, file)
  } catch (error) {
    // Stryker disable next-line BooleanLiteral: whoever calls it passes any failure by.
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Lays the ballast, now and whenever it is gone, as soon as there is room for it. Runs until interrupted. */
export const keepBallast = (directory: string, minFreeBytes: number) =>
  Effect.gen(function* () {
    const space = yield* FreeSpace
    const file = ballastOf(directory)
    yield* Effect.suspend(() =>
      existsSync(file) || space.freeBytes() < minFreeBytes + BALLAST_BYTES
        ? Effect.void
        : Effect.ignore(Effect.tryPromise(() => lay(file))),
    ).pipe(Effect.repeat(Schedule.spaced("1 minute")))
  })
