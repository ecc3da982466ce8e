/** What a payer can do at the bank, and the result of each. Reason codes: WALLET-39. Pure. */

export type PaymentResult =
  | { readonly status: "paid" }
  | { readonly status: "failed"; readonly reasonCode: 299 | 300 | 302 | 308 | 309 }

/** When the site is called back, relative to the browser's return. */
export type CallbackTiming =
  /** Call and return begin together. */
  | "meanwhile"
  /** The site has answered before the browser returns. */
  | "before"
  /** The browser has returned for some time. */
  | "after"

export interface PayerChoice {
  readonly outcome: PaymentResult
  readonly timing: CallbackTiming
  /** How often the site is called back; each call is repeated until it is answered. */
  readonly calls: 1 | 2
}

const paid = (timing: CallbackTiming, calls: 1 | 2 = 1): PayerChoice => ({
  outcome: { status: "paid" },
  timing,
  calls,
})
const failed = (reasonCode: 299 | 300 | 302 | 308 | 309): PayerChoice => ({
  outcome: { status: "failed", reasonCode },
  timing: "meanwhile",
  calls: 1,
})

export const PAYER_CHOICES = {
  pay: paid("meanwhile"),
  cancel: failed(309),
  reject: failed(302),
  expire: failed(308),
  antiFraud: failed(299),
  fail: failed(300),
  callBackTwice: paid("before", 2),
  callBackFirst: paid("before"),
  returnFirst: paid("after"),
} as const satisfies Readonly<Record<string, PayerChoice>>

export type PayerChoiceName = keyof typeof PAYER_CHOICES
export const PAYER_CHOICE_NAMES = Object.keys(PAYER_CHOICES) as ReadonlyArray<PayerChoiceName>

export const isPayerChoice = (text: string): text is PayerChoiceName =>
  Object.hasOwn(PAYER_CHOICES, text)
