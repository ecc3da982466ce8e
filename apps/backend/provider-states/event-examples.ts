/** The examples of the state "an event for the member", one for each event; total, so none is missing. */
import type {
  MemberEventName,
  MemberEventPayload,
} from "@foldcast/contracts/upstream/member-socket"

export const EVENT_EXAMPLES: { readonly [Name in MemberEventName]: MemberEventPayload<Name> } = {
  setCredits: { credits: 500 },
  "updated-credits": { credits: 500 },
  "bundle-bought": {
    sessionId: "ps_contract",
    bundleId: "bundle-300",
    credits: 300,
    amount: 495,
    transactionId: "tx_contract",
  },
  // A payment causes its own event; this one is for a charge.
  "payment-failed": { reasonCode: 309, sessionId: "ps_contract", action: "interval" },
  "favourite-add": { performerId: "p_contract" },
  "favourite-remove": { performerId: "p_contract" },
  "dial-in-status": { session: "ivr_contract", state: "in_call", seconds: 90, cents: 120 },
  "private-message": {
    conversationId: "c_contract",
    receiver: "m_contract",
    target: "member",
    message: {
      id: "pm_contract",
      attachment: { url: "/inbox/attachment/pic_contract", width: 1_200, height: 900 },
      createdAt: "2026-01-31T12:00:00.000Z",
    },
  },
  "message-read": { conversationId: "c_contract", messageId: "pm_contract" },
}
