import { it } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { describe, expect } from "vitest"
import type { TabId, VisitId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/event-log.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import {
  SessionStore,
  type SessionStoreShape,
  SessionsUnavailable,
} from "../sessions/session-store.ts"
import { TokenChanges } from "../sessions/token-changes.ts"
import { Births, type BirthsShape } from "./births.ts"
import { EndSession } from "./end-session.ts"
import { Visits, VisitTable } from "./registry.ts"

const OWNER = "o1" as OwnerId

describe("ending a session", () => {
  it.effect("leaves everything as it is when the session itself cannot be ended", () => {
    const table = new VisitTable()
    table.begin(
      {
        visit: "visit-0001" as VisitId,
        tab: "t" as TabId,
        owner: OWNER,
        member: null,
        locale: "nl",
        brand: "foldcast",
        device: "desktop",
        noNude: false,
        tracking: {},
        base: "page",
        at: 0,
      },
      1,
      0,
    )
    let told = 0
    const broken: Partial<SessionStoreShape> = {
      end: () => Effect.fail(new SessionsUnavailable({ operation: "end", detail: "disk" })),
    }
    const pipeline: Partial<PipelineShape> = {
      decided: () => {
        told += 1
        return Effect.void
      },
    }
    const births: Partial<BirthsShape> = { dropOwner: () => Effect.void }
    const layer = EndSession.layer.pipe(
      Layer.provide(
        Layer.mergeAll(
          Layer.succeed(SessionStore, broken as SessionStoreShape),
          Layer.succeed(Pipeline, pipeline as PipelineShape),
          Layer.succeed(Births, births as BirthsShape),
          Layer.succeed(Visits, table),
          TokenChanges.layer,
        ),
      ),
    )
    return Effect.gen(function* () {
      const endSession = yield* EndSession
      const exit = yield* Effect.exit(endSession.of(OWNER, "requested", null))
      expect(Exit.isFailure(exit)).toBe(true)
      expect([told, table.ofOwner(OWNER).size]).toEqual([0, 1])
    }).pipe(Effect.provide(layer))
  })
})
