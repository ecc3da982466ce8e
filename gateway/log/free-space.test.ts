import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it as effectIt } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import type { Epoch } from "@foldcast/contracts/ids"
import { VisitLog, LogUnavailable } from "./visit-log.ts"
import { FreeSpace, freeOnDisk } from "./free-space.ts"
import { memoryVisitStorage } from "./memory.ts"

it("the free space of a folder's disk is read, and the reading fails for a folder that does not exist", async () => {
  const folder = mkdtempSync(join(tmpdir(), "free-space-"))
  // In bytes: no disk that tests run on has less.
  expect(await freeOnDisk(folder)()).toBeGreaterThan(1_000_000)
  rmSync(folder, { recursive: true })
  await expect(freeOnDisk(folder)()).rejects.toThrow("ENOENT")
})

effectIt.effect("follows the disk down and up, and counts what the log has free inside", () => {
  let onDisk: number | null = 100
  let inLog: Effect.Effect<number, LogUnavailable> = Effect.succeed(0)
  const log = Layer.succeed(VisitLog, {
    ...memoryVisitStorage("e" as Epoch).log,
    reusableBytes: () => inLog,
  })
  const measure = () =>
    onDisk === null ? Promise.reject(new Error("gone")) : Promise.resolve(onDisk)
  const levels: Array<string> = []
  const logged = Logger.layer([Logger.make(({ logLevel }) => void levels.push(logLevel))])
  return Effect.gen(function* () {
    const { level, freeBytes } = yield* FreeSpace
    const after = Effect.fnUntraced(function* (free: number | null) {
      onDisk = free
      yield* TestClock.adjust("1 second")
      // The measure answers by a promise: a turn of the loop later.
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      return level()
    })
    expect(level()).toBe("enough")
    expect(yield* after(99)).toBe("low")
    expect(yield* after(24)).toBe("none")
    expect(freeBytes()).toBe(24)
    inLog = Effect.succeed(76)
    expect(yield* after(24)).toBe("enough")
    expect(freeBytes()).toBe(100)
    inLog = Effect.fail(new LogUnavailable({ operation: "free", detail: "", lasts: true }))
    expect(yield* after(99)).toBe("none")
    expect(yield* after(100)).toBe("enough")
    expect(yield* after(null)).toBe("none")
    expect(yield* after(100)).toBe("enough")
    expect(levels).toEqual(["Error", "Error", "Info", "Error", "Info", "Error", "Info"])
  }).pipe(
    Effect.provide(FreeSpace.layer({ minFreeBytes: 100, measure }).pipe(Layer.provide(log))),
    Effect.provide(logged),
  )
})
