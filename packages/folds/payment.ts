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
import type { Batch } from "./batch.ts"
import type { Payment, PaymentState, SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const MAX_SEEN_TRANSACTIONS = 100

const READY: Payment = { _tag: "Ready" }

/** Whether this tab started the session and has not received its end. */
export const isPaymentOfThisTab = (
  { current, openSessionIds }: PaymentState,
  sessionId: string,
): boolean =>
  openSessionIds.includes(sessionId) ||
  (current._tag === "AtBank" && current.sessionId === sessionId)

const opened = (batch: Batch, sessionId: string) => {
  if (batch.state.payment.openSessionIds.includes(sessionId)) return
  const payment = batch.payment()
  const ids = batch.list(payment.openSessionIds)
  ids.push(sessionId)
  if (ids.length > MAX_OPEN_SESSIONS) ids.shift()
  payment.openSessionIds = ids
}

const ended = (batch: Batch, sessionId: string) => {
  const index = batch.state.payment.openSessionIds.indexOf(sessionId)
  if (index === -1) return
  const payment = batch.payment()
  const ids = batch.list(payment.openSessionIds)
  ids.splice(index, 1)
  payment.openSessionIds = ids
}

const seen = (batch: Batch, transactionId: string) => {
  const payment = batch.payment()
  const ids = batch.list(payment.seenTransactionIds)
  ids.push(transactionId)
  if (ids.length > MAX_SEEN_TRANSACTIONS) ids.shift()
  payment.seenTransactionIds = ids
}

/** The session whose end the visitor waits for. */
export const awaitedSessionId = ({ current }: PaymentState): string | null =>
  current._tag === "AtBank" ? current.sessionId : null

/** The URL at which the payment continues; null when unknown. */
export const awaitedPaymentURL = ({ current }: PaymentState): string | null =>
  current._tag === "AtBank" ? current.paymentURL : null

/** Whether a payment of another session is being opened or made. */
const isBusyWithAnother = ({ current }: PaymentState, sessionId: string): boolean =>
  current._tag === "Opening" || (current._tag === "AtBank" && current.sessionId !== sessionId)

/** Whether the current payment waits for this command's outcome. */
const isOpenedBy = ({ current }: PaymentState, commandId: string | undefined) =>
  current._tag === "Opening" && current.commandId === commandId

/** Leaving the wallet clears an outcome; a payment under way continues. */
const left = (batch: Batch) => {
  switch (batch.state.payment.current._tag) {
    case "Ready":
    case "Opening":
    case "AtBank":
      return
    case "Succeeded":
    case "Failed":
    case "Refused":
    case "Unknown":
      batch.payment().current = READY
  }
}

export const paymentSlice = {
  events: {
    StreamReset: (batch) => batch.reset("payment"),
    LoggedOut: (batch) => batch.reset("payment"),
    PaymentSessionOpened: (batch, { sessionId, paymentURL }, { cause }) => {
      opened(batch, sessionId)
      const { current } = batch.state.payment
      if (current._tag !== "Opening" || current.commandId !== cause) return
      batch.payment().current = {
        _tag: "AtBank",
        sessionId,
        paymentURL,
        payWindow: current.payWindow,
      }
    },
    PaymentSessionRefused: (batch, { label }, envelope) => {
      if (isOpenedBy(batch.state.payment, envelope.cause)) {
        batch.payment().current = { _tag: "Refused", label, reference: failureReference(envelope) }
      }
    },
    PaymentSessionUnknown: (batch, _, { cause }) => endedUntold(batch, cause),
    BundleBought: (batch, { sessionId, bundleId, credits, amountCents, transactionId }) => {
      if (batch.state.payment.seenTransactionIds.includes(transactionId)) return
      const purchase = { credits, bundleId, amountCents, transactionId }
      const isOfThisTab = isPaymentOfThisTab(batch.state.payment, sessionId)
      const isShown = isOfThisTab && !isBusyWithAnother(batch.state.payment, sessionId)
      seen(batch, transactionId)
      ended(batch, sessionId)
      const payment = batch.payment()
      payment.lastPurchase = { ...purchase, isOfThisTab }
      if (isShown) payment.current = { _tag: "Succeeded", ...purchase }
    },
    PaymentFailed: (batch, { sessionId, reasonCode }, envelope) => {
      const { current } = batch.state.payment
      const isWaitedFor = current._tag === "AtBank" && current.sessionId === sessionId
      ended(batch, sessionId)
      if (!isWaitedFor) return
      const reference = failureReference(envelope)
      batch.payment().current = { _tag: "Failed", reasonCode, reference }
    },
  },
  facts: {
    CheckoutStarted: (batch, { commandId, payWindow }) => {
      if (batch.state.payment.current._tag !== "Ready") return
      batch.payment().current = { _tag: "Opening", commandId, payWindow }
    },
    PayWindowClosed: (batch) => {
      const { current } = batch.state.payment
      if (current._tag !== "AtBank" || current.payWindow === "closed") return
      batch.payment().current = { ...current, payWindow: "closed" }
    },
    // The visitor returns to choosing, also from a bank page. A payment made there still arrives as a fact.
    PaymentRetried: (batch) => {
      const { _tag } = batch.state.payment.current
      if (_tag !== "Ready" && _tag !== "Opening") batch.payment().current = READY
    },
    WalletClosed: left,
    DialogClosed: (batch, { dialog }) => {
      if (dialog === "wallet") left(batch)
    },
    DialogOpened: (batch, { dialog }) => {
      if (dialog !== "wallet") left(batch)
    },
    CommandFailed: (batch, { commandId, label }) => {
      if (!isOpenedBy(batch.state.payment, commandId)) return
      const reference = referenceOfId(commandId)
      batch.payment().current =
        label === NO_ANSWER ? { _tag: "Unknown", reference } : { _tag: "Refused", label, reference }
    },
    TabRestored: (batch, { slice }) => {
      const { openSessionIds, awaitedSessionId: awaited, awaitedPaymentURL = null } = slice
      const payment = batch.payment()
      const ids = [...new Set(openSessionIds)].slice(-MAX_OPEN_SESSIONS)
      const sessionId = awaited === undefined ? (ids.at(-1) ?? null) : awaited
      payment.openSessionIds = ids
      payment.current =
        sessionId === null
          ? READY
          : {
              _tag: "AtBank",
              sessionId,
              paymentURL: awaitedPaymentURL,
              payWindow: "restored",
            }
    },
  },
} satisfies Slice

/**
 * The command that opens a session ended without a fact of its outcome. The payment shows as unknown, and the
 * command is never resent.
 */
export const endedUntold = (batch: Batch, commandId: CommandId | string | undefined): void => {
  if (commandId === undefined || !isOpenedBy(batch.state.payment, commandId)) return
  batch.payment().current = { _tag: "Unknown", reference: referenceOfId(commandId) }
}

/** Whether a payment is being opened or made: nothing may navigate the page away. */
export const isPaymentInFlight = ({ payment }: SiteState): boolean =>
  payment.current._tag === "Opening" || payment.current._tag === "AtBank"
