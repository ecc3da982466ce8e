/** Facts of the wallet and of bank payments. Amounts are integers: credits, euro cents, minutes. */
import { Schema } from "effect"
import {
  BundleId,
  Label,
  PaymentMethodId,
  PaymentSessionId,
  TransactionId,
  WalletId,
} from "../ids.ts"
import { drop, keep, standIn, token } from "../sensitivity.ts"
import { Cents, Credits, EpochMillis, Minutes } from "../units.ts"
import { fact } from "./fact.ts"

/** Tags of a bundle, the upstream's `meta.classes` (WALLET-07). */
export const BundleTag = Schema.Literals(["default", "bestDeal", "mostBought", "firstTime"])
export type BundleTag = typeof BundleTag.Type

export const Bundle = Schema.Struct({
  id: keep(BundleId),
  name: keep(Schema.String),
  costCents: keep(Cents),
  credits: keep(Credits),
  currency: keep(Schema.Literal("EUR")),
  bonusMinutes: keep(Minutes),
  label: keep(Schema.NullOr(Schema.String)),
  tags: Schema.Array(keep(BundleTag)),
})
export type Bundle = typeof Bundle.Type

/** Derived from the id: numeric ids are paynl's (WALLET-10). */
export const PaymentProvider = Schema.Literals(["paynl", "dialxs"])
export type PaymentProvider = typeof PaymentProvider.Type

export const PaymentSubOption = Schema.Struct({
  id: keep(PaymentMethodId),
  name: keep(Schema.String),
})

export const PaymentOption = Schema.Struct({
  id: keep(PaymentMethodId),
  name: keep(Schema.String),
  image: keep(Schema.String),
  provider: keep(PaymentProvider),
  subOptions: Schema.Array(PaymentSubOption),
})
export type PaymentOption = typeof PaymentOption.Type

export const WalletVariant = Schema.Literals(["drawer", "default"])
export type WalletVariant = typeof WalletVariant.Type

export const WalletLoaded = fact("WalletLoaded", "visit", {
  walletId: keep(WalletId),
  variant: keep(WalletVariant),
  bundles: Schema.Array(Bundle),
  /** For who is short of credits: as many as that, or the fewest that are sold. */
  topUp: Schema.optionalKey(Bundle),
  paymentOptions: Schema.Array(PaymentOption),
  /** The provider whose order and default apply (WALLET-40). */
  provider: keep(PaymentProvider),
  /** The method preselected for the visitor's language, where the configuration names one. */
  defaultMethodId: keep(Schema.NullOr(PaymentMethodId)),
})
export const WalletRefused = fact("WalletRefused", "visit", { label: keep(Label) })

const sessionId = token(PaymentSessionId, standIn("ps"))
const transactionId = token(TransactionId, standIn("tx"))

export const PaymentSessionOpened = fact("PaymentSessionOpened", "visit", {
  sessionId,
  paymentURL: drop(Schema.String, "https://bank.invalid/"),
})
export const PaymentSessionRefused = fact("PaymentSessionRefused", "visit", { label: keep(Label) })
/** The call was sent without an answer: it is unknown whether a session exists (law L7). */
export const PaymentSessionUnknown = fact("PaymentSessionUnknown", "visit", {})

/** Deduplicated by `transactionId`: a fold ignores the second one. */
export const BundleBought = fact("BundleBought", "member", {
  sessionId,
  bundleId: keep(BundleId),
  credits: keep(Credits),
  amountCents: keep(Cents),
  transactionId,
})

/** Reason codes (WALLET-39); an unlisted code is folded as the default one. */
export const PAYMENT_FAILURE_CODES = [100, 299, 300, 302, 308, 309] as const
export const PaymentFailed = fact("PaymentFailed", "member", {
  sessionId,
  reasonCode: keep(Schema.Int),
})

/** The member withdrew from a purchase: the credits went at once, the money goes back. */
export const PurchaseWithdrawn = fact("PurchaseWithdrawn", "member", {
  sessionId,
  credits: keep(Credits),
  amountCents: keep(Cents),
  /** When the withdrawal was received. */
  receivedAt: keep(EpochMillis),
})
export const PurchaseWithdrawalRefused = fact("PurchaseWithdrawalRefused", "visit", {
  sessionId,
  label: keep(Label),
})
/** The call was sent without an answer; it may be repeated. */
export const PurchaseWithdrawalUnknown = fact("PurchaseWithdrawalUnknown", "visit", { sessionId })

export const walletFacts = [
  WalletLoaded,
  WalletRefused,
  PaymentSessionOpened,
  PaymentSessionRefused,
  PaymentSessionUnknown,
  BundleBought,
  PaymentFailed,
  PurchaseWithdrawn,
  PurchaseWithdrawalRefused,
  PurchaseWithdrawalUnknown,
] as const
