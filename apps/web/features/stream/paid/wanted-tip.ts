/** A tip that the visitor wants to give, and the listed ones as such. Pure. */
import type { QuickTip, TipType } from "@foldcast/contracts/chat-rules"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { TIP_NAMES } from "./tip-names.ts"

/** A tip of credits, or a toy tip, which its amount identifies. */
export type WantedTip =
  | {
      readonly _tag: "Credits"
      readonly amount: number
      readonly tipType: TipType
      readonly message: string
      readonly isPublic: boolean
    }
  | { readonly _tag: "Toy"; readonly amount: number }

/** Without a message, and seen by everybody. */
export const listedTip = ({ amount, tipType }: QuickTip): WantedTip => ({
  _tag: "Credits",
  amount,
  tipType,
  message: "",
  isPublic: true,
})

/** The name of its button: what it is, and what it costs. */
export const listedTipName = ({ amount, tipType }: QuickTip, locale: Locale): string =>
  m.tip_quick({ kind: TIP_NAMES[tipType](), credits: formatCredits(amount, locale) })
