/**
 * What a visitor's player could not do, told to the chat service by the session of that visitor: once in ten seconds
 * a visit at most. Nobody waits for the answer.
 */
import { Effect } from "effect"
import type { PlayerFailureCode } from "@foldcast/contracts/player-failure"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import type { LiveVisit } from "../visits/registry.ts"
import type { RoomDeps } from "./room-deps.ts"

const EVERY_MS = 10_000

export const makePlayerFailures = ({
  sessions,
  calls,
  scope,
}: Pick<RoomDeps, "sessions" | "calls" | "scope">) => {
  const reportedAt = new WeakMap<LiveVisit, number>()
  return Effect.fnUntraced(function* (
    visit: LiveVisit,
    performerId: string,
    failure: PlayerFailureCode,
  ) {
    const session = sessions.inRoom(visit, performerId)
    if (session === undefined) return
    const now = yield* monotonicMillis
    if (now - (reportedAt.get(visit) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return
    reportedAt.set(visit, now)
    yield* Effect.forkIn(calls.reportOf(session, `player ${failure}`), scope)
  })
}
