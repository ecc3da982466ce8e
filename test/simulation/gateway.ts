/**
 * The gateway's own services on a simulated disk, network and upstream: everything in gateway/server/layers.ts that
 * decides about logs, sessions, streams and commands. Pages, pictures and SSE are left out.
 */
import { Cause, Effect, Exit, Layer, Result, Schema, Scope } from "effect"
import { CommandRequest } from "@foldcast/contracts/commands/command"
import type { EventId, VisitId } from "@foldcast/contracts/ids"
import type { GatewayFrame } from "@foldcast/contracts/stream/frames"
import { Brands } from "@foldcast/gateway/brand/brands"
import { Admit, type Admission } from "@foldcast/gateway/commands/admit"
import { LogInFlow } from "@foldcast/gateway/commands/log-in-flow"
import { NextToken } from "@foldcast/gateway/commands/next-token"
import { GatewayConfig, readConfig } from "@foldcast/gateway/config"
import { attempt, Fatal, type FatalFailure } from "@foldcast/gateway/fatal"
import { LoadShedding } from "@foldcast/gateway/http/load-shedding"
import { RateLimits } from "@foldcast/gateway/http/rate-limits"
import { Ids, uuidV7 } from "@foldcast/gateway/ids"
import { Citations } from "@foldcast/gateway/kept-answers/citations"
import type { VisitIndex } from "@foldcast/gateway/log/visit-index"
import type { VisitLogShape } from "@foldcast/gateway/log/visit-log"
import { storageLayer } from "@foldcast/gateway/log/visit-storage"
import { FreeSpace } from "@foldcast/gateway/log/free-space"
import { AccountDeletion } from "@foldcast/gateway/members/account-deletion"
import { Browsers } from "@foldcast/gateway/members/browsers"
import { SessionEnder } from "@foldcast/gateway/members/session-ender"
import { MemberPresence } from "@foldcast/gateway/members/member-presence"
import { MemberProfiles } from "@foldcast/gateway/members/member-profiles"
import { MemberSessions } from "@foldcast/gateway/members/member-sessions"
import { MemberMessages } from "@foldcast/gateway/members/member-messages"
import { MemberRefresh } from "@foldcast/gateway/members/member-refresh"
import { sweep } from "@foldcast/gateway/server/sweep"
import { Pipeline } from "@foldcast/gateway/pipeline"
import { RoomService } from "@foldcast/gateway/rooms/room-service"
import { AgeCheck } from "@foldcast/gateway/sessions/age-check"
import { SessionStore, type SessionStoreShape } from "@foldcast/gateway/sessions/session-store"
import { TokenChanges } from "@foldcast/gateway/sessions/token-changes"
import { GatewayTime } from "@foldcast/gateway/steady-clock"
import { AccountDeletions } from "@foldcast/gateway/store/account-deletions"
import { DeletedAccounts } from "@foldcast/gateway/store/deleted-accounts"
import { DurableStore } from "@foldcast/gateway/store/durable-store"
import { KeptAnswers } from "@foldcast/gateway/store/kept-answers"
import { Receipts } from "@foldcast/gateway/store/receipts"
import { StoredSessions } from "@foldcast/gateway/store/stored-sessions"
import { Attachments, type AttachedConnection as Attached } from "@foldcast/gateway/stream/attach"
import { Incoming } from "@foldcast/gateway/stream/incoming"
import { PerformerStatuses } from "@foldcast/gateway/stream/performer-statuses"
import { type AdmissionResult, StreamAdmission } from "@foldcast/gateway/stream/stream-admission"
import { GatewayMetrics } from "@foldcast/gateway/telemetry/metrics"
import { MemberApi } from "@foldcast/gateway/upstream/member-api"
import { MessengerApi } from "@foldcast/gateway/upstream/messenger-api"
import { MessageUploads } from "@foldcast/gateway/messages/message-uploads"
import { CallPresence } from "@foldcast/gateway/callers/call-presence"
import { Geo } from "@foldcast/gateway/upstream/geo"
import { MemberSockets } from "@foldcast/gateway/upstream/member-socket"
import { PerformerService } from "@foldcast/gateway/upstream/performer-service"
import { UpstreamKeys } from "@foldcast/gateway/upstream/upstream-keys"
import { CookieChanges } from "@foldcast/gateway/visits/cookie-changes"
import { restoreVisits } from "@foldcast/gateway/visits/restore"
import { VisitCreator } from "@foldcast/gateway/visits/visit-creator"
import { Visits } from "@foldcast/gateway/visits/registry"
import type { Wire } from "@foldcast/gateway/visits/wire"
import type { Agenda, Process } from "./agenda.ts"
import type { Disk } from "./disk.ts"
import { simulatedRuntime } from "./effect-runtime.ts"
import type { Connection } from "./network.ts"
import { BANK, type Upstream } from "./upstream.ts"

export const HOST = "simulated.example"
export const SIMULATED_HEARTBEAT_MS = 5_000
/** Small, so that a reader that has stopped reading reaches the limit. */
export const SIMULATED_QUEUE_BYTES = 6_000

/** Parts that replace those of production, to plant a bug. */
export interface Replaced {
  readonly wire: (wire: Wire) => Wire
  readonly log: (log: VisitLogShape) => VisitLogShape
  readonly sessions: (store: SessionStoreShape) => SessionStoreShape
}

export interface Asked {
  readonly header: (name: string) => string | undefined
  readonly address: string
}

export interface SimulatedAnswer {
  readonly admission: Admission
  readonly setCookie: string | null
}

export interface Gateway {
  readonly process: Process
  isListening: boolean
  readonly accept: (connection: Connection, url: URL, asked: Asked, opened: Opened) => void
  readonly command: (body: string, asked: Asked, answer: (answer: SimulatedAnswer) => void) => void
}

/** The upgrade's answer, with its cookie. */
type Opened = (setCookie: string | null) => void

const config = Result.getOrThrow(
  readConfig({
    MEMBER_API_URL: "http://upstream.invalid",
    DATA_DIR: "no-directory",
    PUBLIC_ORIGINS: `http://${HOST}`,
  }),
)

const decodeCommand = Schema.decodeUnknownSync(Schema.fromJsonString(CommandRequest))

const seededIds = (agenda: Agenda) => {
  const bytes = (count: number) =>
    Buffer.from(Array.from({ length: count }, () => agenda.random.whole(0, 255)))
  return Ids.of({
    eventId: (at) => uuidV7(at, bytes(10)) as EventId,
    visitId: () => `v${bytes(16).toString("base64url").slice(1)}` as VisitId,
    token: (bits) => bytes(Math.ceil(bits / 8)).toString("base64url"),
  })
}

export interface SimulatedWorld {
  readonly agenda: Agenda
  readonly disk: Disk
  readonly upstream: Upstream
  readonly replaced: Replaced
  /** Receives failures outside a request. */
  readonly failed: (what: string) => void
}

const rooms = ({ agenda, disk, upstream, replaced, failed }: SimulatedWorld, process: Process) => {
  const ground = Layer.mergeAll(
    Layer.succeed(Ids, seededIds(agenda)),
    GatewayMetrics.layer,
    UpstreamKeys.layer,
    Layer.succeed(
      Fatal,
      Fatal.of({
        guard: (effect) =>
          effect.pipe(
            Effect.asVoid,
            Effect.catch((error: FatalFailure) => Effect.sync(() => failed(error.message))),
            Effect.tapDefect((defect) => Effect.sync(() => failed(String(defect)))),
          ),
        hear: (exit) => {
          if (Exit.isFailure(exit)) failed(Cause.pretty(exit.cause))
        },
        attempt: (work) => {
          const exit = attempt(work)
          if (Exit.isFailure(exit)) failed(Cause.pretty(exit.cause))
        },
        ended: Effect.never,
      }),
    ),
    Layer.succeed(
      FreeSpace,
      FreeSpace.of({ level: () => "enough", freeBytes: () => Number.MAX_SAFE_INTEGER }),
    ),
    Layer.succeed(MemberApi, MemberApi.of(upstream.api(process))),
    Layer.succeed(MemberSockets, MemberSockets.of(upstream.sockets(process))),
    RateLimits.layer,
    CookieChanges.layer,
    GatewayTime.layer,
    // Nobody enters a room here.
    Layer.mock(RoomService, {
      isInRoom: () => false,
      restore: () => Effect.void,
      clientFactsStored: () => undefined,
    }),
    // Nor does anybody write a message, or pay by phone.
    Layer.succeed(
      MessengerApi,
      MessengerApi.of({ call: () => Effect.succeed({ _tag: "Unavailable" }) }),
    ),
    Layer.mock(MessageUploads, { forgetOld: Effect.void }),
    Layer.mock(CallPresence, { releaseAbsent: Effect.void }),
    Layer.mock(Geo, {}),
    Layer.mock(PerformerService, {}),
    Layer.succeed(LoadShedding, LoadShedding.of({ isShedding: () => false })),
  ).pipe(
    Layer.provideMerge(
      Layer.merge(Layer.succeed(GatewayConfig, config), simulatedRuntime(agenda, process, failed)),
    ),
  )
  const durable = Layer.mergeAll(
    Layer.unwrap(
      Effect.sync(() => {
        const { log, index } = disk.openVisits(process)
        return storageLayer({ log: replaced.log(log), index })
      }),
    ),
    Layer.effect(SessionStore, Effect.map(SessionStore, replaced.sessions)).pipe(
      Layer.provide(StoredSessions.layer),
    ),
    Receipts.layer,
    AccountDeletions.layer,
    // Nobody deletes an account here.
    Layer.mock(DeletedAccounts, { listed: [], has: () => false }),
    Layer.mock(KeptAnswers, { forgetBefore: () => Effect.succeed(0), bytes: () => 0 }),
  ).pipe(Layer.provide(Layer.sync(DurableStore, () => DurableStore.of(disk.openStore(process)))))
  const visits = Layer.mergeAll(VisitCreator.layer, Pipeline.layer).pipe(
    Layer.provideMerge(Visits.layer),
  )
  const members = Layer.mergeAll(MemberPresence.layer, AccountDeletion.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(MemberSessions.layer, MemberProfiles.layer)),
    Layer.provideMerge(
      Layer.mergeAll(SessionEnder.layer, MemberRefresh.layer, MemberMessages.layer),
    ),
    Layer.provideMerge(TokenChanges.layer),
  )
  const streams = Layer.mergeAll(
    Attachments.layer({
      heartbeatMs: SIMULATED_HEARTBEAT_MS,
      pongWithinMs: SIMULATED_HEARTBEAT_MS,
      maxQueuedBytes: SIMULATED_QUEUE_BYTES,
      resumeEvents: config.limits.resumeWindowEvents,
      resumeMs: config.limits.resumeWindowMs,
    }),
    Incoming.layer.pipe(
      Layer.provide(
        Layer.mergeAll(
          Layer.mock(PerformerStatuses, { clientFactsStored: () => Effect.void }),
          Layer.mock(Citations, { clientFactsStored: () => Effect.void }),
        ),
      ),
    ),
  )
  const commands = Admit.layer({
    provider: config.payment.provider,
    paymentHosts: { hosts: new Set([BANK]), allowHttp: true },
  }).pipe(
    Layer.provideMerge(Layer.mergeAll(LogInFlow.layer, NextToken.layer, AgeCheck.ownStatement)),
  )
  return Layer.mergeAll(StreamAdmission.layer, streams, commands).pipe(
    Layer.provideMerge(Browsers.layer),
    Layer.provideMerge(members),
    Layer.provideMerge(visits),
    Layer.provideMerge(Brands.layer),
    Layer.provideMerge(durable),
    Layer.provideMerge(ground),
  )
}

const wireOf = (connection: Connection, process: Process): Wire => ({
  transport: "websocket",
  isOpen: () => connection.takesFrames,
  send: (json) => {
    if (process.isRunning) connection.sendDown(json)
  },
  queuedBytes: () => connection.queuedBytes,
  drained: () => connection.drained(),
  end: (code) => {
    if (process.isRunning) connection.closeFromGateway(code, process)
  },
})

/** Serves a connection as gateway/stream/websocket.ts does, on simulated sockets. */
const serving = (world: SimulatedWorld, process: Process) =>
  Effect.gen(function* () {
    const admission = yield* StreamAdmission
    const attachments = yield* Attachments
    const incoming = yield* Incoming
    const admit = yield* Admit
    const browsers = yield* Browsers
    const brands = yield* Brands
    const fatal = yield* Fatal
    const context = yield* Effect.context<Fatal>()
    const run = (effect: Effect.Effect<unknown>) => void Effect.runForkWith(context)(effect)

    const serve = (
      connection: Connection,
      entrance: Extract<AdmissionResult, { _tag: "Open" }>,
    ) => {
      const early: Array<string> = []
      let attached: Attached | null = null
      let closed: number | null = null
      const receive = (to: Attached, text: string) => run(fatal.guard(incoming.receive(to, text)))
      const leave = (of: Attached, code: number) => run(fatal.guard(attachments.detach(of, code)))
      connection.gateway = {
        onMessage: (text) => {
          if (attached === null) early.push(text)
          else receive(attached, text)
        },
        onClose: (code) => {
          if (!process.isRunning) return
          closed = code
          entrance.leave()
          if (attached !== null) leave(attached, code)
        },
      }
      return Effect.gen(function* () {
        const wire = world.replaced.wire(wireOf(connection, process))
        const found = yield* attachments.attach(entrance.attaching, wire)
        if (found === null) return
        if (closed !== null) return leave(found, closed)
        attached = found
        for (const text of early.splice(0)) receive(found, text)
        yield* found.catchUp
      }).pipe(Effect.onError(() => Effect.sync(() => connection.cut())))
    }

    const accept: Gateway["accept"] = (connection, url, { header, address }, opened) =>
      run(
        fatal.guard(
          Effect.gen(function* () {
            const entrance = yield* admission.admit({
              transport: "websocket",
              url,
              header,
              address,
            })
            if (entrance._tag === "Refused") return connection.refuse()
            if (entrance._tag === "Declined") {
              opened(null)
              const bye: GatewayFrame = { k: "bye", ...entrance.bye }
              connection.sendDown(JSON.stringify(bye))
              return connection.closeFromGateway(bye.code, process)
            }
            opened(entrance.setCookie)
            yield* serve(connection, entrance)
          }),
        ),
      )

    const command: Gateway["command"] = (body, { header, address }, answer) =>
      run(
        fatal.guard(
          Effect.gen(function* () {
            const known = yield* browsers.identify(header)
            if (known === null) {
              const admission: Admission = { _tag: "NotAdmitted", kind: "unauthenticated" }
              return answer({ admission, setCookie: null })
            }
            const admission = yield* admit.admit(decodeCommand(body), {
              session: known.session,
              proof: known.proof,
              brand: brands.of(header("host")),
              origin: `http://${HOST}`,
              clientAddress: address,
              userAgent: "",
              hasConsented: false,
            })
            const cookie = admission._tag === "Admitted" ? admission.cookie : null
            answer({ admission, setCookie: cookie === null ? null : browsers.setCookie(cookie) })
          }).pipe(
            Effect.catchTag("SessionsUnavailable", () =>
              Effect.sync(() =>
                answer({
                  admission: { _tag: "NotAdmitted", kind: "unavailable" },
                  setCookie: null,
                }),
              ),
            ),
          ),
        ),
      )

    yield* restoreVisits(config.limits.resumeWindowMs)
    world.upstream.servedBy(run)
    run(
      Effect.provide(
        sweep({
          resumeWindowMs: config.limits.resumeWindowMs,
          heartbeatMs: SIMULATED_HEARTBEAT_MS,
          retentionDays: config.retentionDays,
          maxQueuedBytesInAll: config.limits.maxQueuedBytesInAll,
        }),
        yield* Effect.context<
          | CallPresence
          | VisitIndex
          | Fatal
          | GatewayTime
          | KeptAnswers
          | MemberPresence
          | MessageUploads
          | Receipts
          | SessionStore
          | Visits
        >(),
      ),
    )
    return { accept, command }
  })

/** Starts gradually; until it is ready, connections are refused. */
export const startSimulatedGateway = (world: SimulatedWorld): Gateway => {
  const process: Process = { isRunning: true }
  const unready = () => {
    throw new Error("the gateway does not listen yet")
  }
  const gateway = { process, isListening: false, accept: unready, command: unready } as {
    -readonly [Key in keyof Gateway]: Gateway[Key]
  }
  const scope = Effect.runSync(Scope.make())
  const started = Layer.build(rooms(world, process)).pipe(
    Effect.flatMap((services) => Effect.provide(serving(world, process), services)),
    Scope.provide(scope),
    Effect.provide(simulatedRuntime(world.agenda, process, world.failed)),
  )
  Effect.runFork(started).addObserver((exit) => {
    if (Exit.isFailure(exit)) return world.failed(String(exit.cause))
    gateway.accept = exit.value.accept
    gateway.command = exit.value.command
    gateway.isListening = true
  })
  return gateway
}
