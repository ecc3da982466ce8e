/** The kinds of tips: credits, or a number of seconds of a toy for a listed amount. Pure. */
import {
  QUICK_TIPS,
  TOY_TIPS,
  type TipType,
  type ToyIntensity,
  TYPED_TIP,
} from "@foldcast/contracts/chat-rules"

const isToyIntensity = (tipType: TipType | ToyIntensity): tipType is ToyIntensity =>
  TOY_TIPS.some(({ intensity }) => intensity === tipType)

export type TipKind =
  | { readonly _tag: "Credits"; readonly tipType: TipType }
  | { readonly _tag: "Toy"; readonly intensity: ToyIntensity; readonly level: number }

/**
 * The kind of a tip of this amount and type. Null: a typed amount is out of bounds, or a toy tip is not in the list
 * with this amount and level.
 */
export const tipKindOf = (
  amount: number,
  tipType: TipType | ToyIntensity,
  vibrate: number | undefined,
): TipKind | null => {
  if (isToyIntensity(tipType)) {
    const listed = TOY_TIPS.find((tip) => tip.amount === amount && tip.intensity === tipType)
    return listed === undefined || (vibrate ?? listed.level) !== listed.level
      ? null
      : { _tag: "Toy", intensity: listed.intensity, level: listed.level }
  }
  const isListed = QUICK_TIPS.some((tip) => tip.amount === amount && tip.tipType === tipType)
  const isTyped = tipType === "gift" && amount >= TYPED_TIP.minimum && amount <= TYPED_TIP.maximum
  return isListed || isTyped ? { _tag: "Credits", tipType } : null
}
