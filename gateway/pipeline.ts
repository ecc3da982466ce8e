/**
 * The rooms joined on one screen (law L1): decode → normalise → append → deliver.
 *
 *   member socket ──frame──▶ decode-frame ──▶ normalise/* ─┐
 *   typed calls ───outcome──▶ commands, visits ─▶ normalise/* ──answered──▶ fan-out ──▶ log ──▶ outboxes
 *   commands, visits ──────────────────────────────────────decided───┘
 *
 * Facts are placed in the order in which they come in. From the comparison with what was told before to
 * handing the events to the log, no fibre yields, and the log commits in the order it was handed them, so
 * each member's facts keep their order without anybody waiting for a commit: this, with `Freshness`, is the
 * member's mailbox.
 *
 * Callers: commands/*, visits/*, stream/attach.ts. Invariants: nothing is delivered that is not durable; a
 * fact is `from` an upstream only where that upstream told it or was asked.
 */
import { Context, Effect, Layer, References } from "effect"
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import { Ids } from "./ids.ts"
import { type AppendEntry, type Appended, EventLog, type LogUnavailable } from "./log/event-log.ts"
import { monotonicMillisOf } from "./monotonic-time.ts"
import { normaliseSocketFrame } from "./normalise/normalise-socket.ts"
import { GatewayMetrics } from "./telemetry/metrics.ts"
import { readSocketFrame } from "./upstream/decode-frame.ts"
import type { Recipient, SocketFrame } from "./upstream/frame.ts"
import { envelop, factsFrom, type SourcedFact } from "./visits/envelopes.ts"
import { fanOut, type Share } from "./visits/fan-out.ts"
import { tellsAge } from "./visits/first-facts.ts"
import { Freshness, type Stamp, subjectOf } from "./visits/freshness.ts"
import { followPayments } from "./visits/open-payments.ts"
import { type LiveVisit, Visits } from "./visits/registry.ts"

export interface FactOptions {
  /** The command that asked for what these facts tell. */
  readonly cause: CommandId | null
  /** The owner's visits belong to this member from these facts on. */
  readonly becomes?: MemberId
  /** Told to this visit alone, whatever their scope: it learns late what the others know already. */
  readonly only?: LiveVisit
  /** These are the last facts of the visits that receive them. */
  readonly ends?: boolean
}

export interface AnswerOptions extends FactOptions {
  /** When the question was sent that these answer: what is older than what was told since is left out. */
  readonly asked?: Stamp
}

export interface Answered {
  /** Some of what the answer says was older than what is told already: ask again. */
  readonly overtaken: boolean
}

export interface PipelineShape {
  readonly socketFrame: (frame: SocketFrame) => Effect.Effect<void, LogUnavailable>
  /** What came of a call to the member API. */
  readonly answered: (
    events: ReadonlyArray<Event>,
    about: Recipient,
    options: AnswerOptions,
  ) => Effect.Effect<Answered, LogUnavailable>
  /** What the gateway decided, knew or concluded by itself. */
  readonly decided: (
    events: ReadonlyArray<Event>,
    about: Recipient,
    options: FactOptions,
  ) => Effect.Effect<void, LogUnavailable>
  /** Facts of several sources, told at once. */
  readonly facts: (
    facts: ReadonlyArray<SourcedFact>,
    about: Recipient,
    options: FactOptions,
  ) => Effect.Effect<void, LogUnavailable>
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

      /** How many batches of events have begun their way to the log, and the last that reached it. */
      let placed = 0
      let handed = 0

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

      /** The log gets batches in the order in which they were placed, or nobody could rely on it. */
      const handOver = (batch: number) => {
        if (batch < handed)
          throw new Error("facts reach the log in another order than they came in")
        handed = batch
      }

      const append = (
        shares: ReadonlyArray<Share>,
        options: FactOptions,
        now: number,
      ): Effect.Effect<void, LogUnavailable> => {
        if (shares.length === 0) return Effect.void
        const batch = (placed += 1)
        const commit = Effect.suspend(() => {
          handOver(batch)
          return log.append(shares.map(entryOf(options)))
        })
        // What was placed is known of these visits and not in their logs: they cannot go on.
        const unstored = Effect.tapError(commit, () =>
          Effect.sync(() => {
            for (const { visit } of shares) retire(visit)
          }),
        )
        return Effect.map(metrics.timeLogCommit(unstored), ({ appended, closed }) => {
          deliver(appended, now)
          for (const { visit: id, why } of closed) {
            const gone = shares.find(({ visit }) => visit.visit === id)
            // Whoever ended a session takes its visits away, after their last fact was told.
            if (gone !== undefined && why !== "ended") retire(gone.visit)
          }
        })
      }

      /** Whose events they are, and what the gateway itself knows by them from now on. */
      const place = (
        facts: ReadonlyArray<SourcedFact>,
        about: Recipient,
        options: AnswerOptions,
        now: number,
      ): ReadonlyArray<Share> => {
        const { becomes, only, asked, cause } = options
        // A visit that has left meanwhile is told nothing and belongs to nobody any more.
        const alone = only && [only].filter((visit) => visits.get(visit.visit) === visit)
        if (becomes !== undefined) {
          const joining = alone ?? (about.owner === null ? [] : visits.ofOwner(about.owner))
          for (const visit of joining) visits.assignMember(visit, becomes)
        }
        if (about.member !== null) {
          for (const { event } of facts) {
            const subject = subjectOf(event)
            if (subject === null) continue
            if (asked === undefined) freshness.touch(about.member, subject)
            else freshness.answered(asked, subject)
          }
        }
        const envelopes = facts.map((fact) => envelop(ids, now, cause, fact))
        const shares =
          alone?.map((visit) => ({ visit, events: envelopes })) ?? fanOut(visits, about, envelopes)
        for (const share of shares) followPayments(share.visit, share.events)
        if (tellsAge(facts.map(({ event }) => event))) {
          for (const { visit } of shares) visit.knowsAge = true
        }
        return shares
      }

      const tell = (
        facts: ReadonlyArray<SourcedFact>,
        about: Recipient,
        options: AnswerOptions,
      ): Effect.Effect<Answered, LogUnavailable> =>
        Effect.clockWith((clock) => {
          const { asked } = options
          const fresh =
            asked === undefined
              ? facts
              : facts.filter(({ event }) => {
                  const subject = subjectOf(event)
                  return subject === null || freshness.isFresh(asked, subject)
                })
          const overtaken = fresh.length < facts.length
          if (fresh.length === 0) return Effect.succeed({ overtaken })
          const now = clock.currentTimeMillisUnsafe()
          const shares = place(fresh, about, options, now)
          return append(shares, options, monotonicMillisOf(clock)).pipe(
            Effect.andThen(metrics.eventsAppended(fresh.length)),
            Effect.as({ overtaken }),
          )
        }).pipe(
          // A fibre that yielded on this way would let others pass.
          Effect.provideService(References.PreventSchedulerYield, true),
        )

      return Pipeline.of({
        facts: (facts, about, options) => Effect.asVoid(tell(facts, about, options)),
        answered: (events, about, options) => tell(factsFrom("member-api", events), about, options),
        decided: (events, about, options) =>
          Effect.asVoid(tell(factsFrom("gateway", events), about, options)),
        stamp: (member) => freshness.stamp(member),
        forgetAbsent: Effect.sync(() =>
          freshness.forget((member) => visits.ofMember(member).size > 0),
        ),

        socketFrame: (frame) =>
          Effect.suspend(() => {
            const read = readSocketFrame(frame)
            const { source, call, about } = frame
            if (read._tag === "Unreadable") {
              return metrics
                .frameRefused(source, call)
                .pipe(Effect.andThen(Effect.logWarning("frame does not decode", read.report)))
            }
            const facts = factsFrom(source, normaliseSocketFrame(read.value))
            return Effect.andThen(
              tell(facts, about, { cause: null }),
              metrics.frameDecoded(source, call),
            )
          }),
      })
    }),
  )
}
