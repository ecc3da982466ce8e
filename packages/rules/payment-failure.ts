/** Why a payment failed, from the bank's code (WALLET-39). */
import type { PAYMENT_FAILURE_CODES } from "@foldcast/contracts/stream/wallet"

export type PaymentFailureReason = "default" | "antiFraud" | "rejected" | "expired" | "cancelled"

const REASONS: Readonly<Record<(typeof PAYMENT_FAILURE_CODES)[number], PaymentFailureReason>> = {
  100: "default",
  299: "antiFraud",
  300: "default",
  302: "rejected",
  308: "expired",
  309: "cancelled",
}

const isListed = (code: number): code is keyof typeof REASONS => Object.hasOwn(REASONS, code)

/** Whether a retry should use another payment method. */
export const wantsAnotherMethod = (reason: PaymentFailureReason): boolean =>
  reason === "rejected" || reason === "antiFraud"

/** Total: an unlisted code has the default reason. */
export const paymentFailureReason = (reasonCode: number): PaymentFailureReason =>
  isListed(reasonCode) ? REASONS[reasonCode] : "default"
