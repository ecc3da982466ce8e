/**
 * The calls of whoever decides on reports: GET /reports, GET /reports/{id} and its picture, POST
 * /reports/{id}/decision. What people wrote in private and whom they reported pass here, so these routes exist only
 * where REPORTS_KEY is set, and every call shows it as bearer.
 */
import { Effect, type Redacted, Schema } from "effect"
import {
  OpenReports,
  ReportDecision,
  ReportFile,
} from "@foldcast/contracts/upstream/report-decisions"
import { SqlDatabase } from "../db/database.ts"
import { isApiKey } from "../http/api-key.ts"
import { bearerIn } from "../http/bearer.ts"
import { apiKeyRefused, badRequest, notFound } from "../http/refused.ts"
import type { MailSender } from "../mail/mail-sender.ts"
import { decideReport, headOf, readReport } from "../safety/decide-report.ts"
import { openReports, reportPicture } from "../safety/report-store.ts"
import { type CallError, type IncomingCall, responding } from "./call.ts"
import { routesOf } from "./routes.ts"

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" }

const encodeOpen = Schema.encodeSync(OpenReports)
const encodeFile = Schema.encodeSync(ReportFile)
const decodeDecision = Schema.decodeUnknownEffect(ReportDecision)

/** Checks the key before anything is read. */
const withKey =
  <R extends MailSender | SqlDatabase>(
    handle: (incoming: IncomingCall) => Effect.Effect<Response, CallError, R>,
  ) =>
  (key: Redacted.Redacted) =>
  (incoming: IncomingCall) =>
    responding(
      Effect.suspend(() => {
        const shown = bearerIn(incoming.headers) ?? ""
        return isApiKey(key, shown) ? handle(incoming) : Effect.fail(apiKeyRefused())
      }),
    )

const getOpen = withKey(
  Effect.fnUntraced(function* () {
    const reports = (yield* openReports(yield* SqlDatabase)).map(headOf)
    return Response.json(encodeOpen({ reports }), { headers: HEADERS })
  }),
)

const getReport = withKey(
  Effect.fnUntraced(function* ({ id }) {
    return Response.json(encodeFile(yield* readReport(id)), { headers: HEADERS })
  }),
)

const getPicture = withKey(
  Effect.fnUntraced(function* ({ id }) {
    const jpeg = yield* reportPicture(yield* SqlDatabase, id)
    if (jpeg === null) return yield* notFound()
    return new Response(jpeg, { headers: { ...HEADERS, "Content-Type": "image/jpeg" } })
  }),
)

const postDecision = withKey(
  Effect.fnUntraced(function* ({ id, json }) {
    const decision = yield* decodeDecision(json).pipe(Effect.mapError(() => badRequest("body")))
    yield* decideReport(id, decision)
    return Response.json({}, { headers: HEADERS })
  }),
)

/** `key`: REPORTS_KEY. */
export const reportDecisionRoutes = (key: Redacted.Redacted) =>
  routesOf({
    "GET /reports": getOpen(key),
    "GET /reports/:id": getReport(key),
    "GET /reports/:id/picture": getPicture(key),
    "POST /reports/:id/decision": postDecision(key),
  })
