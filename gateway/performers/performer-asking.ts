/**
 * Calls to the performer service, shared between all visitors by a short-lived cache. Its answers are the same for
 * all visitors, so a question has no token and no visitor's name.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { CallOutcome } from "../upstream/frame.ts"
import { requestUrl } from "../upstream/http-transport.ts"
import {
  type PerformerBody,
  type PerformerCall,
  type PerformerRequest,
  PerformerService,
} from "../upstream/performer-service.ts"
import { answerCache } from "./answer-cache.ts"

/** Short, since statuses change often; a crowd arrives within a second. */
const FRESH_MS = 1_000
const MAX_HELD = 2_000

/** A base for the URL that serves as the cache key. */
const NOWHERE = "http://performers.invalid"

/** An outcome and when the call began: the answer is no older than that. */
export interface Heard<Body> {
  readonly outcome: CallOutcome<Body>
  readonly at: number
}

/** Reading calls, whose answers are the same for everybody. */
type ReadingCall = Extract<PerformerCall, `GET ${string}`>

export interface PerformerAskingShape {
  readonly call: <Call extends ReadingCall>(
    request: PerformerRequest<Call>,
  ) => Effect.Effect<CallOutcome<PerformerBody<Call>>>
  readonly hear: <Call extends ReadingCall>(
    request: PerformerRequest<Call>,
  ) => Effect.Effect<Heard<PerformerBody<Call>>>
}

export class PerformerAsking extends Context.Service<PerformerAsking, PerformerAskingShape>()(
  "gateway/PerformerAsking",
) {
  static readonly layer = Layer.effect(
    PerformerAsking,
    Effect.gen(function* () {
      const service = yield* PerformerService
      const answers = yield* answerCache<Heard<PerformerBody<ReadingCall>>>({
        freshMs: FRESH_MS,
        capacity: MAX_HELD,
      })
      const hear = <Call extends ReadingCall>(request: PerformerRequest<Call>) =>
        answers.get(
          requestUrl(NOWHERE, request)?.href ?? NOWHERE,
          Effect.flatMap(Clock.currentTimeMillis, (at) =>
            Effect.map(service.call(request), (outcome) => ({ outcome, at })),
          ),
        )
      return PerformerAsking.of({
        hear,
        call: <Call extends ReadingCall>(request: PerformerRequest<Call>) =>
          Effect.map(hear(request), ({ outcome }) => outcome),
      })
    }),
  )
}
