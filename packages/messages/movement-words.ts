/** The names of the kinds of credit movements. Pure. */
import type { MovementKind } from "@foldcast/contracts/queries/movements"
import { m } from "./generated/messages.js"

export const KIND_WORDS = {
  bundle: m.credits_kind_bundle,
  welcome: m.credits_kind_welcome,
  gift: m.credits_kind_gift,
  paidTime: m.credits_kind_paid_time,
  paidTimeReturned: m.credits_kind_returned,
  vipHold: m.credits_kind_vip_hold,
  tip: m.credits_kind_tip,
  toyTip: m.credits_kind_toy_tip,
  withdrawal: m.credits_kind_withdrawal,
  other: m.credits_kind_other,
} as const satisfies Readonly<Record<MovementKind, unknown>>
