/**
 * Closes the streams that the old cookie opened, except that of the visit whose command changed the cookie. The
 * browser's own tabs reconnect with the new cookie, which a copy of the old one does not give
 * (docs/decisions/0022-a-log-in-cuts-what-the-old-cookie-opened.md).
 *
 * A stream that is attaching at this moment checks its cookie itself (stream/attach.ts).
 */
import { Clock, Effect, Random } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import { CookieChanges, holdsKey } from "./cookie-changes.ts"
import type { Outbox } from "./outbox.ts"
import { type LiveVisit, outboxOf, Visits } from "./registry.ts"

/** The delay lets the command's answer bring the new cookie before the browser's other tabs reconnect. */
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
