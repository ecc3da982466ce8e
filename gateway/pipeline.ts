/**
 * The gateway's data flow in one file (law L1): decode → normalise → append → deliver.
 *
 *   member socket ──frame──▶ decode ──▶ normalise/* ─────────────────────────────┐
 *   chat socket ──frame──▶ decode ──▶ rooms/ route it ──▶ normalise/* ───────────┤
 *   typed calls ──outcome──▶ commands, members ──▶ normalise/* ──answered──▶ place ──▶ log ──▶ outboxes
 *   commands, visits ──decided───────────────────────────────────────────────────┘
 *
 * All of it is synchronous, from a frame to the log's queue, and from the log's answer to the outboxes: every event
 * passes through here, and a fibre for each would cost more than the event. So no step interleaves with another:
 * facts are placed in arrival order, the log commits in the order of submission, and each member's facts keep their
 * order without waiting for a commit. Effects are used only where a caller waits for the answer.
 *
 * Invariants: only durable events are delivered; a fact is `from` an upstream only where that upstream sent it or
 * was asked; each submission is answered exactly once, whatever fails.
 */
import { Clock, Context, Effect, Exit, Layer } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { attempt, Fatal, type FatalShape } from "./fatal.ts"
import { Ids } from "./ids.ts"
import { erasedLine } from "./log/authored.ts"
import {
  type AppendEntry,
  type AppendResult,
  VisitLog,
  type VisitLogShape,
  type LogUnavailable,
} from "./log/visit-log.ts"
import type { WriterId, Writers } from "./log/writer.ts"
import { normaliseMemberFrame } from "./normalise/member-socket.ts"
import { normaliseChatFrame, type RoomOfFrame } from "./normalise/room.ts"
import { GatewayMetrics, type GatewayMetricsShape } from "./telemetry/metrics.ts"
import { readChatFrame, readMemberFrame, type UnreadableFrame } from "./upstream/decode-frame.ts"
import type { ChatFrame, DecodedChatFrame, Recipient, MemberFrame } from "./upstream/frame.ts"
import type { VersionStamp } from "./visits/answer-versions.ts"
import type { AnsweredOptions, FactAuthor, FactOptions } from "./visits/fact-options.ts"
import { factsFrom, Placement, type SourcedFact, type VisitFacts } from "./visits/placement.ts"
import { type LiveVisit, outboxOf, Visits, type VisitTable } from "./visits/registry.ts"
import { RecentLines } from "./visits/recent-lines.ts"
import { retireVisit } from "./visits/retire.ts"

/** The visits that receive a frame of the chat socket, and the accounts behind the names in it. */
export interface FrameAudience {
  readonly room: RoomOfFrame
  readonly writers: Writers
  readonly visits: ReadonlyArray<LiveVisit>
  /**
   * The visit whose command the frame answers. `onStored` is called once its copy is durable; it does not throw.
   */
  readonly author: (FactAuthor & { readonly onStored: () => void }) | null
}

export interface Answered {
  /** Part of the answer was stale: ask again. */
  readonly overtaken: boolean
}

/** Does not throw. */
type Settled<A> = (exit: Exit.Exit<A, LogUnavailable>) => void

export interface PipelineShape {
  /** Handles a frame of the member socket. Has no result: failures go to `Fatal`. Does not throw. */
  readonly memberFrame: (frame: MemberFrame) => void
  /** Decodes a frame of the chat socket; null where it does not decode, which is counted and reported. */
  readonly decodeChatFrame: (frame: ChatFrame) => DecodedChatFrame | null
  /** Sends a frame of the chat socket to its audience. Has no result. */
  readonly roomFrame: (frame: DecodedChatFrame, audience: FrameAudience) => void
  /** `facts` as a synchronous call: the facts are placed before it returns, so that nothing interleaves. */
  readonly submit: (
    facts: ReadonlyArray<SourcedFact>,
    about: Recipient,
    options: FactOptions,
    settled: Settled<unknown>,
  ) => void
  /** Facts from a member API answer. */
  readonly answered: (
    events: ReadonlyArray<Event>,
    about: Recipient,
    options: AnsweredOptions,
  ) => Effect.Effect<Answered, LogUnavailable>
  /** Facts from an answer of the messenger's service. */
  readonly answeredByMessenger: (
    events: ReadonlyArray<Event>,
    about: Recipient,
    options: AnsweredOptions,
  ) => Effect.Effect<Answered, LogUnavailable>
  /** Facts that the gateway itself decided or concluded. */
  readonly decided: (
    events: ReadonlyArray<Event>,
    about: Recipient,
    options: FactOptions,
  ) => Effect.Effect<void, LogUnavailable>
  /** Facts from several sources, appended together. */
  readonly facts: (
    facts: ReadonlyArray<SourcedFact>,
    about: Recipient,
    options: FactOptions,
  ) => Effect.Effect<void, LogUnavailable>
  /**
   * Erases a writer's lines from all logs, and sends markers to visits that recently received them: the account is
   * deleted, and its later lines are not sent.
   */
  readonly eraseWriter: (writer: WriterId) => Effect.Effect<void, LogUnavailable>
  readonly stamp: (member: MemberId) => VersionStamp
  /** Forgets the versions of members without a live visit. */
  readonly forgetAbsent: Effect.Effect<void>
}

interface PipelineDeps {
  readonly log: VisitLogShape
  readonly visits: VisitTable
  readonly metrics: GatewayMetricsShape
  readonly fatal: FatalShape
  readonly clock: Clock.Clock
  readonly placement: Placement
  readonly recentLines: RecentLines
  readonly run: (effect: Effect.Effect<void>) => unknown
}

const SECOND_NANOS = 1e9

/** `only` names the receivers instead. */
const NOBODY: Recipient = { visit: null, owner: null, member: null }

const entryOf =
  (options: FactOptions) =>
  ({ visit, events }: VisitFacts): AppendEntry => ({
    visit: visit.visit,
    events,
    ...(options.writers !== undefined && { writers: options.writers }),
    ...(options.becomes !== undefined &&
      visit.member === options.becomes && { member: options.becomes }),
    ...(options.ends === true && { ends: true }),
  })

const deliver = (
  deps: PipelineDeps,
  { appended, closed }: AppendResult,
  shares: ReadonlyArray<VisitFacts>,
  now: number,
): void => {
  for (const { visit: id, from, to, wires } of appended) {
    const visit = deps.visits.get(id)
    if (visit === undefined) continue
    visit.head = to
    outboxOf(visit)?.deliver(from, wires, now)
  }
  for (const { visit: id, why } of closed) {
    const gone = shares.find(({ visit }) => visit.visit === id)
    // Ending a session removes its visits itself, after their last fact was sent.
    if (gone !== undefined && why !== "ended") retireVisit(deps.visits, gone.visit)
  }
}

const append = (
  deps: PipelineDeps,
  shares: ReadonlyArray<VisitFacts>,
  options: FactOptions,
  clock: Clock.Clock,
  settled: Settled<void>,
): void => {
  if (shares.length === 0) return settled(Exit.void)
  const now = monotonicMillisOf(clock)
  const began = clock.monotonicTimeNanosUnsafe()
  deps.log.submit(shares.map(entryOf(options)), (exit) => {
    const done = attempt(() => {
      deps.metrics.logCommitted(Number(clock.monotonicTimeNanosUnsafe() - began) / SECOND_NANOS)
      if (Exit.isSuccess(exit)) deliver(deps, exit.value, shares, now)
      // These facts are in the projections but not in the logs, so the visits cannot go on.
      else for (const { visit } of shares) retireVisit(deps.visits, visit)
    })
    settled(Exit.isSuccess(exit) ? done : Exit.asVoid(exit))
  })
}

const submit = (
  deps: PipelineDeps,
  facts: ReadonlyArray<SourcedFact>,
  about: Recipient,
  options: AnsweredOptions,
  clock: Clock.Clock,
  settled: Settled<Answered>,
): void => {
  const placed = attempt(() =>
    deps.placement.place(facts, about, options, clock.currentTimeMillisUnsafe()),
  )
  if (Exit.isFailure(placed)) return settled(Exit.failCause(placed.cause))
  const { count, shares } = placed.value
  append(deps, shares, options, clock, (exit) => {
    if (Exit.isSuccess(exit)) deps.metrics.eventsAppended(count)
    settled(Exit.map(exit, () => ({ overtaken: count < facts.length })))
  })
}

/** `submit` for a caller that waits for the answer. */
const submitted = (
  deps: PipelineDeps,
  facts: ReadonlyArray<SourcedFact>,
  about: Recipient,
  options: AnsweredOptions,
): Effect.Effect<Answered, LogUnavailable> =>
  Effect.clockWith((clock) =>
    // An interrupted caller must not lose the outcome of a submission.
    Effect.uninterruptible(
      Effect.callback((resume) => submit(deps, facts, about, options, clock, resume)),
    ),
  )

const reportUnreadable = ({ metrics, run }: PipelineDeps, report: UnreadableFrame): void => {
  metrics.frameRefused(report.source, report.call)
  run(Effect.logWarning("frame does not decode", report))
}

const memberFrame = (deps: PipelineDeps, frame: MemberFrame): void => {
  const read = readMemberFrame(frame)
  const { source, call, about } = frame
  if (read._tag === "Unreadable") return reportUnreadable(deps, read.report)
  deps.metrics.frameDecoded(source, call)
  const facts = factsFrom(source, normaliseMemberFrame(read.value))
  submit(deps, facts, about, { cause: null }, deps.clock, deps.fatal.hear)
}

const decodeChatFrame = (deps: PipelineDeps, frame: ChatFrame): DecodedChatFrame | null => {
  const read = readChatFrame(frame)
  if (read._tag === "Unreadable") {
    reportUnreadable(deps, read.report)
    return null
  }
  deps.metrics.frameDecoded(frame.source, frame.call)
  return read.value
}

const roomFrame = (
  deps: PipelineDeps,
  frame: DecodedChatFrame,
  { room, visits: only, author, writers }: FrameAudience,
): void => {
  if (only.length === 0) return
  const facts = factsFrom(frame.source, normaliseChatFrame(frame, room))
  for (const { event } of facts) {
    const line = erasedLine(event)
    const writer = line === null ? undefined : writers.get(line.from)
    if (line !== null && writer !== undefined)
      deps.recentLines.note({ writer, marker: line.marker, visits: only })
  }
  const options = { cause: null, only, writers, ...(author !== null && { author }) }
  submit(deps, facts, NOBODY, options, deps.clock, (exit) => {
    if (Exit.isSuccess(exit)) author?.onStored()
    deps.fatal.hear(exit)
  })
}

const eraseWriter = Effect.fnUntraced(function* (deps: PipelineDeps, writer: WriterId) {
  yield* deps.log.eraseWriters([writer])
  for (const { marker, visits: only } of deps.recentLines.take(writer))
    yield* submitted(deps, factsFrom("gateway", [marker]), NOBODY, { cause: null, only })
})

export class Pipeline extends Context.Service<Pipeline, PipelineShape>()("gateway/Pipeline") {
  static readonly layer = Layer.effect(
    Pipeline,
    Effect.gen(function* () {
      const visits = yield* Visits
      const placement = new Placement(visits, yield* Ids)
      const deps: PipelineDeps = {
        log: yield* VisitLog,
        visits,
        metrics: yield* GatewayMetrics,
        fatal: yield* Fatal,
        clock: yield* Clock.Clock,
        placement,
        recentLines: new RecentLines(),
        run: Effect.runForkWith(yield* Effect.context()),
      }
      const { clock, fatal } = deps
      return Pipeline.of({
        memberFrame: (frame) => fatal.attempt(() => memberFrame(deps, frame)),
        decodeChatFrame: (frame) => decodeChatFrame(deps, frame),
        roomFrame: (frame, audience) => fatal.attempt(() => roomFrame(deps, frame, audience)),
        submit: (facts, about, options, settled) =>
          submit(deps, facts, about, options, clock, settled),
        facts: (facts, about, options) => Effect.asVoid(submitted(deps, facts, about, options)),
        answered: (events, about, options) =>
          submitted(deps, factsFrom("member-api", events), about, options),
        answeredByMessenger: (events, about, options) =>
          submitted(deps, factsFrom("messenger-api", events), about, options),
        decided: (events, about, options) =>
          Effect.asVoid(submitted(deps, factsFrom("gateway", events), about, options)),
        eraseWriter: (writer) => eraseWriter(deps, writer),
        stamp: (member) => placement.stamp(member),
        forgetAbsent: Effect.sync(() => placement.forgetAbsent()),
      })
    }),
  )
}
