/**
 * Payment methods: whose they are, in which order they stand, which one is chosen first (product spec,
 * section 9; decisions, 78 and 86).
 */
import type { PaymentProvider } from "@foldcast/contracts/stream/wallet"

/** Numeric ids are paynl's, all others dialxs's. */
export const providerOf = (id: string): PaymentProvider => (/^\d+$/u.test(id) ? "paynl" : "dialxs")

const ORDER: Readonly<Record<PaymentProvider, ReadonlyArray<string>>> = {
  paynl: ["10", "709", "436", "553", "595"],
  dialxs: ["ideal", "creditcard", "mistercash", "sofortbanking"],
}

/** German is no language of the site; its defaults are kept as data (decisions, 86). */
const DEFAULTS: Readonly<Record<PaymentProvider, Readonly<Record<"nl" | "en" | "de", string>>>> = {
  paynl: { nl: "10", en: "709", de: "709" },
  dialxs: { nl: "ideal", en: "creditcard", de: "creditcard" },
}

export const methodOrder = (provider: PaymentProvider): ReadonlyArray<string> => ORDER[provider]

export const defaultMethodId = (provider: PaymentProvider, language: "nl" | "en" | "de"): string =>
  DEFAULTS[provider][language]

/** The `paymentMethod` of a payment session: the id, or `id:subOptionId` (product spec, section 7). */
export const paymentMethodText = (id: string, subOptionId: string | null): string =>
  subOptionId === null ? id : `${id}:${subOptionId}`
