/** The commands by which people keep others away, or report them. */
import { Schema } from "effect"
import { performerStandIn } from "../client-facts/named-paths.ts"
import { MessageId, PerformerId } from "../ids.ts"
import { hasFittingMessage, MAX_REPORT_WORDS, REPORT_KINDS, REPORT_REASONS } from "../report.ts"
import { drop, keep, standIn, token } from "../sensitivity.ts"
import { DROPPED_TEXT } from "../stream/visit.ts"
import { command, PLAIN } from "./command-declaration.ts"
import { typed } from "./typed-text.ts"

const performerId = token(PerformerId, performerStandIn)

export const SAFETY_COMMANDS = [
  /** Idempotent, for members alone. Rooms and private messages refuse both of the two from then on. */
  command(
    "BlockPerformer",
    { performerId },
    { ...PLAIN, outcomes: ["PerformerBlocked", "BlockRefused"], whenFull: "allowedWhileLow" },
  ),
  /** Idempotent. What the performer blocked stays blocked. */
  command(
    "UnblockPerformer",
    { performerId },
    { ...PLAIN, outcomes: ["PerformerUnblocked", "BlockRefused"] },
  ),
  /** At most once: the command's id is the report's key at the service. `email` is a guest's, a member's is known. */
  command(
    "SendReport",
    {
      kind: keep(Schema.Literals(REPORT_KINDS)),
      performerId,
      messageId: Schema.optionalKey(token(MessageId, standIn("message"))),
      reason: keep(Schema.Literals(REPORT_REASONS)),
      words: drop(Schema.String.check(Schema.isMaxLength(MAX_REPORT_WORDS)), DROPPED_TEXT),
      email: Schema.optionalKey(drop(typed, "dropped@example.invalid")),
    },
    { ...PLAIN, outcomes: ["ReportReceived", "ReportRefused"], whenFull: "allowedWhileLow" },
    Schema.makeFilter(({ kind, messageId }) => hasFittingMessage(kind, messageId)),
  ),
] as const
export type SafetyCommandTag = (typeof SAFETY_COMMANDS)[number]["tag"]
