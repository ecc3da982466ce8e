/**
 * What a notice of the bank does to a payment session. Pure; settle.ts carries it out.
 *
 * The money decides. A session that is paid stays paid, whatever comes after. A session that failed is
 * paid after all when the bank says that the money came: a member who paid gets the credits. Nothing is
 * granted for another amount than the session's, for a second transaction of the same session, nor for a
 * transaction that paid another session: these are for a person to look at.
 */
import type { BankNotice } from "./bank-protocol.ts"

export type SessionState =
  | { readonly state: "open" }
  | { readonly state: "paid"; readonly transactionId: string }
  | { readonly state: "failed"; readonly reasonCode: number }

/** The bank's books and ours differ: nothing is granted, and a person looks. */
export const FOR_REVIEW = [
  "wrong-amount",
  /** The session is paid by another transaction. */
  "paid-twice",
  /** The transaction paid another session. */
  "other-session",
] as const

export type SettlementDecision =
  | "grant"
  | "fail"
  /** It was said before, or is overtaken: nothing changes. */
  | "ignore"
  | (typeof FOR_REVIEW)[number]

export const needsReview = (decision: SettlementDecision): boolean =>
  FOR_REVIEW.some((one) => one === decision)

export interface ExpectedPayment {
  /** Euro cents the session was opened for. */
  readonly amountCents: number
  /** Another session was paid with the transaction that the notice names. */
  readonly paidElsewhere: boolean
}

export const decideSettlement = (
  session: SessionState,
  { amountCents, paidElsewhere }: ExpectedPayment,
  notice: BankNotice,
): SettlementDecision => {
  if (notice.status === "failed") return session.state === "open" ? "fail" : "ignore"
  if (paidElsewhere) return "other-session"
  if (session.state === "paid" && session.transactionId !== notice.transactionId) {
    return "paid-twice"
  }
  if (notice.amountCents !== amountCents) return "wrong-amount"
  return session.state === "paid" ? "ignore" : "grant"
}
