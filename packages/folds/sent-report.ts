/** What came of the last report that this document sent, until the next one. */
import type { SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const none = () => undefined

export const sentReportSlice = {
  events: {
    StreamReset: none,
    ReportReceived: (_, { reportId }) => ({ _tag: "Received" as const, reportId }),
    ReportRefused: (_, { label }) => ({ _tag: "Refused" as const, label }),
  },
  facts: {
    CommandSent: (sent, { command }) => (command === "SendReport" ? undefined : sent),
  },
} satisfies Slice<SiteState["sentReport"]>

/** Null: none was sent, or its answer has not come. @internal Until pages offer it. */
export const sentReport = ({ sentReport: sent }: SiteState) => sent ?? null
