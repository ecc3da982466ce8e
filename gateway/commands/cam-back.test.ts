import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import { RoomService, type RoomServiceShape } from "../rooms/room-service.ts"
import { VisitTable } from "../visits/registry.ts"
import { camBackHandlers } from "./cam-back.ts"
import type { CommandContext } from "./handler.ts"

/** Runs a command of a member in that room; returns what was sent to the service, and what was told. */
const ran = async (tag: keyof typeof camBackHandlers, interrupted: boolean) => {
  const sent: Array<string> = []
  const told: Array<Event> = []
  const rooms: Partial<RoomServiceShape> = {
    isInRoom: () => true,
    send: (_, { name }) =>
      Effect.sync(() => {
        sent.push(name)
        return { _tag: "Confirmed" }
      }),
  }
  const pipeline: Partial<PipelineShape> = {
    decided: (events) => Effect.sync(() => void told.push(...events)),
  }
  const context = {
    commandId: "command-1" as CommandId,
    visit: new VisitTable().begin(visitHeader("a", { visit: "visit-1" as VisitId }), 1, 0),
    session: { member: {} },
    interrupted,
  } as unknown as CommandContext
  await Effect.gen(function* () {
    const { StartCamBack, StopCamBack } = yield* Effect.all(camBackHandlers)
    const command = { performerId: "p7" }
    yield* tag === "StartCamBack"
      ? StartCamBack({ _tag: "StartCamBack", ...command }, context)
      : StopCamBack({ _tag: "StopCamBack", ...command }, context)
  }).pipe(
    Effect.provide(
      Layer.mergeAll(
        Layer.succeed(RoomService, rooms as RoomServiceShape),
        Layer.succeed(Pipeline, pipeline as PipelineShape),
      ),
    ),
    Effect.runPromise,
  )
  return { sent, told }
}

describe("a command about the visitor's camera", () => {
  it("is carried out once: its repetition after a crash is told as unknown, and nothing is sent", async () => {
    const unknown = { _tag: "CamBackRefused", performerId: "p7", label: "outcomeUnknown" }
    for (const tag of ["StartCamBack", "StopCamBack"] as const) {
      expect((await ran(tag, false)).sent, tag).toHaveLength(1)
      expect(await ran(tag, true), tag).toEqual({ sent: [], told: [unknown] })
    }
  })
})
