/** Member API answers about live alerts → facts. Pure. */
import type { Event } from "@foldcast/contracts/stream/event"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome } from "../upstream/frame.ts"
import { labelOfChange } from "./call-failure.ts"
import { listedPerformers } from "./listed-performers.ts"

/** Without an answer there is no fact. */
export const liveAlertsListed = (
  outcome: CallOutcome<MemberApiBody<"GET /live-alert">>,
): ReadonlyArray<Event> =>
  outcome._tag === "Answered"
    ? [
        {
          _tag: "LiveAlertsListed",
          performerIds: listedPerformers(outcome.body.liveAlerts),
        },
      ]
    : []

export interface LiveAlert {
  readonly performerId: string
  readonly isOn: boolean
}

export const liveAlertChanged = (
  { performerId, isOn }: LiveAlert,
  outcome: CallOutcome<unknown>,
): Event =>
  outcome._tag === "Answered"
    ? { _tag: "LiveAlertChanged", performerId, isOn }
    : { _tag: "LiveAlertRefused", performerId, label: labelOfChange(outcome) }
