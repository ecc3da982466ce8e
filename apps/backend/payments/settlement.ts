/**
 * What a notice of the bank does to a payment session. Pure; settle.ts carries it out.
 *
 * The money decides. A session that is paid stays paid, whatever comes after. A session that failed is
 * paid after all when the bank says that the money came: a member who paid gets the credits. Nothing is
 * granted for another amount than the session's, nor for a second transaction of the same session: both
 * are for a person to look at.
 */
import type { BankNotice } from "./bank-protocol.ts"

export type SessionState =
  | { readonly state: "open" }
  | { readonly state: "paid"; readonly transactionId: string }
  | { readonly state: "failed"; readonly reasonCode: number }

export type Decision =
  | "grant"
  | "fail"
  /** It was said before, or is overtaken: nothing changes. */
  | "ignore"
  | "wrong-amount"
  | "paid-twice"

export const decide = (
  session: SessionState,
  /** Euro cents the session was opened for. */
  amountCents: number,
  notice: BankNotice,
): Decision => {
  if (notice.status === "failed") return session.state === "open" ? "fail" : "ignore"
  if (session.state === "paid") {
    return session.transactionId === notice.transactionId ? "ignore" : "paid-twice"
  }
  return notice.amountCents === amountCents ? "grant" : "wrong-amount"
}
