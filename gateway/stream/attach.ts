/**
 * Brings a browser to its place in a visit's log: decides (resume.ts), greets, sends what is missing
 * and hands over to live delivery.
 *
 *   hello → [resumed | reset] → events … → replayed → live
 *
 * Callers: stream/websocket.ts and stream/sse.ts. Leans on births.ts for durability and on outbox.ts for
 * order.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { TabId, VisitId } from "@foldcast/contracts/ids"
import { PROTOCOL, SCHEMA_HASH } from "@foldcast/contracts/protocol-version"
import { CLOSE, type GatewayFrame } from "@foldcast/contracts/stream/frames"
import { EventLog, type LogUnavailable, type OwnerId } from "../log/event-log.ts"
import { MemberPresence } from "../visits/member-presence.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { Births } from "../visits/births.ts"
import { type DocumentTraits, resetBaseline, visitStarted } from "../visits/first-facts.ts"
import { MemberFacts } from "../visits/member-facts.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"
import { Outbox, type OutboxLimits } from "./outbox.ts"
import { type Attachment, type AttachRequest, decideAttachment, type Known } from "./resume.ts"
import type { Wire } from "./wire.ts"

/** Who attaches, and what is known of the document. */
export interface Attaching {
  readonly owner: OwnerId
  readonly member: SessionMember | null
  readonly tab: TabId
  readonly request: AttachRequest
  readonly traits: DocumentTraits
}

export interface Connection {
  readonly visit: LiveVisit
  readonly outbox: Outbox
  /** Sends what is missing and goes live. Run once, beside whatever the browser sends meanwhile. */
  readonly catchUp: Effect.Effect<void, LogUnavailable>
}

export interface StreamSettings extends OutboxLimits {
  readonly resumeEvents: number
}

export interface AttachmentsShape {
  readonly attach: (who: Attaching, wire: Wire) => Effect.Effect<Connection, LogUnavailable>
  /** The connection ended: the visit stays resumable from here on. */
  readonly detach: (connection: Connection, code: number) => Effect.Effect<void, LogUnavailable>
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

/** Events read from the log at a time: some 150 kB on the wire. */
const BACKFILL_EVENTS = 500

export class Attachments extends Context.Service<Attachments, AttachmentsShape>()(
  "gateway/Attachments",
) {
  static readonly layer = (settings: StreamSettings) =>
    Layer.effect(
      Attachments,
      Effect.gen(function* () {
        const log = yield* EventLog
        const visits = yield* Visits
        const births = yield* Births
        const presence = yield* MemberPresence
        const memberFacts = yield* MemberFacts
        const metrics = yield* GatewayMetrics

        const known = Effect.fnUntraced(function* (who: Attaching) {
          if (who.request._tag === "New") return { _tag: "Unknown" } satisfies Known
          const visit = who.request.visit as VisitId
          const live = visits.get(visit)
          if (live !== undefined) {
            return live.owner === who.owner
              ? ({ _tag: "Logged", head: live.head, ended: false, evicted: false } satisfies Known)
              : ({ _tag: "Unknown" } satisfies Known)
          }
          if (yield* births.isPending(visit, who.owner)) return { _tag: "Pending" } satisfies Known
          const record = Option.getOrNull(yield* log.find(visit))
          if (record === null || record.owner !== who.owner) {
            return { _tag: "Unknown" } satisfies Known
          }
          const { head, ended } = record
          return { _tag: "Logged", head, ended, evicted: true } satisfies Known
        })

        const beginAnew = Effect.fnUntraced(function* (
          who: Attaching,
          attachment: Extract<Attachment, { readonly _tag: "Begin" | "Reset" }>,
        ) {
          const opening =
            attachment._tag === "Begin"
              ? [visitStarted(who.traits)]
              : resetBaseline(attachment.reason, who.traits)
          const baseline =
            who.member === null ? null : yield* memberFacts.of(who.member, who.traits)
          // A token refused here is refused again right after the attach, which ends the session.
          const facts = baseline?._tag === "Told" ? baseline.events : []
          return yield* births.begin(
            {
              owner: who.owner,
              member: who.member?.memberId ?? null,
              traits: who.traits,
              base: attachment._tag === "Begin" ? "page" : "reset",
              events: [...opening, ...facts],
            },
            who.tab,
          )
        })

        const backfill = Effect.fnUntraced(
          function* (live: LiveVisit, outbox: Outbox) {
            while (outbox.phase === "backfill" && outbox.position < live.head) {
              yield* Effect.promise(() => outbox.wire.drained())
              const stored = yield* log.read(live.visit, outbox.position, BACKFILL_EVENTS)
              const first = stored[0]
              // A log that does not hold what its head promises is damaged: the browser starts anew.
              if (first === undefined) {
                outbox.close(CLOSE.positionMismatch, "position mismatch")
                return
              }
              const wires = stored.map(({ wire }) => wire)
              outbox.backfill(first.seq, wires, yield* Clock.currentTimeMillis)
            }
            // Nothing runs between the last comparison and this: no event can slip through.
            outbox.goLive(yield* Clock.currentTimeMillis)
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
          now: number,
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
          outbox.tell(hello, now)
          if (attachment._tag === "Reset") {
            outbox.tell({ k: "reset", reason: attachment.reason, was }, now)
          } else if (attachment._tag === "Continue" && attachment.told) {
            outbox.tell({ k: "resumed", from: attachment.after + 1, to: live.head }, now)
          }
        }

        /** The live visit that the decision speaks of; a page that vanished meanwhile starts anew. */
        const settle = Effect.fnUntraced(function* (who: Attaching, wanted: Attachment) {
          if (wanted._tag === "Begin" || wanted._tag === "Reset") {
            return { attachment: wanted, live: yield* beginAnew(who, wanted) }
          }
          const visit = who.request._tag === "New" ? undefined : (who.request.visit as VisitId)
          const live = visit === undefined ? null : yield* births.ensure(visit, who.owner, who.tab)
          if (live !== null) return { attachment: wanted, live }
          const gone: Attachment = { _tag: "Reset", reason: "unknown" }
          return { attachment: gone, live: yield* beginAnew(who, gone) }
        })

        return Attachments.of({
          attach: Effect.fnUntraced(function* (who, wire) {
            const wanted = decideAttachment(who.request, yield* known(who), log.epoch, {
              maxEvents: settings.resumeEvents,
            })
            const { attachment, live } = yield* settle(who, wanted)
            if (attachment._tag === "Reset") yield* metrics.visitReset(attachment.reason)

            live.outbox?.close(CLOSE.superseded, "attached elsewhere")
            const now = yield* Clock.currentTimeMillis
            const after = attachment._tag === "Continue" ? attachment.after : 0
            const outbox = new Outbox({
              wire,
              visit: live.visit,
              epoch: log.epoch,
              position: after,
              now,
              limits: settings,
            })
            live.outbox = outbox
            live.goneSince = null
            const was = who.request._tag === "New" ? "" : who.request.visit
            greet(live, outbox, attachment, was, now)
            yield* log.noteConnection(live.visit, {
              at: now,
              what: noteOf(attachment),
              seq: after,
              transport: wire.transport,
              code: null,
            })
            const { member } = who
            const catchUp = backfill(live, outbox).pipe(
              Effect.andThen(member === null ? Effect.void : presence.arrived(live, member)),
            )
            return { visit: live, outbox, catchUp }
          }),

          detach: Effect.fnUntraced(function* ({ visit, outbox }, code) {
            const now = yield* Clock.currentTimeMillis
            outbox.abandon()
            if (visit.outbox === outbox) {
              visit.outbox = null
              visit.goneSince = now
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
