import { it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { describe, expect } from "vitest"
import { type CommandId, Epoch } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { visitHeader, creditsEvent, creditsEvents } from "../log/visit-log.fixtures.ts"
import { VisitLog } from "../log/visit-log.ts"
import { memoryVisitStorage } from "../log/memory.ts"
import { VisitTable } from "../visits/registry.ts"
import { makeLastRoom } from "./last-room.ts"

const told = (event: Event, cause?: string): UnnumberedEnvelope => ({
  ...creditsEvent(1),
  scope: "visit",
  event,
  ...(cause !== undefined && { cause: cause as CommandId }),
})
const joined = (performerId: string, mode: "free" | "chat" = "free") =>
  told({
    _tag: "RoomJoined",
    performerId,
    mode,
    sessionId: `cs-${performerId}`,
    nickname: "Sterre",
    creditsPerMinute: 0,
  })
const left = (performerId: string) => told({ _tag: "RoomLeft", performerId, reason: "requested" })
const renamed = (from: string, to: string, cause?: string) =>
  told({ _tag: "NicknameChanged", performerId: "p7", from, to }, cause)

const lastRoomOf = (...events: ReadonlyArray<UnnumberedEnvelope>) =>
  Effect.gen(function* () {
    const log = yield* VisitLog
    const birth = visitHeader("a")
    const { to } = yield* log.begin(birth, [creditsEvent(1), ...events])
    const visit = new VisitTable().begin(birth, to, 0)
    return yield* (yield* makeLastRoom)(visit)
  }).pipe(Effect.provide(Layer.sync(VisitLog, () => memoryVisitStorage(Epoch.make("epoch-1")).log)))

describe("the room that a visit was in", () => {
  it.effect("is the one it joined last, and none once it has left", () =>
    Effect.gen(function* () {
      expect(yield* lastRoomOf()).toBe(null)
      expect(yield* lastRoomOf(joined("p1"), joined("p2", "chat"))).toEqual({
        performerId: "p2",
        mode: "chat",
        sessionId: "cs-p2",
        nickname: "Sterre",
      })
      expect(yield* lastRoomOf(joined("p1"), left("p1"))).toBe(null)
      expect(yield* lastRoomOf(joined("p1"), left("p1"), joined("p1"))).not.toBe(null)
    }),
  )

  it.effect("is found however much was told since, with the name that it got since", () =>
    Effect.gen(function* () {
      const found = yield* lastRoomOf(
        joined("p7"),
        ...creditsEvents(600),
        renamed("Sterre", "Zon", "command-1"),
        renamed("Maan", "Mars"),
        ...creditsEvents(601),
      )
      expect(found).toMatchObject({ performerId: "p7", nickname: "Zon" })
    }),
  )
})
