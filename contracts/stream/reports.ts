/** Facts about a report that this visit sent. What was reported, and by whom, stays with the service. */
import { Label, ReportId } from "../ids.ts"
import { keep, standIn, token } from "../sensitivity.ts"
import { fact } from "./fact.ts"

/** The service has it, with its evidence; what is decided comes by mail. */
export const ReportReceived = fact("ReportReceived", "visit", {
  reportId: token(ReportId, standIn("report")),
})
/** Nothing was taken; or, with `outcomeUnknown`, nobody knows, and sending it again may report twice. */
export const ReportRefused = fact("ReportRefused", "visit", { label: keep(Label) })

export const reportFacts = [ReportReceived, ReportRefused] as const
