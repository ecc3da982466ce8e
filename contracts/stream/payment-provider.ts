/** Whose a payment method is. Apart from the schemas, so that reading it ships none of them. */
import type { PaymentProvider } from "./wallet.ts"

/** Numeric ids are paynl's, all others dialxs's (decisions, 78). */
export const providerOf = (methodId: string): PaymentProvider =>
  /^\d+$/u.test(methodId) ? "paynl" : "dialxs"
