import { hash } from "node:crypto"
import { it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, References } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import type { Epoch } from "@foldcast/contracts/ids"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import { CallPresence } from "../callers/call-presence.ts"
import { Fatal } from "../fatal.ts"
import { Ids } from "../ids.ts"
import {
  KeptAnswers,
  keptAnswersIn,
  type KeptAnswersShape,
  KeptAnswersUnavailable,
} from "../store/kept-answers.ts"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import { VisitIndex } from "../log/visit-index.ts"
import { LogUnavailable } from "../log/visit-log.ts"
import { memoryVisitStorage } from "../log/memory.ts"
import { storageLayer } from "../log/visit-storage.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { memoryStore } from "../store/durable-store.ts"
import { sessionsIn } from "../store/open-store.fixtures.ts"
import { makeReceipts, Receipts } from "../store/receipts.ts"
import { MemberPresence } from "../members/member-presence.ts"
import { MessageUploads } from "../messages/message-uploads.ts"
import { Outbox } from "../visits/outbox.ts"
import { Visits } from "../visits/registry.ts"
import { GatewayTime } from "../steady-clock.ts"
import { sweep } from "./sweep.ts"

const SETTINGS = {
  resumeWindowMs: 600_000,
  heartbeatMs: 25_000,
  retentionDays: 30,
  maxQueuedBytesInAll: 1_000,
}

/** `behindMs`: how far the second source is behind the clock; null: there is no second source. */
const vouched = (behindMs: number | null) =>
  Layer.effect(
    GatewayTime,
    Effect.clockWith((clock) =>
      Effect.succeed({
        vouched: () => (behindMs === null ? null : clock.currentTimeMillisUnsafe() - behindMs),
        disputedMs: () => 0,
        earliest: () => clock.currentTimeMillisUnsafe(),
        isAtLeast: () => {},
      }),
    ),
  )

const around = (
  maintain: Effect.Effect<void, LogUnavailable>,
  kept?: KeptAnswersShape,
  behindMs: number | null = 0,
) => {
  const store = memoryStore()
  return Layer.mergeAll(
    vouched(behindMs),
    Visits.layer,
    Layer.succeed(Receipts, makeReceipts(store)),
    Layer.effect(SessionStore, sessionsIn(store)).pipe(Layer.provide(Ids.layer)),
    storageLayer(memoryVisitStorage("e1" as Epoch)),
    Layer.succeed(KeptAnswers, kept ?? keptAnswersIn(store)),
    Layer.succeed(
      MemberPresence,
      MemberPresence.of({
        arrived: () => Effect.void,
        lostMessage: () => Effect.void,
        countUnread: () => Effect.void,
        tokenChanged: () => Effect.void,
        maintain,
      }),
    ),
    Layer.mock(CallPresence, { releaseAbsent: Effect.void }),
    MessageUploads.layer,
    Layer.succeed(References.MinimumLogLevel, "None"),
  )
}

describe("the sweep", () => {
  it.effect("goes on after a round that failed", () => {
    let rounds = 0
    const maintain = Effect.suspend(() => {
      rounds += 1
      return rounds === 1 ? Effect.die("a defect") : Effect.void
    })
    return Effect.gen(function* () {
      yield* Effect.forkChild(sweep(SETTINGS))
      yield* TestClock.adjust("11 seconds")
      expect(rounds).toBe(3)
    }).pipe(Effect.provide(Layer.mergeAll(around(maintain), Fatal.layer)))
  })

  it.effect("has the sockets of absent callers released every five seconds", () => {
    let rounds = 0
    const releaseAbsent = Effect.sync(() => void (rounds += 1))
    return Effect.gen(function* () {
      yield* Effect.forkChild(sweep(SETTINGS))
      yield* TestClock.adjust("11 seconds")
      expect(rounds).toBe(3)
    }).pipe(
      Effect.provide(Layer.mock(CallPresence, { releaseAbsent })),
      Effect.provide(Layer.mergeAll(around(Effect.void), Fatal.layer)),
    )
  })

  it.effect("cuts the longest queues where all together are too long, and no others", () =>
    Effect.gen(function* () {
      const visits = yield* Visits
      const ends: Array<readonly [string, number]> = []
      for (const [name, bytes] of [
        ["a", 300],
        ["b", 500],
        ["c", 0],
        ["d", 400],
      ] as const) {
        const live = visits.begin(visitHeader(name), 1, 0)
        const outbox = new Outbox({
          wire: {
            transport: "websocket",
            isOpen: () => true,
            send: () => undefined,
            queuedBytes: () => bytes,
            drained: () => Promise.resolve(),
            end: (code) => void ends.push([name, code]),
          },
          visit: live.visit,
          address: "192.0.2.1",
          key: null,
          epoch: "e1",
          position: 1,
          now: 0,
          random: 0,
          limits: { maxQueuedBytes: 600, heartbeatMs: 25_000, pongWithinMs: 8_000 },
        })
        live.attachment = { _tag: "Attached", outbox }
      }
      yield* Effect.forkChild(sweep(SETTINGS))
      yield* TestClock.adjust("2 seconds")
      expect(ends).toEqual([["b", CLOSE.tooSlow]])
    }).pipe(Effect.provide(Layer.mergeAll(around(Effect.void), Fatal.layer))),
  )

  it.effect("deletes the answers that no visit cited within the term, and no others", () => {
    const kept = keptAnswersIn(memoryStore())
    const text = "an answer"
    const cited = { hash: hash("sha256", text), text }
    return Effect.gen(function* () {
      yield* kept.cite([cited], 0)
      yield* TestClock.setTime(30 * 86_400_000)
      yield* Effect.forkChild(sweep(SETTINGS))
      yield* TestClock.adjust("1 second")
      expect(Option.isSome(yield* kept.read(cited.hash))).toBe(true)
      yield* TestClock.adjust("1 hour")
      expect(Option.isSome(yield* kept.read(cited.hash))).toBe(false)
    }).pipe(Effect.provide(Layer.mergeAll(around(Effect.void, kept), Fatal.layer)))
  })

  it.effect.each([null, 86_400_000])(
    "deletes nothing by a clock that is ahead of its second source: by %s ms",
    (behindMs) => {
      const kept = keptAnswersIn(memoryStore())
      const cited = { hash: hash("sha256", "an answer"), text: "an answer" }
      return Effect.gen(function* () {
        yield* kept.cite([cited], 0)
        yield* TestClock.setTime(30 * 86_400_000)
        yield* Effect.forkChild(sweep(SETTINGS))
        yield* TestClock.adjust("1 hour")
        expect(Option.isSome(yield* kept.read(cited.hash))).toBe(true)
      }).pipe(Effect.provide(Layer.mergeAll(around(Effect.void, kept, behindMs), Fatal.layer)))
    },
  )

  it.effect("goes on where answers cannot be deleted", () => {
    let rounds = 0
    const failing: KeptAnswersShape = {
      ...keptAnswersIn(memoryStore()),
      forgetBefore: () =>
        Effect.suspend(() => {
          rounds += 1
          return Effect.fail(new KeptAnswersUnavailable({ operation: "forgetBefore", detail: "" }))
        }),
    }
    return Effect.gen(function* () {
      yield* Effect.forkChild(sweep(SETTINGS))
      yield* TestClock.adjust("1 hour")
      expect(rounds).toBe(2)
    }).pipe(Effect.provide(Layer.mergeAll(around(Effect.void, failing), Fatal.layer)))
  })

  it.effect("ends the process when the log fails under it", () => {
    const failure = new LogUnavailable({ operation: "append", detail: "disk", lasts: true })
    return Effect.gen(function* () {
      const ended = yield* Effect.forkChild((yield* Fatal).ended)
      yield* Effect.forkChild(sweep(SETTINGS))
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(ended)).toBe(failure)
    }).pipe(Effect.provide(Layer.mergeAll(around(Effect.fail(failure)), Fatal.layer)))
  })

  it.effect.each(["sessions", "receipts", "log"] as const)(
    "ends the process when the %s past their term cannot be deleted",
    (which) => {
      const fail = () => Effect.fail({ message: `no ${which}` } as never)
      const broken = {
        sessions: Layer.effect(
          SessionStore,
          Effect.map(SessionStore, (store) => ({ ...store, forget: fail })),
        ),
        receipts: Layer.effect(
          Receipts,
          Effect.map(Receipts, (store) => ({ ...store, forget: fail })),
        ),
        log: Layer.effect(
          VisitIndex,
          Effect.map(VisitIndex, (index) => ({ ...index, forgetBefore: fail })),
        ),
      }[which] as Layer.Layer<SessionStore | Receipts | VisitIndex, never, never>
      return Effect.gen(function* () {
        const ended = yield* Effect.forkChild((yield* Fatal).ended)
        yield* Effect.forkChild(sweep(SETTINGS))
        yield* TestClock.adjust("1 second")
        expect((yield* Fiber.join(ended)).message).toContain(`no ${which}`)
      }).pipe(
        Effect.provide(
          Layer.mergeAll(broken.pipe(Layer.provideMerge(around(Effect.void))), Fatal.layer),
        ),
      )
    },
  )
})
