/**
 * The tips that are offered: credit tips and toy tips. Amounts are credits. A listed amount is valid as it
 * is; the minimum of 100 is for typed ones.
 */

export interface CreditTip {
  /** Travels as the tip's type. */
  readonly tipType: "wink" | "kiss" | "drink" | "heart" | "gift"
  readonly amount: number
}

export const CREDIT_TIPS: ReadonlyArray<CreditTip> = [
  { tipType: "wink", amount: 50 },
  { tipType: "kiss", amount: 150 },
  { tipType: "drink", amount: 350 },
  { tipType: "heart", amount: 500 },
  { tipType: "gift", amount: 1_000 },
]

export interface ToyTip {
  readonly intensity: "low" | "normal" | "medium" | "hard" | "extreme"
  readonly amount: number
  /** Also the default seconds. */
  readonly vibrateLevel: number
}

export const TOY_TIPS: ReadonlyArray<ToyTip> = [
  { intensity: "low", amount: 50, vibrateLevel: 1 },
  { intensity: "normal", amount: 150, vibrateLevel: 3 },
  { intensity: "medium", amount: 300, vibrateLevel: 6 },
  { intensity: "hard", amount: 500, vibrateLevel: 10 },
  { intensity: "extreme", amount: 1_000, vibrateLevel: 20 },
]
