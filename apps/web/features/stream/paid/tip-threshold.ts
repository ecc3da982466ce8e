/** The amount above which a tip is confirmed first, as the member chose it; kept in this tab. */
import type { Drafts } from "../../../runtime/drafts.ts"

const FORM = "tip-threshold"
const DEFAULT = 500

export const TIP_THRESHOLDS = [100, 250, 500, 1_000, 5_000] as const

export const tipThresholdOf = ({ read }: Pick<Drafts, "read">): number => {
  const kept = Number(read(FORM)?.["credits"])
  return TIP_THRESHOLDS.some((one) => one === kept) ? kept : DEFAULT
}

export const keepTipThreshold = ({ keep }: Pick<Drafts, "keep">, credits: number): void =>
  keep(FORM, { credits: String(credits) })
