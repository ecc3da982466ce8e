/** A payment session as GET /payment/session/{id} answers it. Pure. */
import type { PaymentSessionState } from "@foldcast/contracts/upstream/member-api"
import type { PaymentSession } from "./session-store.ts"

export const paymentSessionAnswer = (session: PaymentSession): PaymentSessionState => {
  switch (session.state) {
    case "open":
      return { sessionId: session.id, state: "open" }
    case "paid":
      return {
        sessionId: session.id,
        state: "paid",
        bundleId: session.bundle_id,
        credits: session.credits,
        amount: session.amount_cents,
        transactionId: session.transaction_id,
      }
    case "failed":
      return { sessionId: session.id, state: "failed", reasonCode: session.reason_code }
  }
}
