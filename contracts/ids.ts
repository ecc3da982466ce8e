/**
 * The names of things. Ids are opaque: nobody parses one, and a malformed one is refused at the border
 * before it is looked up anywhere.
 */
import { Schema } from "effect"
import { PERFORMER_ID } from "./performer-id.ts"

const opaque = (identifier: string, minimum: number) =>
  Schema.String.check(Schema.isPattern(new RegExp(`^[A-Za-z0-9_-]{${minimum},64}$`, "u"))).annotate(
    {
      identifier,
    },
  )

/** One document's life (law L3). */
export const VisitId = opaque("VisitId", 8).pipe(Schema.brand("VisitId"))
export type VisitId = typeof VisitId.Type

/** Links the successive visits of one browser tab; lives in the tab's session storage. */
export const TabId = opaque("TabId", 1).pipe(Schema.brand("TabId"))
export type TabId = typeof TabId.Type

/** Chosen by the sender of a command; its idempotency key for 24 hours. */
export const CommandId = opaque("CommandId", 8).pipe(Schema.brand("CommandId"))
export type CommandId = typeof CommandId.Type

/** UUIDv7, the same on every copy of one fact. */
export const EventId = opaque("EventId", 8).pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type

/** Changes when a log cannot vouch for its past any more; a position is epoch plus seq. */
export const Epoch = opaque("Epoch", 1).pipe(Schema.brand("Epoch"))
export type Epoch = typeof Epoch.Type

/** As the upstream writes one. */
export const MemberIdText = opaque("MemberId", 1)
export const MemberId = MemberIdText.pipe(Schema.brand("MemberId"))
export type MemberId = typeof MemberId.Type

/** A session as its member sees it in the list of open ones; proves nothing. */
export const OpenSessionId = opaque("OpenSessionId", 8).pipe(Schema.brand("OpenSessionId"))
export type OpenSessionId = typeof OpenSessionId.Type

const upstreamName = (identifier: string) =>
  Schema.String.check(Schema.isBetweenLength(1, 128)).annotate({ identifier })

/** Upstream names of sellable and payable things; strings here whatever they are there. */
export const BundleId = upstreamName("BundleId")
export const WalletId = upstreamName("WalletId")
export const PaymentMethodId = upstreamName("PaymentMethodId")
export const PaymentSessionId = upstreamName("PaymentSessionId")
export const TransactionId = upstreamName("TransactionId")
/** One visitor's try to pay by phone: from the number that is shown to the end of the call. */
export const IvrSessionId = upstreamName("IvrSessionId")
export type IvrSessionId = typeof IvrSessionId.Type

export const ConversationId = upstreamName("ConversationId")
export const MessageId = upstreamName("MessageId")
export const ReportId = upstreamName("ReportId")
/** What somebody is written to by; a performer's may be another than the performer's id. */
export const MessagingId = upstreamName("MessagingId")

/** Of a picture in a private message; part of its address. */
export const AttachmentId = opaque("AttachmentId", 1)

/** Of everything that is asked and answered now. */
export const PerformerId = Schema.String.check(Schema.isPattern(PERFORMER_ID)).annotate({
  identifier: "PerformerId",
})
/** As logs hold it: what was recorded under a looser rule stays readable (law L6). */
export const RecordedPerformerId = upstreamName("RecordedPerformerId")

/** A stable machine word for what went wrong, for example `badRequest.deduct.credits.amount`. */
export const Label = Schema.String.check(Schema.isBetweenLength(1, 200)).annotate({
  identifier: "Label",
})
