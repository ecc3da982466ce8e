/**
 * The second press of a double click, which gives nothing more, however soon the first one was answered. Pure.
 * Caller: the tip bar. Times are monotonic milliseconds.
 */
import type { WantedTip } from "./tip-bar.tsx"

/** The longest double click that systems offer is 900 milliseconds; two presses meant as two are rarely nearer. */
const DOUBLE_CLICK_MS = 900

export interface Given {
  readonly tip: WantedTip
  readonly at: number
}

const isSameTip = (a: WantedTip, b: WantedTip): boolean =>
  a._tag === b._tag && a.amount === b.amount

export const isSecondPress = (last: Given | null, tip: WantedTip, at: number): boolean =>
  last !== null && isSameTip(last.tip, tip) && at - last.at < DOUBLE_CLICK_MS
