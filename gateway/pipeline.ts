/**
 * The rooms joined on one screen (law L1): decode → normalise → append → deliver.
 *
 *   member socket ──frame──▶ decode-frame ──▶ normalise/* ─┐
 *   chat socket ──frame──▶ decode-frame ──rooms/: for whom──▶ normalise/* ──┤
 *   typed calls ───outcome──▶ commands, visits ─▶ normalise/* ──answered──▶ fan-out ──▶ log ──▶ outboxes
 *   commands, visits ──────────────────────────────────────decided───┘
 *
 * All of it is plain code, from a frame to handing its events to the log, and from the log's answer to the
 * outboxes: every event passes here, and a fibre for each would cost more than the event. So nothing comes in
 * between either: facts are placed in the order in which they come in, the log commits in the order it was
 * handed them, and each member's facts keep their order without anybody waiting for a commit. This, with
 * `Freshness`, is the member's mailbox. Effect begins where somebody waits for the answer.
 *
 * Invariants: nothing is delivered that is not durable; a fact is `from` an upstream only where that upstream told
 * it or was asked; whoever tells is answered exactly once, whatever breaks.
 */
import { Clock, Context, Effect, Exit, Layer } from "effect"
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import { Fatal } from "./fatal.ts"
import { Ids } from "./ids.ts"
import {
  type AppendEntry,
  type AppendResult,
  EventLog,
  type LogUnavailable,
} from "./log/event-log.ts"
import { erasedLine } from "./log/authored.ts"
import type { WriterId, Writers } from "./log/writer.ts"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { normaliseSocketFrame } from "./normalise/normalise-socket.ts"
import { normaliseChatFrame, type RoomOfFrame } from "./normalise/room.ts"
import { GatewayMetrics } from "./telemetry/metrics.ts"
import { readChatFrame, readSocketFrame, type UnreadableFrame } from "./upstream/decode-frame.ts"
import type { ChatFrame, DecodedChatFrame, Recipient, SocketFrame } from "./upstream/frame.ts"
import { envelop, factsFrom, type SourcedFact } from "./visits/envelopes.ts"
import { fanOut, type Share } from "./visits/fan-out.ts"
import { tellsAge } from "./visits/first-facts.ts"
import { Freshness, type Stamp, subjectOf } from "./visits/freshness.ts"
import { HeardLines } from "./visits/heard-lines.ts"
import { followPayments } from "./visits/open-payments.ts"
import { type LiveVisit, Visits } from "./visits/registry.ts"

interface Author {
  readonly visit: LiveVisit
  readonly cause: CommandId
}

/** For whom a frame of the chat socket is, and whose accounts are behind the names in it. */
export interface ChatAudience {
  readonly room: RoomOfFrame
  readonly writers: Writers
  readonly visits: ReadonlyArray<LiveVisit>
  /** Whose command it answers. `told` is called once its copy is durable; it throws nothing. */
  readonly author: (Author & { readonly told: () => void }) | null
}

export interface FactOptions {
  /** The command that asked for what these facts tell. */
  readonly cause: CommandId | null
  /** The owner's visits belong to this member from these facts on. */
  readonly becomes?: MemberId
  /**
   * Told to these visits alone, whatever their scope: one that learns late what the others know already, or all
   * that are in one room. What many are told at once is written down once and stored once.
   */
  readonly only?: ReadonlyArray<LiveVisit>
  /** The one of them whose command brought it about: their copy, the same fact, says so. */
  readonly author?: Author
  /** Whose accounts are behind the names in these facts (ADR 0040). */
  readonly writers?: Writers
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

/** Throws nothing. */
type Settled<A> = (exit: Exit.Exit<A, LogUnavailable>) => void

export interface PipelineShape {
  /** Nobody waits for it: what fails is told to `Fatal`. Throws nothing. */
  readonly socketFrame: (frame: SocketFrame) => void
  /** The same for the chat socket; `audienceOf` is asked at once, and throws nothing. Null: for nobody. */
  readonly chatFrame: (
    frame: ChatFrame,
    audienceOf: (read: DecodedChatFrame) => ChatAudience | null,
  ) => void
  /** `facts` as plain code: they are placed before it returns, so nothing comes in between. */
  readonly submit: (
    facts: ReadonlyArray<SourcedFact>,
    about: Recipient,
    options: FactOptions,
    settled: Settled<unknown>,
  ) => void
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
  /**
   * What they wrote is gone from all logs, and whoever heard it lately is told so: their account is deleted, and
   * nothing of it is told any more.
   */
  readonly eraseWriter: (writer: WriterId) => Effect.Effect<void, LogUnavailable>
  readonly stamp: (member: MemberId) => Stamp
  /** Members without a live visit need no mailbox. */
  readonly forgetAbsent: Effect.Effect<void>
}

const entryOf =
  (options: FactOptions) =>
  ({ visit, events }: Share): AppendEntry => ({
    visit: visit.visit,
    events,
    ...(options.writers !== undefined && { writers: options.writers }),
    ...(options.becomes !== undefined &&
      visit.member === options.becomes && { member: options.becomes }),
    ...(options.ends === true && { ends: true }),
  })

const attempt = <A>(work: () => A): Exit.Exit<A> => {
  try {
    return Exit.succeed(work())
  } catch (defect) {
    return Exit.die(defect)
  }
}

const SECOND_NANOS = 1e9

/** Whose facts they are is said by `only`. */
const NOBODY: Recipient = { visit: null, owner: null, member: null }

export class Pipeline extends Context.Service<Pipeline, PipelineShape>()("gateway/Pipeline") {
  static readonly layer = Layer.effect(
    Pipeline,
    Effect.gen(function* () {
      const log = yield* EventLog
      const visits = yield* Visits
      const ids = yield* Ids
      const metrics = yield* GatewayMetrics
      const fatal = yield* Fatal
      const clock = yield* Clock.Clock
      const run = Effect.runForkWith(yield* Effect.context())
      const freshness = new Freshness()
      const heard = new HeardLines()

      const deliver = (appended: AppendResult["appended"], now: number) => {
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

      const stored = (
        { appended, closed }: AppendResult,
        shares: ReadonlyArray<Share>,
        now: number,
      ) => {
        deliver(appended, now)
        for (const { visit: id, why } of closed) {
          const gone = shares.find(({ visit }) => visit.visit === id)
          // Whoever ended a session takes its visits away, after their last fact was told.
          if (gone !== undefined && why !== "ended") retire(gone.visit)
        }
      }

      const append = (
        shares: ReadonlyArray<Share>,
        options: FactOptions,
        clock: Clock.Clock,
        settled: Settled<void>,
      ) => {
        if (shares.length === 0) return settled(Exit.void)
        const now = monotonicMillisOf(clock)
        const began = clock.monotonicTimeNanosUnsafe()
        log.submit(shares.map(entryOf(options)), (exit) => {
          const done = attempt(() => {
            metrics.logCommitted(Number(clock.monotonicTimeNanosUnsafe() - began) / SECOND_NANOS)
            if (Exit.isSuccess(exit)) stored(exit.value, shares, now)
            // What was placed is known of these visits and not in their logs: they cannot go on.
            else for (const { visit } of shares) retire(visit)
          })
          settled(Exit.isSuccess(exit) ? done : Exit.asVoid(exit))
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
        const alone = only?.filter((visit) => visits.get(visit.visit) === visit)
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
        const { author } = options
        const asTold = (visit: LiveVisit) =>
          author?.visit === visit
            ? envelopes.map((envelope) => ({ ...envelope, cause: author.cause }))
            : envelopes
        const shares =
          alone?.map((visit) => ({ visit, events: asTold(visit) })) ??
          fanOut(visits, about, envelopes)
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
        clock: Clock.Clock,
        settled: Settled<Answered>,
      ): void => {
        const { asked } = options
        const placed = attempt(() => {
          const fresh =
            asked === undefined
              ? facts
              : facts.filter(({ event }) => {
                  const subject = subjectOf(event)
                  return subject === null || freshness.isFresh(asked, subject)
                })
          const now = clock.currentTimeMillisUnsafe()
          const shares = fresh.length === 0 ? [] : place(fresh, about, options, now)
          return { count: fresh.length, shares }
        })
        if (Exit.isFailure(placed)) return settled(Exit.failCause(placed.cause))
        const { count, shares } = placed.value
        append(shares, options, clock, (exit) => {
          if (Exit.isSuccess(exit)) metrics.eventsAppended(count)
          settled(Exit.map(exit, () => ({ overtaken: count < facts.length })))
        })
      }

      const told = (
        facts: ReadonlyArray<SourcedFact>,
        about: Recipient,
        options: AnswerOptions,
      ): Effect.Effect<Answered, LogUnavailable> =>
        Effect.clockWith((clock) =>
          // Whoever asked learns what became of it.
          Effect.uninterruptible(
            Effect.callback((resume) => tell(facts, about, options, clock, resume)),
          ),
        )

      const refuse = (report: UnreadableFrame) => {
        metrics.frameRefused(report.source, report.call)
        run(Effect.logWarning("frame does not decode", report))
      }

      const socketFrame = (frame: SocketFrame) => {
        const read = readSocketFrame(frame)
        const { source, call, about } = frame
        if (read._tag === "Unreadable") return refuse(read.report)
        metrics.frameDecoded(source, call)
        const facts = factsFrom(source, normaliseSocketFrame(read.value))
        tell(facts, about, { cause: null }, clock, fatal.hear)
      }

      const chatFrame = (
        frame: ChatFrame,
        audienceOf: (read: DecodedChatFrame) => ChatAudience | null,
      ) => {
        const read = readChatFrame(frame)
        if (read._tag === "Unreadable") return refuse(read.report)
        metrics.frameDecoded(frame.source, frame.call)
        const audience = audienceOf(read.value)
        if (audience === null || audience.visits.length === 0) return
        const { room, visits: only, author, writers } = audience
        const facts = factsFrom(frame.source, normaliseChatFrame(read.value, room))
        for (const { event } of facts) {
          const line = erasedLine(event)
          const writer = line === null ? undefined : writers.get(line.from)
          if (line !== null && writer !== undefined)
            heard.note({ writer, marker: line.marker, visits: only })
        }
        const options = { cause: null, only, writers, ...(author !== null && { author }) }
        tell(facts, NOBODY, options, clock, (exit) => {
          author?.told()
          fatal.hear(exit)
        })
      }

      return Pipeline.of({
        submit: (facts, about, options, settled) => tell(facts, about, options, clock, settled),
        chatFrame: (frame, audienceOf) => fatal.hear(attempt(() => chatFrame(frame, audienceOf))),
        facts: (facts, about, options) => Effect.asVoid(told(facts, about, options)),
        answered: (events, about, options) => told(factsFrom("member-api", events), about, options),
        decided: (events, about, options) =>
          Effect.asVoid(told(factsFrom("gateway", events), about, options)),
        eraseWriter: (writer) =>
          Effect.gen(function* () {
            yield* log.eraseWriters([writer])
            for (const { marker, visits: only } of heard.take(writer))
              yield* told(factsFrom("gateway", [marker]), NOBODY, { cause: null, only })
          }),
        stamp: (member) => freshness.stamp(member),
        forgetAbsent: Effect.sync(() =>
          freshness.forget((member) => visits.ofMember(member).size > 0),
        ),
        socketFrame: (frame) => fatal.hear(attempt(() => socketFrame(frame))),
      })
    }),
  )
}
