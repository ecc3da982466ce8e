/** Whose a payment method is. Apart from the schemas, so that reading it ships none of them. */
import type { PaymentProvider } from "./wallet.ts"

/** Numeric ids are paynl's, all others dialxs's (WALLET-10). */
export const providerOf = (methodId: string): PaymentProvider =>
  /^\d+$/u.test(methodId) ? "paynl" : "dialxs"
