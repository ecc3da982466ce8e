/** ReportPlayerFailure → PlayerFailed, whether or not the chat service could be told; its answer is not awaited. */
import { Effect } from "effect"
import { makeCommandFacts } from "./command-facts.ts"
import type { Handler } from "./handler.ts"
import { RoomService } from "../rooms/room-service.ts"

const makeReportPlayerFailure = Effect.gen(function* () {
  const rooms = yield* RoomService
  const facts = yield* makeCommandFacts
  const handle: Handler<"ReportPlayerFailure"> = Effect.fnUntraced(function* (
    { performerId, failure },
    context,
  ) {
    // After a restart nobody knows whether it was told: once too few is better than twice.
    if (!context.interrupted) yield* rooms.reportFailure(context.visit, performerId, failure)
    return yield* facts.decided(context, { _tag: "PlayerFailed", performerId, code: failure })
  })
  return handle
})

export const reportPlayerFailureHandlers = { ReportPlayerFailure: makeReportPlayerFailure }
