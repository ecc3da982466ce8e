/**
 * The reference service's API for whoever decides on reports, the operator's own people. Private messages and addresses
 * pass here, so it has its own key (a bearer), exists only where `REPORTS_KEY` is set, and is not used by the gateway.
 */
import { Schema } from "effect"
import { REPORT_KINDS, REPORT_REASONS } from "../report.ts"

/** Milliseconds since 1970. */
const Instant = Schema.Int

const head = {
  id: Schema.String,
  kind: Schema.Literals(REPORT_KINDS),
  reason: Schema.Literals(REPORT_REASONS),
  performerId: Schema.String,
  receivedAt: Instant,
}

/** GET /reports: those without a decision, the oldest first. */
export const OpenReports = Schema.Struct({ reports: Schema.Array(Schema.Struct(head)) })

/** What was seen when the report came, bounded. */
export const ReportEvidence = Schema.Struct({
  /** Her name and her profile's texts and pictures; null where she is gone. */
  profile: Schema.NullOr(Schema.Struct({ username: Schema.String, content: Schema.Unknown })),
  /** The last that others said in the room and the reporter heard, the oldest first. */
  lines: Schema.Array(
    Schema.Struct({
      at: Instant,
      id: Schema.String,
      from: Schema.String,
      isHost: Schema.Boolean,
      text: Schema.String,
    }),
  ),
  /** The reported message and what she wrote before it, the oldest first; a picture's text is null. */
  messages: Schema.Array(
    Schema.Struct({ at: Instant, id: Schema.String, text: Schema.NullOr(Schema.String) }),
  ),
})
export type ReportEvidence = typeof ReportEvidence.Type

const MAX_STATEMENT = 2_000
/** Whether anything was done about it: taken away, closed, or told to whom it concerns. */
export const ReportOutcome = Schema.Literals(["acted", "notActed"])
export type ReportOutcome = typeof ReportOutcome.Type

/** POST /reports/{id}/decision: the reasons go to who reported, by mail. The same decision again changes nothing. */
export const ReportDecision = Schema.Struct({
  outcome: ReportOutcome,
  statement: Schema.Trim.check(Schema.isBetweenLength(1, MAX_STATEMENT)),
})
export type ReportDecision = typeof ReportDecision.Type

/** GET /reports/{id}. What was erased after its term is null. */
export const ReportFile = Schema.Struct({
  ...head,
  messageId: Schema.NullOr(Schema.String),
  words: Schema.NullOr(Schema.String),
  /** Whether somebody hears of the decision. */
  hasReader: Schema.Boolean,
  evidence: Schema.NullOr(ReportEvidence),
  /** GET /reports/{id}/picture has it. */
  hasPicture: Schema.Boolean,
  decision: Schema.NullOr(Schema.Struct({ ...ReportDecision.fields, at: Instant })),
})
export type ReportFile = typeof ReportFile.Type
