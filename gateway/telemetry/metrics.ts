/**
 * The gateway's metrics and their text for Prometheus (`/metrics`).
 *
 * Invariants: no value that a visitor or an upstream chooses freely becomes a label, so the number of series is
 * bounded; no label identifies a person.
 */
import { Clock, Context, Effect, Exit, Layer } from "effect"
import type { CommandTag } from "@foldcast/contracts/commands/command"
import { type ResetReason, SourceName } from "@foldcast/contracts/stream/visit"
import { CHAT_EVENT_NAMES, TIME_EVENTS } from "@foldcast/contracts/upstream/chat-socket"
import { MEMBER_EVENT_NAMES } from "@foldcast/contracts/upstream/member-socket"
import type { ProblemKind } from "../problem-kinds.ts"
import { GatewayRegistry, type MetricLabels } from "./metric-registry.ts"
import { MEMBER_API_ANSWERS } from "@foldcast/contracts/upstream/member-api-calls"
import type { UncaughtError } from "@foldcast/settings/uncaught-errors"
import { ATTACHMENT_CALL, MESSENGER_API_ANSWERS } from "@foldcast/contracts/upstream/messenger-api"
import { PERFORMER_CALLS, STILL_CALL } from "@foldcast/contracts/upstream/performer-calls"

export type Transport = "websocket" | "sse"
export type CommandOutcome = "admitted" | ProblemKind
export type Level =
  | "outbox_queued_bytes"
  | "live_visits"
  | "page_allotments"
  | "watched_performers"
  | "chat_connections"
  | "room_seats"
  | "playing_sessions"
  | "cam_back_sessions"
  | "recent_answer_bytes"
  | "kept_answer_bytes"
  | "shedding_load"
  | "event_loop_delay_p99_seconds"
  | "open_sockets"
  | "free_disk_bytes"
/** What is refused before any work is done for it. */
export type TurnedAway = "page" | "stream" | "socket"
/** Why: too many from its address, too many of its kind, a late event loop, a full disk. */
export type TurnedAwayFor = "address" | "pages" | "sockets" | "eventLoop" | "storage"
/** Why support was refused: a wrong token, or too many wrong ones from the address before. */
export type SupportRefusal = "token" | "address"
/** What became of an answer that a visit cites by its hash. */
export type CitationOutcome = "kept" | "known" | "unknown" | "dropped" | "failed"

const COUNTERS = {
  frames: [
    "foldcast_frames_total",
    "Frames from upstream, by source, call and whether they decoded",
  ],
  events: ["foldcast_events_appended_total", "Events appended to visits' logs"],
  clientFacts: ["foldcast_client_facts_total", "Client facts stored"],
  hydrationMismatches: [
    "foldcast_hydration_mismatches_total",
    "Documents that rendered the site anew because it was not as the server wrote it",
  ],
  resets: ["foldcast_visit_resets_total", "Streams that could not be resumed, by reason"],
  closes: ["foldcast_stream_closes_total", "Streams the gateway ended, by close code"],
  commands: ["foldcast_commands_total", "Commands, by tag and outcome"],
  problems: ["foldcast_problems_total", "Requests refused, by kind"],
  turnedAway: [
    "foldcast_turned_away_total",
    "Pages, streams and sockets turned away before anything is made for them, by what and why",
  ],
  slowReaders: [
    "foldcast_slow_readers_total",
    "Connections cut because pages and files were not read in time",
  ],
  signals: ["foldcast_signals_total", "Signals, by whether the connection took them"],
  uncaught: [
    "foldcast_uncaught_errors_total",
    "Exceptions and rejections that nobody caught: each is a fault to be mended",
  ],
  supportRefusals: [
    "foldcast_support_refusals_total",
    "Calls for captures that were refused, by why",
  ],
  citations: [
    "foldcast_answers_cited_total",
    "Public answers that visits cite, by whether captures can show them",
  ],
} as const

const LEVELS: Readonly<Record<Level, string>> = {
  outbox_queued_bytes: "Bytes queued to all connections",
  live_visits: "Visits that still receive events",
  page_allotments: "Visits allotted to pages and not attached yet",
  watched_performers: "Performers whose statuses are signalled to somebody",
  chat_connections: "Connections of the chat socket",
  room_seats: "Visits that are in a room",
  playing_sessions: "Pictures that the media engine plays for somebody here",
  cam_back_sessions: "Cameras of visitors here that the media engine takes",
  recent_answer_bytes: "Bytes of public answers served a moment ago",
  kept_answer_bytes: "Bytes of the answers kept for captures, as they are stored",
  event_loop_delay_p99_seconds: "How late the event loop was, 99th percentile since the start",
  shedding_load: "1 while pages and new streams are refused because the event loop is late",
  open_sockets: "Open connections of any kind",
  free_disk_bytes:
    "Bytes that may still be written: free on the disk, and in the log where it is low",
}

const KNOWN_CALLS: ReadonlySet<string> = new Set([
  ...MEMBER_EVENT_NAMES,
  ...CHAT_EVENT_NAMES,
  ...Object.keys(TIME_EVENTS),
  ...Object.keys(MEMBER_API_ANSWERS),
  ...Object.keys(MESSENGER_API_ANSWERS),
  ATTACHMENT_CALL,
  ...PERFORMER_CALLS,
  STILL_CALL,
])
const KNOWN_SOURCES: ReadonlySet<string> = new Set(SourceName.literals)
const knownSource = (source: string) => (KNOWN_SOURCES.has(source) ? source : "other")
const knownCall = (call: string) => (KNOWN_CALLS.has(call) ? call : "other")

/** Methods on the path of every event are synchronous and start no fibre. */
export interface GatewayMetricsShape {
  readonly frameDecoded: (source: string, call: string) => void
  readonly frameRefused: (source: string, call: string) => void
  readonly eventsAppended: (count: number) => void
  /** One commit of the log, from the request to its durability. */
  readonly logCommitted: (seconds: number) => void
  readonly clientFactsStored: (count: number) => Effect.Effect<void>
  readonly hydrationMismatched: Effect.Effect<void>
  readonly connectionOpened: (transport: Transport) => Effect.Effect<void>
  readonly connectionClosed: (transport: Transport) => Effect.Effect<void>
  readonly streamClosed: (code: number) => Effect.Effect<void>
  readonly visitReset: (reason: typeof ResetReason.Type) => Effect.Effect<void>
  readonly commandHandled: (tag: CommandTag, outcome: CommandOutcome) => Effect.Effect<void>
  readonly turnedAway: (what: TurnedAway, why: TurnedAwayFor) => Effect.Effect<void>
  readonly slowReaderCut: Effect.Effect<void>
  readonly problemAnswered: (kind: ProblemKind) => Effect.Effect<void>
  readonly signalled: (outcome: "sent" | "dropped", count: number) => Effect.Effect<void>
  /** Synchronous: its callers cannot wait. */
  readonly uncaught: (kind: UncaughtError["kind"]) => void
  readonly supportRefused: (why: SupportRefusal) => Effect.Effect<void>
  readonly answersCited: (outcome: CitationOutcome, count: number) => Effect.Effect<void>
  /** Times a call, labelled by its outcome's tag. */
  readonly timeUpstreamCall: <A extends { readonly _tag: string }, E, R>(
    call: string,
    effect: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>
  /** `read` is called at every scrape until the scope of the layer ends. */
  readonly watch: (level: Level, read: () => number) => Effect.Effect<void>
  readonly scrape: Effect.Effect<string>
}

export const PROMETHEUS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

type CounterName = keyof typeof COUNTERS

/** Times a call, labelled by its outcome's tag or as interrupted. */
const timed = <A extends { readonly _tag: string }, E, R>(
  effect: Effect.Effect<A, E, R>,
  measured: (seconds: number, outcome: string) => void,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.monotonicTimeNanos, (start) =>
    Effect.onExit(effect, (exit) =>
      Effect.map(Clock.monotonicTimeNanos, (end) => {
        const outcome = Exit.isSuccess(exit) ? exit.value._tag : "interrupted"
        measured(Number(end - start) / 1e9, outcome)
      }),
    ),
  )

const makeMetrics = (registry: GatewayRegistry): GatewayMetricsShape => {
  registry.watch("process_resident_memory_bytes", "Memory of the process", () =>
    process.memoryUsage.rss(),
  )
  const counter = (name: CounterName) => {
    const [id, description] = COUNTERS[name]
    return registry.counter(id, description)
  }
  const counted = (name: CounterName) => {
    const add = counter(name)
    return (count: number, labels?: MetricLabels) => Effect.sync(() => add(count, labels))
  }
  const frames = counter("frames")
  const frame = (outcome: "decoded" | "refused") => (source: string, call: string) =>
    frames(1, { source: knownSource(source), call: knownCall(call), outcome })
  const connections = registry.gauge("foldcast_connections", "Open streams, by transport")
  const connection = (change: 1 | -1) => (transport: Transport) =>
    Effect.sync(() => connections(change, { transport }))
  const upstream = registry.histogram(
    "foldcast_upstream_call_seconds",
    "Calls to the upstream, by call and outcome",
  )
  const events = counter("events")
  const uncaught = counter("uncaught")
  const closes = counted("closes")
  const resets = counted("resets")
  const commands = counted("commands")
  const turnedAway = counted("turnedAway")
  const problems = counted("problems")
  const signals = counted("signals")
  const supportRefusals = counted("supportRefusals")
  const citations = counted("citations")

  return {
    frameDecoded: frame("decoded"),
    frameRefused: frame("refused"),
    eventsAppended: (count) => events(count),
    clientFactsStored: counted("clientFacts"),
    hydrationMismatched: counted("hydrationMismatches")(1),
    connectionOpened: connection(1),
    connectionClosed: connection(-1),
    streamClosed: (code) => closes(1, { code: String(code) }),
    visitReset: (reason) => resets(1, { reason }),
    commandHandled: (tag, outcome) => commands(1, { tag, outcome }),
    turnedAway: (what, why) => turnedAway(1, { what, why }),
    slowReaderCut: counted("slowReaders")(1),
    problemAnswered: (kind) => problems(1, { kind }),
    signalled: (outcome, count) => signals(count, { outcome }),
    uncaught: (kind) => uncaught(1, { kind }),
    supportRefused: (why) => supportRefusals(1, { why }),
    answersCited: (outcome, count) => (count === 0 ? Effect.void : citations(count, { outcome })),
    timeUpstreamCall: (call, effect) =>
      timed(effect, (seconds, outcome) => upstream(seconds, { call: knownCall(call), outcome })),
    logCommitted: registry.histogram(
      "foldcast_log_commit_seconds",
      "From the request to append until it is durable",
    ),
    watch: (name, read) =>
      Effect.sync(() => registry.watch(`foldcast_${name}`, LEVELS[name], read)),
    scrape: Effect.sync(() => registry.format()),
  }
}

export class GatewayMetrics extends Context.Service<GatewayMetrics, GatewayMetricsShape>()(
  "gateway/GatewayMetrics",
) {
  static readonly layer = Layer.sync(GatewayMetrics, () => makeMetrics(new GatewayRegistry()))
}
