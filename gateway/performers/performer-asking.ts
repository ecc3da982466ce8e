/**
 * The performer service, asked for everybody at once: the same question within a moment is one call. Its
 * answers are the same for all visitors, so no token and no visitor's name is part of a question.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { CallOutcome } from "../upstream/frame.ts"
import { requestUrl } from "../upstream/exchange.ts"
import {
  type PerformerBody,
  type PerformerCall,
  type PerformerRequest,
  PerformerService,
} from "../upstream/performer-service.ts"
import { answerCache } from "./answer-cache.ts"

/** Statuses change all the time; a crowd comes within a second. */
const FRESH_MS = 1_000
const MAX_HELD = 2_000

/** Only to write the question down. */
const NOWHERE = "http://performers.invalid"

/** How a question ended, and when it was asked: what it tells was so no earlier. */
export interface Heard<Body> {
  readonly outcome: CallOutcome<Body>
  readonly at: number
}

/** Calls that only read: the same for everybody. */
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
