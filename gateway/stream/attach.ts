/**
 * Attaches a browser to its visit's log: finds the visit (attached-visit.ts), sends the greeting and the missing
 * events, and hands over to live delivery (backfill.ts).
 *
 *   hello → [resumed | reset] → events … → replayed → live
 *
 * The outbox guarantees the order (outbox.ts).
 */
import { Clock, Context, Effect, Layer, Option, Random } from "effect"
import { PROTOCOL, SCHEMA_HASH } from "@foldcast/contracts/protocol-version"
import { CLOSE, type GatewayFrame } from "@foldcast/contracts/stream/frames"
import { VisitLog, type LogUnavailable } from "../log/visit-log.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { Pipeline } from "../pipeline.ts"
import { CallPresence } from "../callers/call-presence.ts"
import { MemberPresence } from "../members/member-presence.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { RoomService } from "../rooms/room-service.ts"
import { CookieChanges } from "../visits/cookie-changes.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { type LiveVisit, outboxOf, recipientOf } from "../visits/registry.ts"
import { closeForNewCookie } from "../visits/close-old-streams.ts"
import { Outbox, type OutboxLimits } from "../visits/outbox.ts"
import { type AttachedVisitSettings, makeAttachedVisit } from "./attached-visit.ts"
import { type Attaching, wantedOf } from "./attaching.ts"
import { makeBackfill } from "./backfill.ts"
import type { Attachment } from "./resume.ts"
import type { Wire } from "../visits/wire.ts"

export interface AttachedConnection {
  readonly visit: LiveVisit
  readonly outbox: Outbox
  readonly rateKey: string
  /** Sends the missing events and goes live. Run it once; incoming frames are handled concurrently. */
  readonly catchUp: Effect.Effect<void, LogUnavailable>
}

export type StreamSettings = OutboxLimits & AttachedVisitSettings

export interface AttachmentsShape {
  /** Null where nothing is attached: the session has ended, the visit may not begin, or the browser has left. */
  readonly attach: (
    who: Attaching,
    wire: Wire,
  ) => Effect.Effect<AttachedConnection | null, LogUnavailable>
  /** Ends the connection. The visit can be resumed for the resume window that starts now. */
  readonly detach: (
    connection: AttachedConnection,
    code: number,
  ) => Effect.Effect<void, LogUnavailable>
}

const noteOf = (attachment: Attachment) => {
  switch (attachment._tag) {
    case "Reset":
      return "reset"
    case "Continue":
      return attachment.told ? "resume" : "attach"
    case "Begin":
    case "MakeDurable":
      return "attach"
  }
}

/** The close codes that the gateway itself uses. Other codes come from the browser and are not counted. */
const OWN_CODES: ReadonlySet<number> = new Set(Object.values(CLOSE))

const makeDeps = (settings: StreamSettings) =>
  Effect.gen(function* () {
    return {
      settings,
      log: yield* VisitLog,
      presence: yield* MemberPresence,
      calls: yield* CallPresence,
      rooms: yield* RoomService,
      sessions: yield* SessionStore,
      changes: yield* CookieChanges,
      sessionEnder: yield* SessionEnder,
      pipeline: yield* Pipeline,
      metrics: yield* GatewayMetrics,
      attachedVisit: yield* makeAttachedVisit(settings),
      backfill: yield* makeBackfill,
    }
  })

type AttachDeps = Effect.Success<ReturnType<typeof makeDeps>>

interface Greeting {
  readonly live: LiveVisit
  readonly outbox: Outbox
  readonly attachment: Attachment
  /** The visit that the browser asked for; empty where it asked for none. */
  readonly was: string
  /** Wall-clock and monotonic milliseconds of the attach. */
  readonly now: number
  readonly since: number
}

/** Sends `hello`, then `reset` or `resumed` where the browser had a visit. */
const greet = (
  { heartbeatMs }: StreamSettings,
  { live, outbox, attachment, was, now, since }: Greeting,
): void => {
  const hello: GatewayFrame = {
    k: "hello",
    visit: live.visit,
    epoch: live.epoch,
    seq: live.head,
    n: live.n,
    now,
    heartbeatMs,
    protocol: PROTOCOL,
    schemaHash: SCHEMA_HASH,
  }
  outbox.tell(hello, since)
  if (attachment._tag === "Reset") {
    outbox.tell({ k: "reset", reason: attachment.reason, was }, since)
  } else if (attachment._tag === "Continue" && attachment.told) {
    outbox.tell({ k: "resumed", from: attachment.after + 1, to: live.head }, since)
  }
}

/** Reads the session again: it was looked up before the visit became live. */
const presentSession = Effect.fnUntraced(
  function* ({ sessions, sessionEnder }: AttachDeps, who: Attaching) {
    const session = yield* sessions.present(who.owner, yield* Clock.currentTimeMillis)
    if (Option.isSome(session)) return session.value
    // The session ended during the attach, and ending it did not reach this visit yet.
    yield* sessionEnder.of(who.owner, "requested", null)
    return null
  },
  (effect, _deps, who) =>
    Effect.catchTag(effect, "SessionsUnavailable", (error) =>
      Effect.as(Effect.logError("sessions", error.message), who),
    ),
)

/**
 * Whether the cookie still opens this visit: it may have changed since the stream was admitted. The check runs
 * after the visit has its outbox, so that a later change of the cookie finds the stream and closes it.
 */
const stillOpens = Effect.fnUntraced(
  function* ({ sessions, changes }: AttachDeps, who: Attaching, live: LiveVisit) {
    const now = yield* Clock.currentTimeMillis
    const session = Option.getOrNull(yield* sessions.resolve(who.proof, now))
    return session?.cookie === "current" || changes.opens(live, who.key, now)
  },
  (effect) =>
    Effect.catchTag(effect, "SessionsUnavailable", (error) =>
      Effect.as(Effect.logError("sessions", error.message), false),
    ),
)

/** Records the age check where another tab made it while this visit was beginning. */
const catchUpAge = ({ pipeline }: AttachDeps, live: LiveVisit) =>
  live.projection.isAgeVerified
    ? Effect.void
    : pipeline.decided([{ _tag: "AgeVerified" }], recipientOf(live), { cause: null, only: [live] })

/** Sends the missing events up to `greeted`, then brings the visit up to date with its session. */
const catchUp = Effect.fnUntraced(function* (
  deps: AttachDeps,
  who: Attaching,
  { live, outbox }: Pick<Greeting, "live" | "outbox">,
  greeted: number,
) {
  const session = yield* presentSession(deps, who)
  if (session !== null && !(yield* stillOpens(deps, who, live))) {
    return yield* closeForNewCookie(outbox)
  }
  yield* deps.backfill(live, outbox, greeted)
  if (session === null) return
  const { ageChecked, call, member } = session
  if (ageChecked) yield* catchUpAge(deps, live)
  if (member !== null) yield* deps.presence.arrived(live, member)
  if (call !== null) yield* deps.calls.arrived(live, call)
  yield* deps.rooms.restore({ visit: live, member, call, address: who.address })
})

const refuseEndedSession = (wire: Wire): null => {
  const code = CLOSE.sessionEnded
  const bye: GatewayFrame = { k: "bye", code, reason: "session ended" }
  wire.send(JSON.stringify(bye), null)
  wire.end(code, bye.reason)
  return null
}

const attach = Effect.fnUntraced(function* (deps: AttachDeps, who: Attaching, wire: Wire) {
  const { log, metrics, settings } = deps
  const attached = yield* deps.attachedVisit(who, wire)
  if (attached === null) return refuseEndedSession(wire)
  const { attachment, live } = attached
  if (attachment._tag === "Reset") yield* metrics.visitReset(attachment.reason)
  // A browser that left during the attach must not replace a stream that its document may have opened since.
  if (!wire.isOpen()) return null
  outboxOf(live)?.close(CLOSE.superseded, "attached elsewhere")
  const now = yield* Clock.currentTimeMillis
  const since = yield* monotonicMillis
  const after = attachment._tag === "Continue" ? attachment.after : 0
  const outbox = new Outbox({
    wire,
    visit: live.visit,
    address: who.rateKey,
    key: who.key,
    epoch: live.epoch,
    position: after,
    now: since,
    random: yield* Random.next,
    limits: settings,
  })
  live.attachment = { _tag: "Attached", outbox }
  // A document that replays from an earlier position may send client facts with a lower `after` than before.
  live.factsAfter = Math.min(live.factsAfter, after)
  live.key ??= who.key
  const greeted = live.head
  greet(settings, { live, outbox, attachment, was: wantedOf(who) ?? "", now, since })
  yield* log.noteConnection(live.visit, {
    at: now,
    what: noteOf(attachment),
    seq: after,
    transport: wire.transport,
    code: null,
  })
  return {
    visit: live,
    outbox,
    rateKey: who.rateKey,
    catchUp: catchUp(deps, who, { live, outbox }, greeted),
  } satisfies AttachedConnection
})

const detach = Effect.fnUntraced(function* (
  { log, metrics }: AttachDeps,
  { visit, outbox }: AttachedConnection,
  code: number,
) {
  const now = yield* Clock.currentTimeMillis
  outbox.abandon()
  // A browser that does not read never answers the close frame, so `code` is that of a cut socket.
  const ended = outbox.endedWith ?? code
  if (OWN_CODES.has(ended)) yield* metrics.streamClosed(ended)
  if (outboxOf(visit) === outbox) {
    visit.attachment = { _tag: "Detached", since: yield* monotonicMillis }
  }
  yield* log.noteConnection(visit.visit, {
    at: now,
    what: "close",
    seq: outbox.position,
    transport: outbox.wire.transport,
    code,
  })
})

export class Attachments extends Context.Service<Attachments, AttachmentsShape>()(
  "gateway/Attachments",
) {
  static readonly layer = (settings: StreamSettings) =>
    Layer.effect(
      Attachments,
      Effect.map(makeDeps(settings), (deps) =>
        Attachments.of({
          attach: (who, wire) => attach(deps, who, wire),
          detach: (connection, code) => detach(deps, connection, code),
        }),
      ),
    )
}
