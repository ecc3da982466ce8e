/**
 * Member API answers about the balance, the wallet and payments → facts: units in the names, tags and provider as
 * unions. Pure.
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
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallFailure, CallOutcome } from "../upstream/frame.ts"
import { labelOf } from "./call-failure.ts"

/** The settings for payment methods: their order and the default (WALLET-40). */
export interface PaymentPreference {
  readonly provider: PaymentProvider
  /** Method ids in display order; others follow in the upstream's order. */
  readonly order: ReadonlyArray<string>
  readonly defaultMethodId: string | null
  /** Whether a method is switched on; one that is off is never shown, whatever the upstream lists. */
  readonly isOffered: (methodId: string) => boolean
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

/** Sorts by the configured order; others keep their order behind. */
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

/** Without an answer the balance stays as it was. */
export const balanceTold = (
  outcome: CallOutcome<MemberApiBody<"GET /credits">>,
): ReadonlyArray<Event> =>
  outcome._tag === "Answered" ? [{ _tag: "CreditsChanged", credits: outcome.body.credits }] : []

const walletLoaded = (answer: WalletAnswer, preference: PaymentPreference): Event => {
  const paymentOptions = inPreferredOrder(
    (answer.paymentOptions ?? []).map(paymentOption).filter(({ id }) => preference.isOffered(id)),
    preference.order,
  )
  const { defaultMethodId } = preference
  return {
    _tag: "WalletLoaded",
    walletId: String(answer.id),
    variant: answer.variant === "drawer" ? "drawer" : "default",
    bundles: (answer.bundles ?? []).map(bundle),
    ...(answer.topUp !== undefined && { topUp: bundle(answer.topUp) }),
    paymentOptions,
    provider: preference.provider,
    defaultMethodId: paymentOptions.some(({ id }) => id === defaultMethodId)
      ? defaultMethodId
      : null,
  }
}

export const walletFact = (
  outcome: CallOutcome<WalletAnswer>,
  preference: PaymentPreference,
): Event =>
  outcome._tag === "Answered"
    ? walletLoaded(outcome.body, preference)
    : { _tag: "WalletRefused", label: labelOf(outcome) }

export const paymentSessionRefused = (failure: CallFailure): Event => ({
  _tag: "PaymentSessionRefused",
  label: labelOf(failure),
})

export const paymentSessionFact = (
  outcome: CallOutcome<MemberApiBody<"POST /payment/session">>,
): Event => {
  switch (outcome._tag) {
    case "Answered": {
      const { sessionId, paymentURL } = outcome.body
      return { _tag: "PaymentSessionOpened", sessionId, paymentURL }
    }
    case "Unknown":
      return { _tag: "PaymentSessionUnknown" }
    case "Refused":
    case "KeyRefused":
    case "Unavailable":
      return paymentSessionRefused(outcome)
  }
}

/** The outcome of a payment; an open one gives no fact, and neither does a missing answer. */
export const paymentSettled = (outcome: CallOutcome<PaymentSessionState>): ReadonlyArray<Event> => {
  if (outcome._tag !== "Answered") return []
  const payment = outcome.body
  switch (payment.state) {
    case "open":
      return []
    case "paid":
      return [
        {
          _tag: "BundleBought",
          sessionId: payment.sessionId,
          bundleId: String(payment.bundleId),
          credits: payment.credits,
          amountCents: payment.amount,
          transactionId: payment.transactionId,
        },
      ]
    case "failed":
      return [
        { _tag: "PaymentFailed", sessionId: payment.sessionId, reasonCode: payment.reasonCode },
      ]
  }
}

export const purchaseWithdrawal = (
  sessionId: string,
  outcome: CallOutcome<MemberApiBody<"POST /payment/session/{id}/withdrawal">>,
): Event => {
  switch (outcome._tag) {
    case "Answered": {
      const { credits, amount: amountCents, at: receivedAt } = outcome.body
      return { _tag: "PurchaseWithdrawn", sessionId, credits, amountCents, receivedAt }
    }
    case "Unknown":
      return { _tag: "PurchaseWithdrawalUnknown", sessionId }
    case "Refused":
    case "KeyRefused":
    case "Unavailable":
      return { _tag: "PurchaseWithdrawalRefused", sessionId, label: labelOf(outcome) }
  }
}
