/**
 * Member socket frames → facts, one row per realtime event. Pure: no clock, no I/O.
 *
 *   setCredits, updated-credits → CreditsChanged      bundle-bought → BundleBought
 *   payment-failed → CreditsRanOut or PaymentFailed   favourite-add → FavouriteAdded
 *   favourite-remove → FavouriteRemoved               dial-in-status → DialInStateChanged
 *   private-message → PrivateMessageReceived          message-read → MessageRead
 */
import type { ChargeAction } from "@foldcast/contracts/stream/credits"
import type { Event } from "@foldcast/contracts/stream/event"
import type {
  MemberEventName,
  MemberEventPayload,
} from "@foldcast/contracts/upstream/member-socket"
import { dialInStateChanged } from "./dial-in.ts"
import { messageReadByPerformer, privateMessageReceived } from "./message-facts.ts"
import type { DecodedMemberFrame } from "../upstream/frame.ts"

/** The code of a failure without a code. Source: WALLET-39. */
const DEFAULT_REASON_CODE = 100

/** Actions of a `payment-failed` that mean that a charge found no credits. */
const CHARGE_ACTIONS: Readonly<Record<string, ChargeAction>> = {
  interval: "interval",
  "pre-paid": "pre-paid",
}
const chargeAction = (action: string | undefined): ChargeAction | undefined =>
  action !== undefined && Object.hasOwn(CHARGE_ACTIONS, action) ? CHARGE_ACTIONS[action] : undefined

type Rows = {
  readonly [Name in MemberEventName]: (payload: MemberEventPayload<Name>) => ReadonlyArray<Event>
}

const ROWS: Rows = {
  setCredits: ({ credits }) => [{ _tag: "CreditsChanged", credits }],
  "updated-credits": ({ credits }) => [{ _tag: "CreditsChanged", credits }],
  "bundle-bought": (bought) => [
    {
      _tag: "BundleBought",
      sessionId: bought.sessionId,
      bundleId: String(bought.bundleId),
      credits: bought.credits,
      amountCents: bought.amount,
      transactionId: bought.transactionId,
    },
  ],
  "payment-failed": ({ action, sessionId, reasonCode }) => {
    const charge = chargeAction(action)
    if (charge !== undefined) return [{ _tag: "CreditsRanOut", action: charge }]
    return sessionId === undefined
      ? []
      : [{ _tag: "PaymentFailed", sessionId, reasonCode: reasonCode ?? DEFAULT_REASON_CODE }]
  },
  "favourite-add": ({ performerId }) => [
    { _tag: "FavouriteAdded", performerId: String(performerId) },
  ],
  "favourite-remove": ({ performerId }) => [
    { _tag: "FavouriteRemoved", performerId: String(performerId) },
  ],
  "dial-in-status": (status) => dialInStateChanged(status.session, status),
  "private-message": (told) => [privateMessageReceived(told)],
  "message-read": (told) => [messageReadByPerformer(told)],
}

export const normaliseMemberFrame = (frame: DecodedMemberFrame): ReadonlyArray<Event> =>
  (ROWS[frame.call] as (payload: DecodedMemberFrame["payload"]) => ReadonlyArray<Event>)(
    frame.payload,
  )
