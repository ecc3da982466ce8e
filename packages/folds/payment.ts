/**
 * The life of a payment in this tab.
 *
 *   Ready → Opening → AtBank → Succeeded | Failed → Ready
 *               └→ Refused | Unknown → Ready
 *
 * When the visitor goes back to the bundles, the tab stops waiting for that payment, also after a reload. Its
 * session stays in `openSessionIds` until its end arrives.
 *
 * Only facts of the stream settle a payment. The fold ignores the failure of a session that this tab did not
 * start, ignores a repeated transaction, and shows no success for another tab's purchase.
 */
import { MAX_OPEN_SESSIONS } from "@foldcast/contracts/client-facts/limits"
import { failureReference, referenceOfId } from "@foldcast/contracts/reference"
import type { CommandId } from "@foldcast/contracts/ids"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import { INITIAL_STATE } from "./initial-state.ts"
import type { Payment, PaymentState, SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"
import { withNewest } from "./with-newest.ts"

const MAX_SEEN_TRANSACTIONS = 100

const READY: Payment = { _tag: "Ready" }

/** Whether this tab started the session and has not received its end. */
const isPaymentOfThisTab = (
  { current, openSessionIds }: PaymentState,
  sessionId: string,
): boolean =>
  openSessionIds.includes(sessionId) ||
  (current._tag === "AtBank" && current.sessionId === sessionId)

const opened = (payment: PaymentState, sessionId: string): PaymentState =>
  payment.openSessionIds.includes(sessionId)
    ? payment
    : {
        ...payment,
        openSessionIds: withNewest(payment.openSessionIds, sessionId, MAX_OPEN_SESSIONS),
      }

const ended = (payment: PaymentState, sessionId: string): PaymentState =>
  payment.openSessionIds.includes(sessionId)
    ? { ...payment, openSessionIds: payment.openSessionIds.filter((id) => id !== sessionId) }
    : payment

/** The session whose end the visitor waits for. */
export const awaitedSessionId = ({ current }: PaymentState): string | null =>
  current._tag === "AtBank" ? current.sessionId : null

/** The URL at which the payment continues; null when unknown. */
export const awaitedPaymentURL = ({ current }: PaymentState): string | null =>
  current._tag === "AtBank" ? current.paymentURL : null

/** Whether a payment of another session is being opened or made. */
const isBusyWithAnother = ({ current }: PaymentState, sessionId: string): boolean =>
  current._tag === "Opening" || (current._tag === "AtBank" && current.sessionId !== sessionId)

/** Whether the wallet shows the purchase of this session: this tab made it and has begun no other payment. */
export const isShownPurchase = (payment: PaymentState, sessionId: string): boolean =>
  isPaymentOfThisTab(payment, sessionId) && !isBusyWithAnother(payment, sessionId)

/** Whether the current payment waits for this command's outcome. */
const isOpenedBy = ({ current }: PaymentState, commandId: string | undefined) =>
  current._tag === "Opening" && current.commandId === commandId

/**
 * The command that opens a session ended without a fact of its outcome. The payment shows as unknown, and the
 * command is never resent.
 */
export const endedUntold = (
  payment: PaymentState,
  commandId: CommandId | string | undefined,
): PaymentState =>
  commandId !== undefined && isOpenedBy(payment, commandId)
    ? { ...payment, current: { _tag: "Unknown", reference: referenceOfId(commandId) } }
    : payment

/** Leaving the wallet clears an outcome; a payment under way continues. */
const left = (payment: PaymentState): PaymentState => {
  switch (payment.current._tag) {
    case "Ready":
    case "Opening":
    case "AtBank":
      return payment
    case "Succeeded":
    case "Failed":
    case "Refused":
    case "Unknown":
      return { ...payment, current: READY }
  }
}

const initial = () => INITIAL_STATE.payment

export const paymentSlice = {
  events: {
    StreamReset: initial,
    LoggedOut: initial,
    PaymentSessionOpened: (before, { sessionId, paymentURL }, { cause }) => {
      const payment = opened(before, sessionId)
      const { current } = payment
      if (current._tag !== "Opening" || current.commandId !== cause) return payment
      const { payWindow } = current
      return { ...payment, current: { _tag: "AtBank", sessionId, paymentURL, payWindow } }
    },
    PaymentSessionRefused: (payment, { label }, envelope) => {
      if (!isOpenedBy(payment, envelope.cause)) return payment
      const reference = failureReference(envelope)
      return { ...payment, current: { _tag: "Refused", label, reference } }
    },
    PaymentSessionUnknown: (payment, _, { cause }) => endedUntold(payment, cause),
    BundleBought: (payment, { sessionId, bundleId, credits, amountCents, transactionId }) => {
      if (payment.seenTransactionIds.includes(transactionId)) return payment
      const purchase = { credits, bundleId, amountCents, transactionId }
      const isOfThisTab = isPaymentOfThisTab(payment, sessionId)
      return {
        current: isShownPurchase(payment, sessionId)
          ? { _tag: "Succeeded", ...purchase }
          : payment.current,
        openSessionIds: ended(payment, sessionId).openSessionIds,
        seenTransactionIds: withNewest(
          payment.seenTransactionIds,
          transactionId,
          MAX_SEEN_TRANSACTIONS,
        ),
        lastPurchase: { ...purchase, isOfThisTab },
      }
    },
    PaymentFailed: (before, { sessionId, reasonCode }, envelope) => {
      const payment = ended(before, sessionId)
      const { current } = payment
      if (current._tag !== "AtBank" || current.sessionId !== sessionId) return payment
      const reference = failureReference(envelope)
      return { ...payment, current: { _tag: "Failed", reasonCode, reference } }
    },
  },
  facts: {
    CheckoutStarted: (payment, { commandId, payWindow }) =>
      payment.current._tag === "Ready"
        ? { ...payment, current: { _tag: "Opening", commandId, payWindow } }
        : payment,
    PayWindowClosed: (payment) => {
      const { current } = payment
      return current._tag !== "AtBank" || current.payWindow === "closed"
        ? payment
        : { ...payment, current: { ...current, payWindow: "closed" } }
    },
    // The visitor returns to choosing, also from a bank page. A payment made there still arrives as a fact.
    PaymentRetried: (payment) => {
      const { _tag } = payment.current
      return _tag === "Ready" || _tag === "Opening" ? payment : { ...payment, current: READY }
    },
    WalletClosed: left,
    DialogClosed: (payment, { dialog }) => (dialog === "wallet" ? left(payment) : payment),
    DialogOpened: (payment, { dialog }) => (dialog === "wallet" ? payment : left(payment)),
    CommandFailed: (payment, { commandId, label }) => {
      if (!isOpenedBy(payment, commandId)) return payment
      if (label === NO_ANSWER) return endedUntold(payment, commandId)
      const reference = referenceOfId(commandId)
      return { ...payment, current: { _tag: "Refused", label, reference } }
    },
    TabRestored: (payment, { slice }) => {
      const { awaitedSessionId: awaited, awaitedPaymentURL: paymentURL = null } = slice
      const openSessionIds = [...new Set(slice.openSessionIds)].slice(-MAX_OPEN_SESSIONS)
      const sessionId = awaited === undefined ? (openSessionIds.at(-1) ?? null) : awaited
      return {
        ...payment,
        openSessionIds,
        current:
          sessionId === null
            ? READY
            : { _tag: "AtBank", sessionId, paymentURL, payWindow: "restored" },
      }
    },
  },
} satisfies Slice<PaymentState>

export const lastPurchase = ({ payment }: SiteState): PaymentState["lastPurchase"] =>
  payment.lastPurchase

/** Whether a payment is being opened or made: nothing may navigate the page away. */
export const isPaymentInFlight = ({ payment }: SiteState): boolean =>
  payment.current._tag === "Opening" || payment.current._tag === "AtBank"
