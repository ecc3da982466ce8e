/**
 * Brings a browser to its place in a visit's log: decides (resume.ts), greets, sends what is missing
 * and hands over to live delivery.
 *
 *   hello → [resumed | reset] → events … → replayed → live
 *
 * Callers: stream/websocket.ts and stream/sse.ts. Leans on visit-creator.ts for durability and on outbox.ts for
 * order.
 */
import { Clock, Context, Effect, Layer, Option, Random } from "effect"
import type { TabId, VisitId } from "@foldcast/contracts/ids"
import { PROTOCOL, SCHEMA_HASH } from "@foldcast/contracts/protocol-version"
import { CLOSE, type GatewayFrame } from "@foldcast/contracts/stream/frames"
import { EventLog, type LogUnavailable, type OwnerId } from "../log/event-log.ts"
import { monotonicMillis } from "../monotonic-time.ts"
import { Pipeline } from "../pipeline.ts"
import { MemberPresence } from "../members/member-presence.ts"
import { EndSession } from "../members/end-session.ts"
import { CookieChanges } from "../visits/cookie-changes.ts"
import { type CookieValue, type SessionMember, SessionStore } from "../sessions/session-store.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import {
  ageFacts,
  type DocumentTraits,
  resetBaseline,
  visitStarted,
} from "../visits/first-facts.ts"
import { factsFrom } from "../visits/envelopes.ts"
import { recipientOf } from "../visits/fan-out.ts"
import { MemberProfile } from "../members/member-profile.ts"
import { cutOff } from "../visits/cut-streams.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"
import { Outbox, type OutboxLimits } from "../visits/outbox.ts"
import { type Attachment, type AttachRequest, decideAttachment, type Known } from "./resume.ts"
import { Beginnings } from "./beginnings.ts"
import { slicesOf } from "./slices.ts"
import type { Wire } from "../visits/wire.ts"

/** Who attaches, and what is known of the document. */
export interface Attaching {
  readonly owner: OwnerId
  /** The cookie's value that proves the owner. */
  readonly proof: CookieValue
  /** By which the document proves itself; null where it shows none. */
  readonly key: string | null
  readonly member: SessionMember | null
  readonly ageChecked: boolean
  readonly tab: TabId
  /** What the browser's address is counted under. */
  readonly rateKey: string
  readonly request: AttachRequest
  /** False for the cookie before a log-in: it attaches to the visits of then and begins none. */
  readonly mayBegin: boolean
  readonly traits: DocumentTraits
}

export interface Connection {
  readonly visit: LiveVisit
  readonly outbox: Outbox
  readonly rateKey: string
  /** Sends what is missing and goes live. Run once, beside whatever the browser sends meanwhile. */
  readonly catchUp: Effect.Effect<void, LogUnavailable>
}

export interface StreamSettings extends OutboxLimits {
  readonly resumeEvents: number
  /** Milliseconds for which a gone visit can be resumed. */
  readonly resumeMs: number
}

export interface AttachmentsShape {
  /** Null where nothing is attached: the browser has been told to come again, or has left. */
  readonly attach: (who: Attaching, wire: Wire) => Effect.Effect<Connection | null, LogUnavailable>
  /** The connection ended: the visit stays resumable from here on. */
  readonly detach: (connection: Connection, code: number) => Effect.Effect<void, LogUnavailable>
}

/** The visit that the browser asks for; null where it has none. */
const wantedOf = ({ request }: Attaching): VisitId | null =>
  request._tag === "New" ? null : (request.visit as VisitId)

/** Where two tries are one document's: they ask for the same visit, or for none and show the same key. */
const documentOf = (who: Attaching): string | null => {
  const wanted = wantedOf(who)
  return wanted === null && who.key === null
    ? null
    : JSON.stringify([who.owner, who.tab, wanted, wanted === null ? who.key : null])
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

/** Codes the gateway ends streams with; any other was the browser's choice, and counts nowhere. */
const OWN_CODES: ReadonlySet<number> = new Set(Object.values(CLOSE))

/** Events read from the log at a time: some 60 kB on the wire. */
const BACKFILL_EVENTS = 200
/** Characters sent at a time: far less than may be queued to one connection. */
const BACKFILL_BYTES = 131_072

export class Attachments extends Context.Service<Attachments, AttachmentsShape>()(
  "gateway/Attachments",
) {
  static readonly layer = (settings: StreamSettings) =>
    Layer.effect(
      Attachments,
      Effect.gen(function* () {
        const log = yield* EventLog
        const visits = yield* Visits
        const visitCreator = yield* VisitCreator
        const presence = yield* MemberPresence
        const profile = yield* MemberProfile
        const sessions = yield* SessionStore
        const changes = yield* CookieChanges
        const endSession = yield* EndSession
        const pipeline = yield* Pipeline
        const metrics = yield* GatewayMetrics

        const known = Effect.fnUntraced(function* (who: Attaching) {
          if (who.request._tag === "New") return { _tag: "Unknown" } satisfies Known
          const visit = who.request.visit as VisitId
          const live = visits.get(visit)
          if (live !== undefined) {
            if (live.owner !== who.owner) return { _tag: "Unknown" } satisfies Known
            // The registry is swept now and then; the window is exact.
            const now = yield* monotonicMillis
            const evicted = live.goneSince !== null && now - live.goneSince > settings.resumeMs
            return { _tag: "Logged", head: live.head, ended: false, evicted } satisfies Known
          }
          if (yield* visitCreator.isPending(visit, who.owner))
            return { _tag: "Pending" } satisfies Known
          const record = Option.getOrNull(yield* log.find(visit))
          if (record === null || record.owner !== who.owner) {
            return { _tag: "Unknown" } satisfies Known
          }
          const { head, ended } = record
          return { _tag: "Logged", head, ended, evicted: true } satisfies Known
        })

        const beginnings = new Beginnings()

        /** Null where the browser has left before its visit was begun. */
        const beginAnew = (
          who: Attaching,
          attachment: Extract<Attachment, { readonly _tag: "Begin" | "Reset" }>,
          wire: Wire,
        ) => {
          const opening =
            attachment._tag === "Begin"
              ? [visitStarted(who.traits)]
              : resetBaseline(attachment.reason, who.traits)
          return beginnings.begin({
            document: documentOf(who),
            wire,
            baseline:
              who.member === null ? Effect.succeed(null) : profile.baseline(who.member, who.traits),
            begin: Effect.fnUntraced(function* (baseline) {
              // A token refused here is refused again right after the attach, which ends the session.
              const facts = baseline?._tag === "Told" ? baseline.facts : []
              const live = yield* visitCreator.begin(
                {
                  owner: who.owner,
                  member: who.member?.memberId ?? null,
                  traits: who.traits,
                  base: attachment._tag === "Begin" ? "page" : "reset",
                  facts: [...factsFrom("gateway", [...opening, ...ageFacts(who)]), ...facts],
                },
                who.tab,
              )
              live.replaces = wantedOf(who)
              live.key = who.key
              return live
            }),
          })
        }

        /** What this document was given before, by a try whose greeting it did not hear. */
        const begunBefore = (who: Attaching) => {
          const wanted = wantedOf(who)
          if (wanted === null && who.key === null) return undefined
          return [...visits.ofOwner(who.owner)].find(
            ({ tab, replaces, n, key }) =>
              tab === who.tab &&
              replaces === wanted &&
              n === 0 &&
              (wanted !== null || key === who.key),
          )
        }

        /** Sends what the log holds up to `head()`, never more at a time than the network takes. */
        const sendUpTo = Effect.fnUntraced(function* (
          live: LiveVisit,
          outbox: Outbox,
          head: () => number,
        ) {
          while (outbox.phase === "backfill" && outbox.position < head()) {
            const missing = head() - outbox.position
            const stored = yield* log.read(
              live.visit,
              outbox.position,
              Math.min(BACKFILL_EVENTS, missing),
            )
            // A log that does not hold what its head promises is damaged: the browser starts anew.
            if (stored.length === 0) {
              outbox.close(CLOSE.positionMismatch, "position mismatch")
              return
            }
            for (const { from, wires } of slicesOf(stored, BACKFILL_BYTES)) {
              yield* Effect.promise(() => outbox.wire.drained())
              outbox.backfill(from, wires, yield* monotonicMillis)
            }
          }
        })

        const backfill = Effect.fnUntraced(
          function* (live: LiveVisit, outbox: Outbox, greeted: number) {
            // Exactly what `hello` and `resumed` promised, then whatever has come since.
            yield* sendUpTo(live, outbox, () => greeted)
            outbox.replayed(yield* monotonicMillis)
            do {
              yield* sendUpTo(live, outbox, () => live.head)
            } while (!outbox.goLive(live.head))
          },
          (effect, live, outbox) =>
            // A damaged visit is never served in part: it leaves, and its browser starts anew.
            Effect.catchTag(effect, "VisitClosed", () =>
              Effect.sync(() => {
                visits.remove(live)
                outbox.close(CLOSE.positionMismatch, "visit closed")
              }),
            ),
        )

        const greet = (
          live: LiveVisit,
          outbox: Outbox,
          attachment: Attachment,
          was: string,
          { now, since }: { readonly now: number; readonly since: number },
        ) => {
          const hello: GatewayFrame = {
            k: "hello",
            visit: live.visit,
            epoch: log.epoch,
            seq: live.head,
            n: live.n,
            now,
            heartbeatMs: settings.heartbeatMs,
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

        /** Whose session it is now: it was looked up before the visit was live. */
        const presentSession = Effect.fnUntraced(
          function* (who: Attaching) {
            const session = yield* sessions.present(who.owner, yield* Clock.currentTimeMillis)
            if (Option.isSome(session)) return session.value
            // It ended on the way here, and who ended it did not see this visit yet.
            yield* endSession.of(who.owner, "requested", null)
            return null
          },
          (effect, who) =>
            Effect.catchTag(effect, "SessionsUnavailable", (error) =>
              Effect.as(Effect.logError("sessions", error.message), who),
            ),
        )

        /**
         * Whether the cookie still opens this visit: it may have changed since the stream was admitted. Asked
         * once the visit has its outbox, so that whoever changes it later finds the stream and cuts it.
         */
        const stillOpens = (who: Attaching, live: LiveVisit) =>
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            const session = Option.getOrNull(yield* sessions.resolve(who.proof, now))
            return session?.cookie === "current" || changes.opens(live, who.key, now)
          }).pipe(
            Effect.catchTag("SessionsUnavailable", (error) =>
              Effect.as(Effect.logError("sessions", error.message), false),
            ),
          )

        /** The age was checked in another tab while this one was beginning. */
        const catchUpAge = (live: LiveVisit) =>
          live.knowsAge
            ? Effect.void
            : pipeline.decided([{ _tag: "AgeVerified" }], recipientOf(live), {
                cause: null,
                only: [live],
              })

        /** The live visit that the decision speaks of; a page that vanished meanwhile starts anew. */
        const settle = Effect.fnUntraced(function* (
          who: Attaching,
          wanted: Attachment,
          wire: Wire,
        ) {
          const begin = Effect.fnUntraced(function* (
            attachment: Extract<Attachment, { readonly _tag: "Begin" | "Reset" }>,
          ) {
            if (!who.mayBegin) return null
            const live = begunBefore(who) ?? (yield* beginAnew(who, attachment, wire))
            return live === null ? null : { attachment, live }
          })
          if (wanted._tag === "Begin" || wanted._tag === "Reset") return yield* begin(wanted)
          const visit = wantedOf(who)
          const live = visit === null ? null : yield* visitCreator.ensure(visit, who.owner, who.tab)
          if (live !== null) return { attachment: wanted, live }
          return yield* begin({ _tag: "Reset", reason: "unknown" })
        })

        return Attachments.of({
          attach: Effect.fnUntraced(function* (who, wire) {
            const wanted = decideAttachment(who.request, yield* known(who), log.epoch, {
              maxEvents: settings.resumeEvents,
            })
            const settled = yield* settle(who, wanted, wire)
            if (settled === null) {
              const code = CLOSE.sessionEnded
              const bye: GatewayFrame = { k: "bye", code, reason: "session ended" }
              wire.send(JSON.stringify(bye), null)
              wire.end(code, bye.reason)
              return null
            }
            const { attachment, live } = settled
            if (attachment._tag === "Reset") yield* metrics.visitReset(attachment.reason)

            // Who left while it was let in takes nobody's place: its document may be back already.
            if (!wire.isOpen()) return null
            live.outbox?.close(CLOSE.superseded, "attached elsewhere")
            const now = yield* Clock.currentTimeMillis
            const since = yield* monotonicMillis
            const after = attachment._tag === "Continue" ? attachment.after : 0
            const outbox = new Outbox({
              wire,
              visit: live.visit,
              address: who.rateKey,
              key: who.key,
              epoch: log.epoch,
              position: after,
              now: since,
              random: yield* Random.next,
              limits: settings,
            })
            live.outbox = outbox
            // A document that begins anew goes on with the numbers, from an earlier position.
            live.factsAfter = Math.min(live.factsAfter, after)
            live.key ??= who.key
            live.goneSince = null
            const was = wantedOf(who) ?? ""
            const greeted = live.head
            greet(live, outbox, attachment, was, { now, since })
            yield* log.noteConnection(live.visit, {
              at: now,
              what: noteOf(attachment),
              seq: after,
              transport: wire.transport,
              code: null,
            })
            const catchUp = Effect.gen(function* () {
              const session = yield* presentSession(who)
              if (session !== null && !(yield* stillOpens(who, live))) {
                return yield* cutOff(outbox)
              }
              yield* backfill(live, outbox, greeted)
              if (session?.ageChecked === true) yield* catchUpAge(live)
              if (session !== null && session.member !== null) {
                yield* presence.arrived(live, session.member)
              }
            })
            return { visit: live, outbox, rateKey: who.rateKey, catchUp }
          }),

          detach: Effect.fnUntraced(function* ({ visit, outbox }, code) {
            const now = yield* Clock.currentTimeMillis
            outbox.abandon()
            // Who does not read answers no close: their socket ends as if it had been cut.
            const ended = outbox.endedWith ?? code
            if (OWN_CODES.has(ended)) yield* metrics.streamClosed(ended)
            if (visit.outbox === outbox) {
              visit.outbox = null
              visit.goneSince = yield* monotonicMillis
            }
            yield* log.noteConnection(visit.visit, {
              at: now,
              what: "close",
              seq: outbox.position,
              transport: outbox.wire.transport,
              code,
            })
          }),
        })
      }),
    )
}
