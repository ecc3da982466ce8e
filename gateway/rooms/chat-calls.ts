/**
 * What the gateway asks of the chat service for a visit: to enter, to pay, to leave, to act, to see; and what went
 * wrong. None of it is ever repeated by itself. The member's token goes where a session begins, a session's own
 * token everywhere else.
 */
import { Effect, Redacted } from "effect"
import type { ActionRequest, PaidMode } from "@foldcast/contracts/upstream/chat-service"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import type { OwnerId } from "../log/visit-header.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import type { SessionCall, SessionMember } from "../sessions/session-store.ts"
import { MemberApi, type MemberApiShape } from "../upstream/member-api.ts"
import { PerformerService, type PerformerServiceShape } from "../upstream/performer-service.ts"
import { makeViewerName } from "./viewer-name.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { RoomSession } from "./room-sessions.ts"

/** Who is behind what is asked. */
export interface RoomVisitor {
  readonly visit: LiveVisit
  readonly member: SessionMember | null
  /** Of a guest who pays by a phone call. */
  readonly call: SessionCall | null
  /** The browser's address. */
  readonly address: string
}

export type Departure = "leaves" | "switches" | "unloads"

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
export type ChatAction = DistributiveOmit<ActionRequest, "auth">

/** Least milliseconds between two reports, so that a confused service is not flooded. */
const REPORT_EVERY_MS = 5_000

const CALL_OF = {
  leaves: "POST /chat/leave",
  unloads: "POST /chat/leave",
  switches: "PUT /chat/leave",
} as const

interface ChatCallDeps {
  readonly service: PerformerServiceShape
  readonly api: MemberApiShape
  /** Stands for the browser at the service, and says nothing of it. */
  readonly viewerOf: (owner: OwnerId) => string
}

const traitsOf = ({ locale, noNude }: LiveVisit) => ({ lang: locale, noNude })

/** A call that the session's own token opens. */
const bySession = <Call extends string>(
  { visit, auth, address }: RoomSession,
  call: Call,
  more: object = {},
) => ({
  ...traitsOf(visit),
  call,
  clientAddress: address,
  body: { auth: Redacted.value(auth), ...more },
})

interface LobbyEntry {
  readonly performerId: string
  readonly connection: string
  readonly nickname: string | null
}

const setLobby = (
  { service, viewerOf }: ChatCallDeps,
  { visit, member, address }: RoomVisitor,
  { performerId, connection, nickname }: LobbyEntry,
) =>
  service.call({
    ...traitsOf(visit),
    call: "PUT /chat/set-lobby",
    clientAddress: address,
    ...(member !== null && { token: member.token }),
    body: {
      lobby: performerId,
      connection,
      viewer: viewerOf(visit.owner),
      ...(nickname !== null && { nickname }),
    },
  })

interface PaidRoom {
  readonly performerId: string
  readonly mode: PaidMode
  /** The session that is taken up again; null where one begins. */
  readonly sessionId: string | null
}

const join = (
  { api }: ChatCallDeps,
  { visit, address }: RoomVisitor,
  token: Redacted.Redacted,
  { performerId, mode, sessionId }: PaidRoom,
) =>
  api.call({
    ...traitsOf(visit),
    call: "POST /chat/join",
    token,
    clientAddress: address,
    body: { performerId, mode, ...(sessionId !== null && { session: sessionId }) },
  })

const leave = (
  { service }: ChatCallDeps,
  { visit, auth }: Pick<RoomSession, "visit" | "auth">,
  how: Departure,
  reason: string,
) =>
  service.call({
    ...traitsOf(visit),
    call: CALL_OF[how],
    isBeacon: how === "unloads",
    body: { auth: Redacted.value(auth), reason },
  })

/** Reports a frame that made no sense, at most once per REPORT_EVERY_MS. */
const makeReport = ({ service }: ChatCallDeps) => {
  let reportedAt = Number.NEGATIVE_INFINITY
  return Effect.fnUntraced(function* (error: string) {
    const now = yield* monotonicMillis
    if (now - reportedAt < REPORT_EVERY_MS) return
    reportedAt = now
    yield* Effect.logWarning("the chat service said something of a room", { error })
    yield* service.call({
      call: "POST /chat/error",
      lang: DEFAULT_LOCALE,
      noNude: false,
      body: { error },
    })
  })
}

export const makeChatCalls = Effect.gen(function* () {
  const service = yield* PerformerService
  const deps: ChatCallDeps = {
    service,
    api: yield* MemberApi,
    viewerOf: yield* makeViewerName,
  }
  return {
    setLobby: (visitor: RoomVisitor, entry: LobbyEntry) => setLobby(deps, visitor, entry),
    join: (visitor: RoomVisitor, token: Redacted.Redacted, room: PaidRoom) =>
      join(deps, visitor, token, room),
    leave: (session: Pick<RoomSession, "visit" | "auth">, how: Departure, reason: string) =>
      leave(deps, session, how, reason),
    act: (session: RoomSession, act: ChatAction) =>
      service.call(bySession(session, "POST /chat/action", act)),
    /** What the media engine is shown for the room's picture. */
    watch: (session: RoomSession) => service.call(bySession(session, "POST /chat/watch")),
    /** What it is shown for the viewer's own camera. */
    camBack: (session: RoomSession) => service.call(bySession(session, "POST /chat/cam-back")),
    /** What went wrong for one viewer. */
    reportOf: (session: RoomSession, error: string) =>
      service.call(bySession(session, "POST /chat/error", { error })),
    report: makeReport(deps),
  }
})
export type ChatCalls = Effect.Success<typeof makeChatCalls>
