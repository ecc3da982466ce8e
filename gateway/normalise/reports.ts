/** The member API's answer to a report → a fact. Pure. */
import type { Event } from "@foldcast/contracts/stream/event"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallOutcome } from "../upstream/frame.ts"
import { labelOfChange } from "./call-failure.ts"

export const reportSent = (outcome: CallOutcome<MemberApiBody<"POST /report">>): Event =>
  outcome._tag === "Answered"
    ? { _tag: "ReportReceived", reportId: outcome.body.reportId }
    : { _tag: "ReportRefused", label: labelOfChange(outcome) }
