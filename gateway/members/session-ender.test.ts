import { it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import type { VisitId } from "@foldcast/contracts/ids"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import {
  SessionRefused,
  SessionStore,
  type SessionStoreShape,
  SessionsUnavailable,
} from "../sessions/session-store.ts"
import type { Outbox } from "../visits/outbox.ts"
import { TokenChanges } from "../sessions/token-changes.ts"
import { VisitCreator, type VisitCreatorShape } from "../visits/visit-creator.ts"
import { GatewayConfig, type GatewayConfigShape } from "../config.ts"
import { SessionEnder } from "./session-ender.ts"
import { Visits, VisitTable } from "../visits/registry.ts"

const OWNER = "o1" as OwnerId
const LAST_FRAMES_MS = 1_000

const VISIT = "visit-0001" as VisitId

const scene = (end: SessionStoreShape["end"]) => {
  const table = new VisitTable()
  const visit = table.begin(visitHeader("a", { visit: VISIT, owner: OWNER }), 1, 0)
  const told: Array<string> = []
  const pipeline: Partial<PipelineShape> = {
    decided: (events) => Effect.sync(() => void told.push(...events.map(({ _tag }) => _tag))),
  }
  const visitCreator: Partial<VisitCreatorShape> = { dropOwner: () => Effect.void }
  const layer = SessionEnder.layer.pipe(
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(SessionStore, { end } as Partial<SessionStoreShape> as SessionStoreShape),
        Layer.succeed(Pipeline, pipeline as PipelineShape),
        Layer.succeed(VisitCreator, visitCreator as VisitCreatorShape),
        Layer.succeed(Visits, table),
        Layer.succeed(GatewayConfig, {
          limits: { lastFramesMs: LAST_FRAMES_MS },
        } as GatewayConfigShape),
        TokenChanges.layer,
      ),
    ),
  )
  return { table, visit, told, layer }
}

describe("ending a session", () => {
  it.effect("changes nothing when the session itself cannot be ended, and says so", () => {
    const { layer, told, table } = scene(() =>
      Effect.fail(new SessionsUnavailable({ operation: "end", detail: "disk" })),
    )
    return Effect.gen(function* () {
      const endSession = yield* SessionEnder
      const before = Effect.sync(() => told.push("SessionEnded"))
      const failure = yield* Effect.flip(endSession.of(OWNER, "requested", null, before))
      expect(failure).toBeInstanceOf(SessionsUnavailable)
      expect([told, table.ofOwner(OWNER).size]).toEqual([[], 1])
    }).pipe(Effect.provide(layer))
  })

  it.effect("waits for a stream that still catches up, and no longer than the gateway runs", () =>
    Effect.gen(function* () {
      const closedAfter = Effect.fnUntraced(function* (lives: boolean) {
        const { layer, visit, told } = scene(() =>
          Effect.fail(new SessionRefused({ why: "unknown" })),
        )
        const closed: Array<string> = []
        const outbox = {
          phase: "backfill",
          finish: () => {},
          close: (_code: number, reason: string) => void closed.push(reason),
        } as unknown as Outbox
        visit.attachment = { _tag: "Attached", outbox }
        const scope = yield* Scope.make()
        const services = yield* Layer.build(layer).pipe(Scope.provide(scope))
        yield* SessionEnder.use((endSession) => endSession.of(OWNER, "requested", null)).pipe(
          Effect.provide(services),
        )
        expect([told, closed]).toEqual([["LoggedOut"], []])
        if (!lives) yield* Scope.close(scope, Exit.void)
        yield* TestClock.adjust(LAST_FRAMES_MS)
        if (lives) yield* Scope.close(scope, Exit.void)
        return closed
      })
      expect(yield* closedAfter(true)).toEqual(["session ended"])
      expect(yield* closedAfter(false)).toEqual([])
    }),
  )
})
