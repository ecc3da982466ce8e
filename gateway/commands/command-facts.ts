/**
 * How a handler tells what came of its command: as facts for the visit that sent it and for everybody whom their
 * scope names.
 */
import { Effect } from "effect"
import type { Event } from "@foldcast/contracts/stream/event"
import type { LogUnavailable } from "../log/visit-log.ts"
import { Pipeline } from "../pipeline.ts"
import { factsFrom } from "../visits/placement.ts"
import { recipientOf } from "../visits/registry.ts"
import { type CommandContext, HANDLED, type Handled } from "./handler.ts"

type Tell = (
  context: CommandContext,
  ...events: ReadonlyArray<Event>
) => Effect.Effect<Handled, LogUnavailable>

export interface CommandFacts {
  /** What came of asking the member API. */
  readonly answered: Tell
  /** What came of asking the messenger's service. */
  readonly answeredByMessenger: Tell
  /** What came of asking the chat service. */
  readonly answeredByRoom: Tell
  /** What the gateway decided or concluded itself: the upstream was not asked, or did not say so. */
  readonly decided: Tell
}

export const makeCommandFacts = Effect.map(Pipeline, (pipeline): CommandFacts => ({
  answered: ({ visit, commandId }, ...events) =>
    Effect.as(pipeline.answered(events, recipientOf(visit), { cause: commandId }), HANDLED),
  answeredByMessenger: ({ visit, commandId }, ...events) =>
    Effect.as(
      pipeline.answeredByMessenger(events, recipientOf(visit), { cause: commandId }),
      HANDLED,
    ),
  answeredByRoom: ({ visit, commandId }, ...events) =>
    Effect.as(
      pipeline.facts(factsFrom("performer-service", events), recipientOf(visit), {
        cause: commandId,
      }),
      HANDLED,
    ),
  decided: ({ visit, commandId }, ...events) =>
    Effect.as(pipeline.decided(events, recipientOf(visit), { cause: commandId }), HANDLED),
}))
