/**
 * What the gateway asks of the chat service for a visit: to enter, to pay, to leave, to act, to see; and what went
 * wrong. None of it is ever repeated by itself. The member's token goes where a session begins, a session's own word
 * everywhere else.
 */
import { createHmac } from "node:crypto"
import { Effect, Redacted } from "effect"
import type { ActionRequest, PaidMode } from "@foldcast/contracts/upstream/chat-service"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { GatewayConfig } from "../config.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { deriveKeys } from "../sessions/seal.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { PerformerService } from "../upstream/performer-service.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { RoomSession } from "./room-sessions.ts"

/** Who is behind what is asked. */
export interface RoomVisitor {
  readonly visit: LiveVisit
  readonly member: SessionMember | null
  /** The browser's address. */
  readonly address: string
}

export type Departure = "leaves" | "switches" | "unloads"

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
export type ChatAction = DistributiveOmit<ActionRequest, "auth">

/** Milliseconds between two reports: what comes of a service that is confused is no flood. */
const REPORT_EVERY_MS = 5_000

const CALL_OF = {
  leaves: "POST /chat/leave",
  unloads: "POST /chat/leave",
  switches: "PUT /chat/leave",
} as const

export const makeChatCalls = Effect.gen(function* () {
  const { sessionSecrets } = yield* GatewayConfig
  const service = yield* PerformerService
  const api = yield* MemberApi
  const [{ key }] = deriveKeys(sessionSecrets, "chat viewer")
  let reportedAt = Number.NEGATIVE_INFINITY

  /** Stands for the browser there, and says nothing of it. */
  const viewerOf = (owner: OwnerId) => createHmac("sha256", key).update(owner).digest("base64url")

  const traitsOf = ({ locale, noNude }: LiveVisit) => ({ lang: locale, noNude })

  /** By the session's own word. */
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

  return {
    setLobby: (
      { visit, member, address }: RoomVisitor,
      room: {
        readonly performerId: string
        readonly connection: string
        readonly nickname: string | null
      },
    ) =>
      service.call({
        ...traitsOf(visit),
        call: "PUT /chat/set-lobby",
        clientAddress: address,
        ...(member !== null && { token: member.token }),
        body: {
          lobby: room.performerId,
          connection: room.connection,
          viewer: viewerOf(visit.owner),
          ...(room.nickname !== null && { nickname: room.nickname }),
        },
      }),
    join: (
      { visit, address }: RoomVisitor,
      token: Redacted.Redacted,
      room: {
        readonly performerId: string
        readonly mode: PaidMode
        /** The session that is taken up again; null where one begins. */
        readonly sessionId: string | null
      },
    ) =>
      api.call({
        ...traitsOf(visit),
        call: "POST /chat/join",
        token,
        clientAddress: address,
        body: {
          performerId: room.performerId,
          mode: room.mode,
          ...(room.sessionId !== null && { session: room.sessionId }),
        },
      }),
    leave: ({ visit, auth }: Pick<RoomSession, "visit" | "auth">, how: Departure, reason: string) =>
      service.call({
        ...traitsOf(visit),
        call: CALL_OF[how],
        isBeacon: how === "unloads",
        body: { auth: Redacted.value(auth), reason },
      }),
    act: (session: RoomSession, act: ChatAction) =>
      service.call(bySession(session, "POST /chat/action", act)),
    /** What the media engine is shown for the room's picture. */
    watch: (session: RoomSession) => service.call(bySession(session, "POST /chat/watch")),
    /** And for the viewer's own camera. */
    camBack: (session: RoomSession) => service.call(bySession(session, "POST /chat/cam-back")),
    /** What went wrong for one viewer. */
    reportOf: (session: RoomSession, error: string) =>
      service.call(bySession(session, "POST /chat/error", { error })),
    /** What could not be made sense of; now and then, however often it happens. */
    report: (error: string) =>
      Effect.gen(function* () {
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
      }),
  }
})
export type ChatCalls = Effect.Success<typeof makeChatCalls>
