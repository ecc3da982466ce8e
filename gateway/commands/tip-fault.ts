/** What is wrong with a tip: its amount must be a listed one, or a typed one within its bounds. Pure. */
import {
  MESSAGE_LENGTH,
  QUICK_TIPS,
  TOY_TIPS,
  type TipType,
  type ToyTip,
  TYPED_TIP,
} from "@foldcast/contracts/chat-rules"
import { textFault } from "./room-act.ts"

const AMOUNT = "badRequest.amount"

/** The type of tips whose amount was typed. Source: CHAT-48. */
const TYPED_TYPE: TipType = "gift"

export const tipFault = ({
  amount,
  tipType,
  message,
}: {
  readonly amount: number
  readonly tipType: TipType
  readonly message: string
}): string | null => {
  const isListed = QUICK_TIPS.some((tip) => tip.amount === amount && tip.tipType === tipType)
  const isTyped =
    tipType === TYPED_TYPE && amount >= TYPED_TIP.minimum && amount <= TYPED_TIP.maximum
  if (!isListed && !isTyped) return AMOUNT
  return textFault(message, { ...MESSAGE_LENGTH, minimum: 0 })
}

/** The type by which a tip of this amount is paid outside of a room, where none is sent (UA49). */
export const tipTypeFromOutside = (amount: number): TipType =>
  amount >= TYPED_TIP.minimum && amount <= TYPED_TIP.maximum ? TYPED_TYPE : "wink"

export const toyTipOf = (amount: number): ToyTip | undefined =>
  TOY_TIPS.find((tip) => tip.amount === amount)

export const NO_SUCH_TIP = AMOUNT
