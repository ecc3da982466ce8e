/** What became of a tip. */
import type { Locale } from "@foldcast/contracts/units"
import type { TipOutcome } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { tipRefusal } from "../room/refusal-texts.ts"

export const tipNews = (tip: TipOutcome, name: string, locale: Locale): string | null => {
  switch (tip._tag) {
    case "Given":
      return m.tip_given({ credits: formatCredits(tip.amount, locale) })
    case "Refused":
      return tipRefusal(tip.label, name)
    case "Unknown":
      return m.tip_unknown()
    case "None":
      return null
  }
}
