/** Member API answers about blocks → facts. Pure. */
import type { Event } from "@foldcast/contracts/stream/event"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome } from "../upstream/frame.ts"
import { labelOfChange } from "./call-failure.ts"
import { listedPerformers } from "./listed-performers.ts"

/** Without an answer there is no fact, so the last list stays. */
export const blocksListed = (
  outcome: CallOutcome<MemberApiBody<"GET /block">>,
): ReadonlyArray<Event> =>
  outcome._tag === "Answered"
    ? [{ _tag: "BlocksListed", performerIds: listedPerformers(outcome.body.blocks) }]
    : []

export const blockChanged = (
  to: "PerformerBlocked" | "PerformerUnblocked",
  performerId: string,
  outcome: CallOutcome<unknown>,
): Event =>
  outcome._tag === "Answered"
    ? { _tag: to, performerId }
    : { _tag: "BlockRefused", performerId, label: labelOfChange(outcome) }
