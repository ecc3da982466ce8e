/**
 * Reports at the member API, our extension: who watches or writes reports a profile, a room or a message, with or
 * without an account. The service keeps the evidence as it is at that moment.
 */
import { Schema } from "effect"
import { hasFittingMessage, MAX_REPORT_WORDS, REPORT_KINDS, REPORT_REASONS } from "../report.ts"
import { UpstreamId, UpstreamPerformerId } from "./member-api.ts"
import { MessageKey } from "./messenger-api.ts"

/**
 * POST /report, with the member's token or without one. A second one with the same `key` answers as the first and
 * reports nothing. A guest may give an `email`, to which the acknowledgement and the decision go; a member's is the
 * account's.
 */
export const ReportRequest = Schema.Struct({
  key: MessageKey,
  kind: Schema.Literals(REPORT_KINDS),
  /** Whose profile or room it is, or who is in the conversation. */
  performerId: UpstreamPerformerId,
  /** Of a conversation of the member's with her, or of her room. */
  messageId: Schema.optionalKey(UpstreamId),
  reason: Schema.Literals(REPORT_REASONS),
  /** Not blank. */
  words: Schema.String.check(Schema.isBetweenLength(1, MAX_REPORT_WORDS)),
  email: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(254))),
  /** The brand's id, for mails to a guest. */
  brand: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(64))),
})
  .check(Schema.makeFilter(({ kind, messageId }) => hasFittingMessage(kind, messageId)))
  .annotate({ identifier: "ReportRequest" })
export type ReportRequest = typeof ReportRequest.Type

export const ReportAnswer = Schema.Struct({
  reportId: Schema.String.check(Schema.isBetweenLength(1, 128)),
}).annotate({ identifier: "ReportAnswer" })
