/** Sends a call's answer through the pipeline, where nothing else follows from it. Called by the handlers. */
import { Effect } from "effect"
import type { LogUnavailable } from "../log/event-log.ts"
import type { AnswerContext } from "../normalise/normalise-answer.ts"
import { Pipeline } from "../pipeline.ts"
import type { CallOutcome, MemberApiCall } from "../upstream/frame.ts"
import { answerFrame, type CommandContext, HANDLED, type Handled, plainly } from "./handler.ts"

export type Tell = (
  outcome: CallOutcome<unknown>,
  context: CommandContext,
) => Effect.Effect<Handled, LogUnavailable>

export const makeTell = (call: MemberApiCall, more: Pick<AnswerContext, "updating"> = {}) =>
  Effect.map(
    Pipeline,
    (pipeline): Tell =>
      (outcome, context) =>
        Effect.as(
          pipeline.answer(answerFrame(call, outcome, context), { ...plainly(context), ...more }),
          HANDLED,
        ),
  )
