/**
 * Analytics events, in the data layer's own names (TRACK-08). The runtime pushes them only with the visitor's
 * consent.
 */
import type { Bundle } from "@foldcast/contracts/stream/wallet"

/** Member names are the data layer's (TRACK-08). */
export interface PackageItem {
  readonly index: number
  readonly quantity: number
  readonly item_name: string
  readonly item_id: string
  readonly affiliation: string
  readonly currency: "EUR"
  readonly item_brand: string
  readonly item_category: string
  /** Euro, two decimals: the data layer has no cents. */
  readonly price: string
}

export type AnalyticsEvent =
  | { readonly event: "conversion"; readonly type: "email_verified" }
  | {
      readonly event: "start_payment"
      readonly payment_method: string
      readonly items: ReadonlyArray<PackageItem>
    }
  | {
      readonly event: "purchase"
      readonly transaction_id: string
      readonly currency: "EUR"
      readonly value: string
      readonly items: ReadonlyArray<PackageItem>
    }

/** Cents as `9.99`, without a float. */
export const euroText = (cents: number): string => {
  const digits = String(cents).padStart(3, "0")
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `index` counts from 0 in the wallet's own order. */
export const packageItem = (bundle: Bundle, index: number, brand: string): PackageItem => ({
  index,
  quantity: 1,
  item_name: bundle.name,
  item_id: bundle.id,
  affiliation: brand,
  currency: bundle.currency,
  item_brand: brand,
  item_category: "credits",
  price: euroText(bundle.costCents),
})
