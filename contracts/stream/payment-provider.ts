/** The provider of a payment method. Separate from the schemas, so that it ships without a decoder. */
import type { PaymentProvider } from "./wallet.ts"

/** Numeric ids are paynl's, all others dialxs's (WALLET-10). */
export const providerOf = (methodId: string): PaymentProvider =>
  /^\d+$/u.test(methodId) ? "paynl" : "dialxs"
