/** Turns what upstreams say of credits into facts. Pure; called by normalise-*.ts. */
import type { ChargeAction } from "@foldcast/contracts/stream/credits"
import type { Event } from "@foldcast/contracts/stream/event"

export const creditsChanged = (credits: number): Event => ({ _tag: "CreditsChanged", credits })

/** Actions of a `payment-failed` that mean a charge found no credits (UA15). */
const CHARGE_ACTIONS: Readonly<Record<string, ChargeAction>> = {
  interval: "interval",
  "pre-paid": "pre-paid",
}
export const chargeAction = (action: string | undefined): ChargeAction | undefined =>
  action !== undefined && Object.hasOwn(CHARGE_ACTIONS, action) ? CHARGE_ACTIONS[action] : undefined
