/**
 * The rooms joined on one screen (law L1): frame → decode → normalise → append → deliver.
 *
 *   upstream/*  ──frame──▶ decode-frame ──▶ normalise/* ──facts──▶ fan-out ──▶ log ──▶ outboxes
 *
 * Frames are handled in arrival order. Everything up to handing the events to the log is synchronous,
 * and the log commits in the order it was handed them, so each member's facts keep their order without
 * anybody waiting for a commit: this, with `Freshness`, is the member's mailbox.
 *
 * Callers: commands/*, visits/*, stream/attach.ts. Invariant: nothing is delivered that is not
 * durable.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { Ids } from "./ids.ts"
import { type AppendEntry, type Appended, EventLog, type LogUnavailable } from "./log/event-log.ts"
import { type AnswerContext, normaliseAnswer } from "./normalise/normalise-answer.ts"
import { normaliseSocketFrame } from "./normalise/normalise-socket.ts"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import { GatewayMetrics } from "./telemetry/metrics.ts"
import { readAnswer, readSocketFrame, type UnreadableFrame } from "./upstream/decode-frame.ts"
import type {
  AnswerFrame,
  CallOutcome,
  MemberApiBody,
  MemberApiCall,
  Recipient,
  SocketFrame,
} from "./upstream/frame.ts"
import { envelop, type Origin } from "./visits/envelopes.ts"
import { fanOut, type Share } from "./visits/fan-out.ts"
import { tellsAge } from "./visits/first-facts.ts"
import { Freshness, type Stamp, subjectOf } from "./visits/freshness.ts"
import { followPayments } from "./visits/open-payments.ts"
import { type LiveVisit, Visits } from "./visits/registry.ts"

/** What became of facts that went through. */
export interface Passed {
  readonly events: ReadonlyArray<Event>
}

export interface PassedAnswer<Call extends MemberApiCall> extends Passed {
  readonly outcome: CallOutcome<MemberApiBody<Call>>
  /** What the answer says was older than what is told already: ask again. */
  readonly overtaken: boolean
}

export interface FactOptions extends Origin {
  /** The owner's visits belong to this member from these facts on. */
  readonly becomes?: MemberId
  /** Told to this visit alone, whatever their scope: it learns late what the others know already. */
  readonly only?: LiveVisit
  /** When the question was sent that these answer. */
  readonly asked?: Stamp
  /** These are the last facts of the visits that receive them. */
  readonly ends?: boolean
}

export interface PipelineShape {
  readonly socketFrame: (frame: SocketFrame) => Effect.Effect<Passed, LogUnavailable>
  readonly answer: <Call extends MemberApiCall>(
    frame: AnswerFrame<Call>,
    context: AnswerContext & { readonly stamp: Stamp | null },
  ) => Effect.Effect<PassedAnswer<Call>, LogUnavailable>
  /** Facts the gateway itself knows, and those of a decoded answer that others complete. */
  readonly facts: (
    events: ReadonlyArray<Event>,
    about: Recipient,
    options: FactOptions,
  ) => Effect.Effect<Passed, LogUnavailable>
  readonly stamp: (member: MemberId) => Stamp
  /** Members without a live visit need no mailbox. */
  readonly forgetAbsent: Effect.Effect<void>
}

const entryOf =
  (options: FactOptions) =>
  ({ visit, events }: Share): AppendEntry => ({
    visit: visit.visit,
    events,
    ...(options.becomes !== undefined &&
      visit.member === options.becomes && { member: options.becomes }),
    ...(options.ends === true && { ends: true }),
  })

export class Pipeline extends Context.Service<Pipeline, PipelineShape>()("gateway/Pipeline") {
  static readonly layer = Layer.effect(
    Pipeline,
    Effect.gen(function* () {
      const log = yield* EventLog
      const visits = yield* Visits
      const ids = yield* Ids
      const metrics = yield* GatewayMetrics
      const freshness = new Freshness()

      const report = (unreadable: UnreadableFrame) =>
        metrics
          .frameRefused(unreadable.source, unreadable.call)
          .pipe(Effect.andThen(Effect.logWarning("frame does not decode", unreadable)))

      const deliver = (appended: ReadonlyArray<Appended>, now: number) => {
        for (const { visit: id, from, to, wires } of appended) {
          const visit = visits.get(id)
          if (visit === undefined) continue
          visit.head = to
          visit.outbox?.deliver(from, wires, now)
        }
      }

      /** A visit that accepts nothing more leaves; its browser resumes and is given a new one. */
      const retire = (visit: LiveVisit) => {
        visits.remove(visit)
        visit.outbox?.close(CLOSE.positionMismatch, "visit closed")
      }

      const append = (
        shares: ReadonlyArray<Share>,
        options: FactOptions,
        now: number,
      ): Effect.Effect<void, LogUnavailable> =>
        shares.length === 0
          ? Effect.void
          : metrics.timeLogCommit(log.append(shares.map(entryOf(options)))).pipe(
              Effect.map((appended) => deliver(appended, now)),
              Effect.catchTag("VisitClosed", (closed) => {
                const gone = shares.find(({ visit }) => visit.visit === closed.visit)
                if (gone === undefined) return Effect.die(closed)
                // Whoever ended a session takes its visits away, after their last fact was told.
                if (closed.why !== "ended") retire(gone.visit)
                return append(
                  shares.filter((share) => share !== gone),
                  options,
                  now,
                )
              }),
            )

      const facts: PipelineShape["facts"] = Effect.fnUntraced(function* (events, about, options) {
        if (events.length === 0) return { events }
        const now = yield* Clock.currentTimeMillis
        const { becomes, only } = options
        // A visit that has left meanwhile is told nothing and belongs to nobody any more.
        const alone = only && [only].filter((visit) => visits.get(visit.visit) === visit)
        if (becomes !== undefined) {
          const joining = alone ?? (about.owner === null ? [] : visits.ofOwner(about.owner))
          for (const visit of joining) visits.assignMember(visit, becomes)
        }
        if (about.member !== null) {
          for (const event of events) {
            const subject = subjectOf(event)
            if (subject === null) continue
            if (options.asked === undefined) freshness.touch(about.member, subject)
            else freshness.answered(options.asked, subject)
          }
        }
        const envelopes = events.map((event) => envelop(ids, now, options, event))
        const shares =
          alone?.map((visit) => ({ visit, events: envelopes })) ?? fanOut(visits, about, envelopes)
        for (const share of shares) followPayments(share.visit, share.events)
        if (tellsAge(events)) for (const { visit } of shares) visit.knowsAge = true
        yield* metrics.eventsAppended(envelopes.length)
        yield* append(shares, options, now)
        return { events }
      })

      return Pipeline.of({
        facts,
        stamp: (member) => freshness.stamp(member),
        forgetAbsent: Effect.sync(() =>
          freshness.forget((member) => visits.ofMember(member).size > 0),
        ),

        socketFrame: Effect.fnUntraced(function* (frame) {
          const read = readSocketFrame(frame)
          if (read._tag === "Unreadable") {
            yield* report(read.report)
            return { events: [] }
          }
          yield* metrics.frameDecoded(frame.source, frame.call)
          return yield* facts(normaliseSocketFrame(read.value), frame.about, {
            from: frame.source,
            cause: null,
          })
        }),

        answer: Effect.fnUntraced(function* (frame, context) {
          const { outcome, report: unreadable } = readAnswer(frame.call, frame.outcome)
          if (unreadable === null) yield* metrics.frameDecoded(frame.source, frame.call)
          else yield* report(unreadable)
          const normalised = normaliseAnswer(frame.call, outcome, context)
          const { stamp } = context
          const isStale = (event: Event) => {
            const subject = subjectOf(event)
            return stamp !== null && subject !== null && !freshness.isFresh(stamp, subject)
          }
          const overtaken = normalised.some(isStale)
          const { events } = yield* facts(
            overtaken ? normalised.filter((event) => !isStale(event)) : normalised,
            frame.about,
            {
              from: frame.source,
              cause: frame.cause,
              ...(stamp !== null && { asked: stamp }),
              ...(context.entering &&
                context.memberId !== null &&
                outcome._tag === "Answered" && { becomes: context.memberId }),
            },
          )
          return { events, outcome, overtaken }
        }),
      })
    }),
  )
}
