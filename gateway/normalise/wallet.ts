/**
 * Turns the wallet's upstream shapes into ours: units in the names, tags and provider as unions.
 * Pure; called by normalise-answer.ts.
 */
import type { Event } from "@foldcast/contracts/stream/event"
import { providerOf } from "@foldcast/contracts/stream/payment-provider"
import {
  type Bundle,
  BundleTag,
  type PaymentOption,
  type PaymentProvider,
} from "@foldcast/contracts/stream/wallet"
import type {
  PaymentSessionState,
  UpstreamBundle,
  UpstreamPaymentOption,
  WalletAnswer,
} from "@foldcast/contracts/upstream/member-api"

/** What the setting says of payment methods: whose order and default apply (WALLET-40). */
export interface PaymentPreference {
  readonly provider: PaymentProvider
  /** Method ids in the order they are shown; others follow in the upstream's order. */
  readonly order: ReadonlyArray<string>
  readonly defaultMethodId: string | null
}

/** For answers that hold no payment methods. */
export const NO_PREFERENCE: PaymentPreference = {
  provider: "paynl",
  order: [],
  defaultMethodId: null,
}

const isBundleTag = (text: string): text is BundleTag =>
  (BundleTag.literals as ReadonlyArray<string>).includes(text)

export const bundle = (upstream: UpstreamBundle): Bundle => ({
  id: String(upstream.id),
  name: upstream.name,
  costCents: upstream.cost,
  credits: upstream.credits,
  currency: upstream.currency,
  bonusMinutes: upstream.bonus,
  label: upstream.label,
  tags: upstream.meta.classes
    .split(",")
    .map((text) => text.trim())
    .filter(isBundleTag),
})

export const paymentOption = (upstream: UpstreamPaymentOption): PaymentOption => ({
  id: String(upstream.id),
  name: upstream.name,
  image: upstream.image,
  provider: providerOf(String(upstream.id)),
  subOptions: upstream.paymentOptionSubList.map(({ id, name }) => ({ id: String(id), name })),
})

/** Sorts by the configured order; what it does not name keeps its place behind. */
export const inPreferredOrder = (
  options: ReadonlyArray<PaymentOption>,
  order: ReadonlyArray<string>,
): ReadonlyArray<PaymentOption> => {
  const rank = (id: string) => {
    const index = order.indexOf(id)
    return index === -1 ? order.length : index
  }
  return options.toSorted((a, b) => rank(a.id) - rank(b.id))
}

export const walletLoaded = (answer: WalletAnswer, preference: PaymentPreference): Event => {
  const paymentOptions = inPreferredOrder(
    (answer.paymentOptions ?? []).map(paymentOption),
    preference.order,
  )
  const { defaultMethodId } = preference
  return {
    _tag: "WalletLoaded",
    walletId: String(answer.id),
    variant: answer.variant === "drawer" ? "drawer" : "default",
    bundles: (answer.bundles ?? []).map(bundle),
    paymentOptions,
    provider: preference.provider,
    defaultMethodId: paymentOptions.some(({ id }) => id === defaultMethodId)
      ? defaultMethodId
      : null,
  }
}

/** The state of a payment session as facts; an open one is no fact. */
export const paymentSettled = (state: PaymentSessionState): ReadonlyArray<Event> => {
  switch (state.state) {
    case "open":
      return []
    case "paid":
      return [
        {
          _tag: "BundleBought",
          sessionId: state.sessionId,
          bundleId: String(state.bundleId),
          credits: state.credits,
          amountCents: state.amount,
          transactionId: state.transactionId,
        },
      ]
    case "failed":
      return [{ _tag: "PaymentFailed", sessionId: state.sessionId, reasonCode: state.reasonCode }]
  }
}
