/**
 * Bugs planted to check that the simulation finds them. Each replaces a part that the simulated world builds; the
 * product's code does not know of them.
 */
import { Effect, type Option } from "effect"
import type { VisitLogShape } from "@foldcast/gateway/log/visit-log"
import type { ResolvedSession, SessionStoreShape } from "@foldcast/gateway/sessions/session-store"
import type { DiskFaults } from "./disk.ts"
import type { Replaced } from "./gateway.ts"

export interface Bug extends Replaced, DiskFaults {}

export const NO_BUG: Bug = {
  answersUnsynced: false,
  reorders: false,
  wire: (wire) => wire,
  log: (log) => log,
  sessions: (store) => store,
}

/** Leaves out the first event that a resuming browser needs. */
const skipsTheEdge = (log: VisitLogShape): VisitLogShape => ({
  ...log,
  read: (visit, after, limit) => log.read(visit, after === 0 ? 0 : after + 1, limit),
})

/** Caches a cookie's session for ever and never looks it up again. */
const remembersForEver = (store: SessionStoreShape): SessionStoreShape => {
  const known = new Map<string, Option.Option<ResolvedSession>>()
  return {
    ...store,
    resolve: (cookie, now) => {
      const found = known.get(cookie)
      if (found !== undefined) return Effect.succeed(found)
      return Effect.tap(store.resolve(cookie, now), (session) =>
        Effect.sync(() => known.set(cookie, session)),
      )
    },
  }
}

export const BUGS: Readonly<Record<string, Bug>> = {
  "an unsynced commit": { ...NO_BUG, answersUnsynced: true },
  "a lost resume edge": { ...NO_BUG, log: skipsTheEdge },
  "a stale session": { ...NO_BUG, sessions: remembersForEver },
  "a reordered fact": { ...NO_BUG, reorders: true },
  "a leaked queue": { ...NO_BUG, wire: (wire) => ({ ...wire, queuedBytes: () => 0 }) },
}
