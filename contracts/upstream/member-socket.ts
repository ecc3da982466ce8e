/**
 * The nine realtime events of the member socket (socket.io), names verbatim. The connection's token identifies the
 * member, so no payload does.
 */
import { Schema } from "effect"
import { Cents, Credits } from "../units.ts"
import { callFigures } from "./dial-in.ts"
import { UpstreamId, UpstreamPerformerId } from "./member-api.ts"
import { ToldPrivateMessage } from "./messenger-api.ts"

const CreditsPayload = Schema.Struct({ credits: Credits })

export const MEMBER_EVENTS = {
  setCredits: CreditsPayload,
  "updated-credits": CreditsPayload,
  "bundle-bought": Schema.Struct({
    sessionId: Schema.String,
    bundleId: UpstreamId,
    credits: Credits,
    /** Euro cents. */
    amount: Cents,
    transactionId: Schema.String,
  }),
  /** With `action` it means that credits ran out, without it that a payment failed (UA15). */
  "payment-failed": Schema.Struct({
    reasonCode: Schema.optionalKey(Schema.Int),
    sessionId: Schema.optionalKey(Schema.String),
    action: Schema.optionalKey(Schema.String),
  }),
  "favourite-add": Schema.Struct({ performerId: UpstreamPerformerId }),
  "favourite-remove": Schema.Struct({ performerId: UpstreamPerformerId }),
  /** To the call's token alone. */
  "dial-in-status": Schema.Struct({
    session: Schema.String,
    state: Schema.String,
    ...callFigures,
  }),
  /**
   * A message of a conversation of the member's, by either of its people: `receiver` is the messaging id of whom it is
   * for, so that one to the performer is the echo of the member's own.
   */
  "private-message": Schema.Struct({
    conversationId: UpstreamId,
    receiver: UpstreamId,
    target: Schema.Literal("member"),
    message: ToldPrivateMessage,
  }),
  /** The receiver of what the member wrote has read that message, and those before it. */
  "message-read": Schema.Struct({ conversationId: UpstreamId, messageId: UpstreamId }),
} as const

export type MemberEventName = keyof typeof MEMBER_EVENTS
export type MemberEventPayload<Name extends MemberEventName> = (typeof MEMBER_EVENTS)[Name]["Type"]
export const MEMBER_EVENT_NAMES = Object.keys(MEMBER_EVENTS) as ReadonlyArray<MemberEventName>
