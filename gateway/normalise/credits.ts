/** Upstream data about credits → facts. Pure. */
import type { ChargeAction } from "@foldcast/contracts/stream/credits"
import type { Event } from "@foldcast/contracts/stream/event"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome } from "../upstream/frame.ts"

export const creditsChanged = (credits: number): Event => ({ _tag: "CreditsChanged", credits })

/** Without an answer the balance stays as it was. */
export const balanceTold = (
  outcome: CallOutcome<MemberApiBody<"GET /credits">>,
): ReadonlyArray<Event> =>
  outcome._tag === "Answered" ? [creditsChanged(outcome.body.credits)] : []

/** Actions of a `payment-failed` that mean that a charge found no credits. */
const CHARGE_ACTIONS: Readonly<Record<string, ChargeAction>> = {
  interval: "interval",
  "pre-paid": "pre-paid",
}
export const chargeAction = (action: string | undefined): ChargeAction | undefined =>
  action !== undefined && Object.hasOwn(CHARGE_ACTIONS, action) ? CHARGE_ACTIONS[action] : undefined
