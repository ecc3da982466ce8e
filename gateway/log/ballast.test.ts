import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { BALLAST_BYTES, keepBallast, releaseBallast } from "./ballast.ts"
import { FreeSpace } from "./free-space.ts"

const MIN_FREE = 100

it.effect(
  "the ballast file is laid where there is room for it, and deleted by the next start on a full disk",
  () => {
    const directory = mkdtempSync(join(tmpdir(), "ballast-"))
    let free = MIN_FREE + BALLAST_BYTES
    const space = Layer.succeed(FreeSpace, {
      level: () => "enough",
      freeBytes: () => free,
    })
    const measure = () => Promise.resolve(free)
    const files = () => readdirSync(directory)
    /** Waits for what is done with files. */
    const until = (holds: () => boolean) =>
      Effect.promise(async () => {
        while (!holds()) await new Promise((resolve) => setImmediate(resolve))
      })
    return Effect.gen(function* () {
      yield* releaseBallast(directory, measure)
      yield* Effect.forkScoped(keepBallast(directory, MIN_FREE))
      yield* until(() => files().join() === "ballast")
      expect(statSync(join(directory, "ballast")).size).toBe(BALLAST_BYTES)

      free = BALLAST_BYTES
      yield* releaseBallast(directory, measure)
      expect(files()).toEqual(["ballast"])
      free = BALLAST_BYTES - 1
      yield* releaseBallast(directory, measure)
      expect(files()).toEqual([])

      free = MIN_FREE + BALLAST_BYTES - 1
      yield* TestClock.adjust("2 minutes")
      expect(files()).toEqual([])
      free += 1
      yield* TestClock.adjust("1 minute")
      yield* until(() => files().join() === "ballast")
      // A directory that is not there is somebody else's to complain of.
      rmSync(directory, { recursive: true })
      yield* releaseBallast(directory)
    }).pipe(Effect.provide(space))
  },
)
