/**
 * Payment methods: their provider, their order, and the preselected one (WALLET-40 to WALLET-45). The values
 * are configuration; German is kept as data.
 */
import type { PaymentProvider } from "@foldcast/contracts/stream/wallet"

export { providerOf } from "@foldcast/contracts/stream/payment-provider"

interface MethodConfiguration {
  /** Ids in the order they are shown. */
  readonly order: ReadonlyArray<string>
  readonly defaults: Readonly<Record<"nl" | "en" | "de", string>>
}

const METHODS: Readonly<Record<PaymentProvider, MethodConfiguration>> = {
  paynl: {
    order: ["10", "709", "436", "553", "595"],
    defaults: { nl: "10", en: "709", de: "709" },
  },
  dialxs: {
    order: ["ideal", "creditcard", "mistercash", "sofortbanking"],
    defaults: { nl: "ideal", en: "creditcard", de: "creditcard" },
  },
}

/** Known methods that are disabled. */
const SWITCHED_OFF: ReadonlySet<string> = new Set(["sofortbanking"])

export const isMethodOffered = (methodId: string): boolean => !SWITCHED_OFF.has(methodId)

export const methodOrder = (provider: PaymentProvider): ReadonlyArray<string> =>
  METHODS[provider].order.filter(isMethodOffered)

/** The preselected method for a language; the wallet may not offer it. */
export const defaultMethodId = (provider: PaymentProvider, locale: "nl" | "en" | "de"): string =>
  METHODS[provider].defaults[locale]
