import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { it } from "@effect/vitest"
import type { BroadcastsShape } from "../engine/broadcasts.ts"
import type { RoomRegistry } from "./room-registry.ts"
import { watchEngine } from "./engine-watch.ts"

const watched = Effect.fnUntraced(function* (size: { now: number }) {
  let asked = 0
  const broadcasts = {
    probe: Effect.sync(() => {
      asked += 1
    }),
    onChange: () => undefined,
    onPresence: () => undefined,
    onRestart: () => undefined,
  } as unknown as BroadcastsShape
  const registry = {
    all: () => [
      {
        get size() {
          return size.now
        },
      },
    ],
  } as unknown as RoomRegistry
  yield* watchEngine({ registry, now: () => 0, runEffects: () => undefined, broadcasts })
  return () => asked
})

describe("the media engine", () => {
  it.effect(
    "is asked every two seconds while somebody is in a room, and otherwise not at all",
    () =>
      Effect.gen(function* () {
        const size = { now: 0 }
        const asked = yield* watched(size)
        yield* TestClock.adjust("1 minute")
        expect(asked()).toBe(0)
        size.now = 1
        yield* TestClock.adjust("10 seconds")
        expect(asked()).toBe(5)
        size.now = 0
        yield* TestClock.adjust("1 minute")
        expect(asked()).toBe(5)
      }),
  )
})
