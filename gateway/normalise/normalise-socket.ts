/**
 * Member socket frames → facts, one row per realtime event. Pure: no clock, no I/O.
 *
 *   setCredits, updated-credits → CreditsChanged      bundle-bought → BundleBought
 *   payment-failed → CreditsRanOut or PaymentFailed   favourite-add → FavouriteAdded
 *   favourite-remove → FavouriteRemoved               the others give no fact
 */
import type { Event } from "@foldcast/contracts/stream/event"
import type {
  MemberEventName,
  MemberEventPayload,
} from "@foldcast/contracts/upstream/member-socket"
import type { DecodedSocketFrame } from "../upstream/frame.ts"
import { chargeAction, creditsChanged } from "./credits.ts"

/** The code of a failure without a code. Source: WALLET-39. */
const DEFAULT_REASON_CODE = 100

type Rows = {
  readonly [Name in MemberEventName]: (payload: MemberEventPayload<Name>) => ReadonlyArray<Event>
}

const ROWS: Rows = {
  setCredits: ({ credits }) => [creditsChanged(credits)],
  "updated-credits": ({ credits }) => [creditsChanged(credits)],
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
  "dial-in-status": () => [],
  "private-message": () => [],
  "message-read": () => [],
}

export const normaliseSocketFrame = (frame: DecodedSocketFrame): ReadonlyArray<Event> =>
  (ROWS[frame.call] as (payload: DecodedSocketFrame["payload"]) => ReadonlyArray<Event>)(
    frame.payload,
  )
