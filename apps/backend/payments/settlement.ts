/**
 * Decides what a notice of the bank does to a payment session. Pure; settle.ts carries it out.
 *
 * The money decides. A paid session stays paid. A failed session becomes paid when the bank reports the money: a
 * member who paid gets the credits. Nothing is granted for an amount other than the session's, for a second
 * transaction of the session, or for a transaction that paid another session: a person reviews these.
 */
import type { BankNotice } from "./bank-protocol.ts"

export type SessionState =
  | { readonly state: "open" }
  | { readonly state: "paid"; readonly transactionId: string; readonly isWithdrawn: boolean }
  | { readonly state: "failed"; readonly reasonCode: number }

/** The bank's books and ours differ: nothing is granted, and a person reviews it. */
export const FOR_REVIEW = [
  "wrong-amount",
  /** The session is paid by another transaction. */
  "paid-twice",
  /** The transaction paid another session. */
  "other-session",
  /** Money was given back that nobody asked back. */
  "unasked-refund",
] as const

export type SettlementDecision =
  | "grant"
  | "fail"
  | "refund"
  /** A repeated or outdated notice: nothing changes. */
  | "ignore"
  | (typeof FOR_REVIEW)[number]

export const needsReview = (decision: SettlementDecision): boolean =>
  FOR_REVIEW.some((one) => one === decision)

export interface ExpectedPayment {
  /** Euro cents for which the session was opened. */
  readonly amountCents: number
  /** The notice's transaction paid another session. */
  readonly paidElsewhere: boolean
}

export const decideSettlement = (
  session: SessionState,
  { amountCents, paidElsewhere }: ExpectedPayment,
  notice: BankNotice,
): SettlementDecision => {
  if (notice.status === "refunded") {
    const isAsked =
      session.state === "paid" &&
      session.isWithdrawn &&
      session.transactionId === notice.transactionId &&
      notice.amountCents === amountCents
    return isAsked ? "refund" : "unasked-refund"
  }
  if (notice.status === "failed") return session.state === "open" ? "fail" : "ignore"
  if (paidElsewhere) return "other-session"
  if (session.state === "paid" && session.transactionId !== notice.transactionId) {
    return "paid-twice"
  }
  if (notice.amountCents !== amountCents) return "wrong-amount"
  return session.state === "paid" ? "ignore" : "grant"
}
