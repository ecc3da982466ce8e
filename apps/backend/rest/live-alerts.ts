/** GET and PUT /live-alert. */
import { Effect } from "effect"
import {
  DoneAnswer,
  LiveAlertRequest,
  LiveAlertsAnswer,
} from "@foldcast/contracts/upstream/member-api"
import { SqlDatabase } from "../db/database.ts"
import { liveAlertsOf } from "../live-alerts/live-alert-store.ts"
import { setLiveAlert } from "../live-alerts/set-live-alert.ts"
import { memberCall, NoBody } from "./call.ts"
import { routesOf } from "./routes.ts"

const getLiveAlerts = memberCall({
  body: NoBody,
  answer: LiveAlertsAnswer,
  handle: (member) =>
    Effect.gen(function* () {
      const rows = yield* liveAlertsOf(yield* SqlDatabase, member.id)
      return { liveAlerts: rows.map(({ performer_id: performerId }) => ({ performerId })) }
    }),
})

const putLiveAlert = memberCall({
  storesFor: "members",
  body: LiveAlertRequest,
  answer: DoneAnswer,
  handle: (member, { body }) => Effect.as(setLiveAlert(member.id, body), {}),
})

export const liveAlertsRoutes = routesOf({
  "GET /live-alert": getLiveAlerts,
  "PUT /live-alert": putLiveAlert,
})
