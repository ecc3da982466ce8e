/**
 * The gateway's own path: decode, normalise, envelope, fan-out, position, durable append, deliver. Its services are
 * the product's, including the log in SQLite; calls to the member API are left out, and the member socket is a ws
 * connection, as in the other relays.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Effect, Layer, ManagedRuntime, Redacted, Result } from "effect"
import { WebSocket } from "ws"
import type { MemberId, TabId } from "@foldcast/contracts/ids"
import { CallPresence } from "@foldcast/gateway/callers/call-presence"
import { GatewayConfig, readConfig } from "@foldcast/gateway/config"
import { Fatal } from "@foldcast/gateway/fatal"
import { Ids } from "@foldcast/gateway/ids"
import { Citations } from "@foldcast/gateway/kept-answers/citations"
import { TERMS } from "@foldcast/gateway/log/visit-log.fixtures"
import { FreeSpace } from "@foldcast/gateway/log/free-space"
import { SqliteVisitStorage } from "@foldcast/gateway/log/sqlite/sqlite-storage"
import { Pipeline } from "@foldcast/gateway/pipeline"
import { writersOf } from "@foldcast/gateway/rooms/writers"
import { RoomService } from "@foldcast/gateway/rooms/room-service"
import { CookieChanges } from "@foldcast/gateway/visits/cookie-changes"
import { TokenChanges } from "@foldcast/gateway/sessions/token-changes"
import { type SessionMember, SessionStore } from "@foldcast/gateway/sessions/session-store"
import { DurableStore, memoryStore } from "@foldcast/gateway/store/durable-store"
import { StoredSessions } from "@foldcast/gateway/store/stored-sessions"
import { Attachments } from "@foldcast/gateway/stream/attach"
import { RateLimits } from "@foldcast/gateway/http/rate-limits"
import { Incoming } from "@foldcast/gateway/stream/incoming"
import { PerformerStatuses } from "@foldcast/gateway/stream/performer-statuses"
import { WebSockets } from "@foldcast/gateway/stream/websocket"
import { GatewayMetrics } from "@foldcast/gateway/telemetry/metrics"
import type { MemberFrame } from "@foldcast/gateway/upstream/frame"
import { VisitCreator } from "@foldcast/gateway/visits/visit-creator"
import { SessionEnder } from "@foldcast/gateway/members/session-ender"
import { MemberProfiles } from "@foldcast/gateway/members/member-profiles"
import { MemberPresence } from "@foldcast/gateway/members/member-presence"
import { type LiveVisit, Visits } from "@foldcast/gateway/visits/registry"
import { benchRoomOf, visitOf } from "./visit-of.ts"
import type { UpstreamUrl } from "./relay.ts"
import type { UpstreamFrame } from "./upstream-frames.ts"

/** Every browser is a different member. */
const memberOf = (visit: string): SessionMember => ({
  memberId: `member-${visit}` as MemberId,
  username: `member-${visit}`,
  verified: true,
  token: Redacted.make(""),
  tokenExpiresAt: Number.MAX_SAFE_INTEGER,
})

const TRAITS = {
  locale: "nl",
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
} as const

const visitOfMember = (member: MemberId): string => member.slice("member-".length)

const ROOM = { performerId: "p_1", session: null } as const

/** A member's arrival opens the upstream connection, as the member socket does. */
const presence = (upstream: UpstreamUrl, viewers: number | null) =>
  Layer.effect(
    MemberPresence,
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const rooms = new Map<number, Array<LiveVisit>>()
      const roomFor = (visit: LiveVisit, name: string): ReadonlyArray<LiveVisit> | null => {
        if (viewers === null) return null
        const number = benchRoomOf(name, viewers)
        const room = rooms.get(number) ?? []
        room.push(visit)
        rooms.set(number, room)
        return room
      }
      return MemberPresence.of({
        arrived: (visit, { memberId: member }) =>
          Effect.sync(() => {
            const room = roomFor(visit, visitOfMember(member))
            const about = { visit: null, owner: null, member }
            const source = new WebSocket(upstream(visitOfMember(member)), {
              perMessageDeflate: false,
            })
            source.on("message", (data: Buffer) => {
              const { event, payload } = JSON.parse(data.toString("utf8")) as UpstreamFrame
              const frame: MemberFrame = { source: "member-socket", call: event, payload, about }
              if (room === null) return pipeline.memberFrame(frame)
              const read = pipeline.decodeChatFrame({ source: "chat-socket", call: event, payload })
              if (read === null) return
              const writers = writersOf(read, [])
              pipeline.roomFrame(read, { room: ROOM, visits: room, writers, author: null })
            })
          }),
        lostMessage: () => Effect.void,
        countUnread: () => Effect.void,
        tokenChanged: () => Effect.void,
        maintain: Effect.void,
      })
    }),
  )

const noMemberApi = Layer.succeed(
  MemberProfiles,
  MemberProfiles.of({
    ask: () => Effect.succeed({ _tag: "Unavailable" }),
    baseline: () => Effect.succeed({ _tag: "Told", facts: [], isComplete: true }),
    reload: () => Effect.void,
    catchUpLogIn: () => Effect.void,
    complete: () => Effect.void,
  }),
)

const noSignals = Layer.succeed(
  PerformerStatuses,
  PerformerStatuses.of({ clientFactsStored: () => Effect.void }),
)

const hasRoom = Layer.succeed(
  FreeSpace,
  FreeSpace.of({ level: () => "enough", freeBytes: () => 0 }),
)

const noRooms = Layer.mock(RoomService, {
  isInRoom: () => false,
  restore: () => Effect.void,
  clientFactsStored: () => undefined,
})

/** Nor does anybody pay by phone. */
const noCalls = Layer.mock(CallPresence, {})

const noCitations = Layer.succeed(Citations, Citations.of({ clientFactsStored: () => Effect.void }))

let kept: string | null = null

/** Bytes of the log's files, including the part still in its journal. */
export const keptBytes = (): number =>
  kept === null
    ? 0
    : readdirSync(kept).reduce((sum, file) => sum + statSync(join(kept ?? "", file)).size, 0)

const startFor = async (upstream: UpstreamUrl, viewers: number | null) => {
  const directory = mkdtempSync(join(tmpdir(), "foldcast-bench-"))
  kept = directory
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }))

  const config = Result.getOrThrow(readConfig({ DATA_DIR: directory }))
  const { heartbeatMs, pongWithinMs, maxQueuedBytes, resumeWindowEvents, resumeWindowMs } =
    config.limits
  const limits = {
    heartbeatMs,
    pongWithinMs,
    maxQueuedBytes,
    resumeEvents: resumeWindowEvents,
    resumeMs: resumeWindowMs,
  }
  const ground = Layer.mergeAll(
    Ids.layer,
    GatewayMetrics.layer,
    Fatal.layer,
    Layer.succeed(GatewayConfig, config),
  )
  const stores = Layer.mergeAll(
    Visits.layer,
    StoredSessions.layer.pipe(Layer.provide(Layer.sync(DurableStore, () => memoryStore()))),
    SqliteVisitStorage.layer({ file: join(directory, "visits.db"), terms: TERMS }),
  )
  const runtime = ManagedRuntime.make(
    WebSockets.layer.pipe(
      Layer.provide(Layer.mergeAll(Attachments.layer(limits), Incoming.layer)),
      Layer.provide(Layer.mergeAll(noSignals, noCitations, noRooms, noCalls)),
      Layer.provide(Layer.mergeAll(RateLimits.layer, CookieChanges.layer, hasRoom)),
      Layer.provide(Layer.mergeAll(presence(upstream, viewers), noMemberApi, SessionEnder.layer)),
      Layer.provide(TokenChanges.layer),
      Layer.provide(Layer.mergeAll(VisitCreator.layer, Pipeline.layer)),
      Layer.provideMerge(stores),
      Layer.provide(ground),
    ),
  )
  await runtime.context()

  const server = createServer()
  server.on("upgrade", (request, socket, head) => {
    const visit = visitOf(request)
    runtime.runFork(
      Effect.gen(function* () {
        const sessions = yield* SessionStore
        const sockets = yield* WebSockets
        const now = yield* Clock.currentTimeMillis
        const member = memberOf(visit)
        const { session } = yield* sessions.open(now)
        const proof = yield* sessions.logIn(session.owner, member, now)
        const attaching = {
          owner: session.owner,
          proof,
          key: null,
          member,
          call: null,
          tab: `tab-${visit}` as TabId,
          address: visit,
          rateKey: visit,
          request: { _tag: "New" },
          ageChecked: false,
          mayBegin: true,
          traits: TRAITS,
        } as const
        yield* sockets.upgrade({ request, socket, head, attaching, setCookie: null })
      }),
    )
  })
  return server
}

export const start = (upstream: UpstreamUrl) => startFor(upstream, null)
export const startRoom = (upstream: UpstreamUrl, viewers: number) => startFor(upstream, viewers)
