/** Turns a live alert on or off. Doing it again changes nothing. */
import { Clock, Effect, Option } from "effect"
import type { LiveAlertRequest } from "@foldcast/contracts/upstream/member-api"
import { SqlDatabase } from "../db/database.ts"
import { badRequest, notFound } from "../http/refused.ts"
import { lockPresentMember } from "../members/member-store.ts"
import { profileById } from "../performers/performer-store.ts"
import { addLiveAlert, liveAlertsOf, MAX_LIVE_ALERTS, removeLiveAlert } from "./live-alert-store.ts"

export const setLiveAlert = Effect.fn("liveAlerts.set")(function* (
  memberId: string,
  { performerId, isOn }: typeof LiveAlertRequest.Type,
) {
  const database = yield* SqlDatabase
  const id = String(performerId)
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      if (!isOn) return yield* removeLiveAlert(queries, memberId, id)
      if (Option.isNone(yield* profileById(queries, id))) return yield* notFound()
      const known = yield* liveAlertsOf(queries, memberId)
      if (known.some((row) => row.performer_id === id)) return
      if (known.length >= MAX_LIVE_ALERTS) return yield* badRequest("tooMany")
      yield* addLiveAlert(queries, memberId, id, at)
    }),
  )
})
