/**
 * Closes what the cookie before a change opened, the visit that asked for the change excepted: the
 * browser's own tabs come back with the next cookie, and whoever had a copy of the old one does not
 * (docs/decisions/0022-a-log-in-cuts-what-the-old-cookie-opened.md).
 *
 * A stream that is attaching at this moment asks again by itself (stream/attach.ts).
 */
import { Clock, Effect, Random } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import { CookieChanges, holdsKey } from "./cookie-changes.ts"
import type { Outbox } from "./outbox.ts"
import { type LiveVisit, outboxOf, Visits } from "./registry.ts"

/** By then the browser's other tabs have the new cookie, which comes with the command's answer. */
const BACK_AFTER_MS = { least: 250, most: 1_000 } as const

export const closeForNewCookie = Effect.fnUntraced(function* (outbox: Outbox) {
  const retryAfterMs = yield* Random.nextIntBetween(BACK_AFTER_MS.least, BACK_AFTER_MS.most)
  outbox.close(CLOSE.serviceRestart, "the cookie changed", retryAfterMs)
})

export const makeCloseOldStreams = Effect.gen(function* () {
  const changes = yield* CookieChanges
  const visits = yield* Visits

  return Effect.fnUntraced(function* (
    { visit, commandId }: { readonly visit: LiveVisit; readonly commandId: CommandId },
    { reopens }: { readonly reopens: boolean },
  ) {
    const change = { command: commandId, opens: reopens ? visit.visit : null }
    changes.add(visit.owner, change, yield* Clock.currentTimeMillis)
    for (const other of visits.ofOwner(visit.owner)) {
      const outbox = outboxOf(other)
      if (outbox === null) continue
      const goesOn = other === visit && holdsKey(other, outbox.key)
      if (!goesOn) yield* closeForNewCookie(outbox)
    }
  })
})
