/** POST /report, for members and guests. */
import { Effect } from "effect"
import { ReportAnswer, ReportRequest } from "@foldcast/contracts/upstream/reports"
import { receiveReport } from "../safety/receive-report.ts"
import { guestOrMemberCall } from "./call.ts"
import { routesOf } from "./routes.ts"

const postReport = guestOrMemberCall({
  storesFor: "members",
  body: ReportRequest,
  answer: ReportAnswer,
  handle: ({ body, address, lang }, member) =>
    Effect.map(receiveReport(body, { member, address, lang }), (reportId) => ({ reportId })),
})

export const reportsRoutes = routesOf({ "POST /report": postReport })
