/** What a payer can do at the bank, and what comes of it. Reason codes: WALLET-39. Pure. */

export type Outcome =
  | { readonly status: "paid" }
  | { readonly status: "failed"; readonly reasonCode: 299 | 300 | 302 | 308 | 309 }

/** When the site hears of it, seen from the browser's way back. */
export type Timing =
  /** Both set out at once. */
  | "meanwhile"
  /** The site has answered before the browser leaves. */
  | "before"
  /** The browser is long back. */
  | "after"

export interface Choice {
  readonly outcome: Outcome
  readonly timing: Timing
  /** How often the site is told, each time until it has answered. */
  readonly calls: 1 | 2
}

const paid = (timing: Timing, calls: 1 | 2 = 1): Choice => ({
  outcome: { status: "paid" },
  timing,
  calls,
})
const failed = (reasonCode: 299 | 300 | 302 | 308 | 309): Choice => ({
  outcome: { status: "failed", reasonCode },
  timing: "meanwhile",
  calls: 1,
})

export const CHOICES = {
  pay: paid("meanwhile"),
  cancel: failed(309),
  reject: failed(302),
  expire: failed(308),
  antiFraud: failed(299),
  fail: failed(300),
  callBackTwice: paid("before", 2),
  callBackFirst: paid("before"),
  returnFirst: paid("after"),
} as const satisfies Readonly<Record<string, Choice>>

export type ChoiceName = keyof typeof CHOICES
export const CHOICE_NAMES = Object.keys(CHOICES) as ReadonlyArray<ChoiceName>

export const isChoiceName = (text: string): text is ChoiceName => Object.hasOwn(CHOICES, text)
