/** The bytes that client facts take on disk. test/stream covers everything else about them. */
import { Effect, Layer, Result } from "effect"
import { expect, it } from "vitest"
import { Epoch, type MemberId } from "@foldcast/contracts/ids"
import { CLOSE, type NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { GatewayConfig, readConfig } from "../config.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { RoomService } from "../rooms/room-service.ts"
import { Citations } from "../kept-answers/citations.ts"
import { VisitLog } from "../log/visit-log.ts"
import { visitHeader, creditsEvents } from "../log/visit-log.fixtures.ts"
import { FreeSpace } from "../log/free-space.ts"
import { memoryVisitStorage } from "../log/memory.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { Outbox } from "../visits/outbox.ts"
import { Visits } from "../visits/registry.ts"
import { Incoming, storedBytes } from "./incoming.ts"
import { PerformerStatuses } from "./performer-statuses.ts"

it("the size of client facts is counted as their text, and what the log adds to each", () => {
  const fact: NumberedClientFact = { n: 1, after: 1, at: 0, fact: { _tag: "WalletOpened" } }
  const { length } = JSON.stringify(fact)
  expect(storedBytes([])).toBe(0)
  expect(storedBytes([fact])).toBe(length + 64)
  expect(storedBytes([fact, fact, fact])).toBe(3 * (length + 64))
})

it.each([
  ["closes the stream of a guest, who keeps them and sends them again in a minute", null, "bye"],
  ["keeps those of a member", "m-1" as MemberId, "stored"],
] as const)("the gateway, where the disk is nearly full, %s", async (_, member, told) => {
  const { log } = memoryVisitStorage(Epoch.make("epoch-1"))
  const layer = Incoming.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(VisitLog, log),
        Layer.succeed(FreeSpace, { level: () => "low", freeBytes: () => 0 }),
        RateLimits.layer.pipe(
          Layer.provide(Layer.succeed(GatewayConfig, Result.getOrThrow(readConfig({})))),
        ),
        Layer.mock(PerformerStatuses, { clientFactsStored: () => Effect.void }),
        Layer.mock(Citations, { clientFactsStored: () => Effect.void }),
        Layer.mock(RoomService, { isInRoom: () => false, clientFactsStored: () => undefined }),
        GatewayMetrics.layer,
        Visits.layer,
      ),
    ),
  )
  const frames: Array<unknown> = []
  await Effect.runPromise(
    Effect.gen(function* () {
      const header = visitHeader("a", { member })
      const { to } = yield* log.begin(header, creditsEvents(1))
      const visit = (yield* Visits).begin(header, to, 0)
      const outbox = new Outbox({
        wire: {
          transport: "websocket",
          isOpen: () => true,
          send: (json) => void frames.push(JSON.parse(json)),
          queuedBytes: () => 0,
          drained: () => Promise.resolve(),
          end: () => undefined,
        },
        visit: header.visit,
        address: "192.0.2.1",
        key: null,
        epoch: header.epoch,
        position: 1,
        now: 0,
        random: 0,
        limits: { maxQueuedBytes: 1_000_000, heartbeatMs: 25_000, pongWithinMs: 8_000 },
      })
      outbox.goLive(1)
      const fact: NumberedClientFact = { n: 1, after: 1, at: 0, fact: { _tag: "WalletOpened" } }
      const facts = { k: "facts", visit: header.visit, epoch: header.epoch, facts: [fact] }
      const incoming = yield* Incoming
      yield* incoming.receive(
        { visit, outbox, rateKey: "192.0.2.1" } as never,
        JSON.stringify(facts),
      )
    }).pipe(Effect.provide(layer)),
  )
  expect(frames).toEqual([
    told === "bye"
      ? { k: "bye", code: CLOSE.storageFull, reason: "storage full", retryAfterMs: 60_000 }
      : { k: "stored", n: 1 },
  ])
})
