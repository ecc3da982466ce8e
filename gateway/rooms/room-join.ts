/** JoinRoom: lets a visit in, or says why it is not; joining what is joined already tells it again. */
import { Effect } from "effect"
import { PICTURE_NOT_SHOWN } from "@foldcast/contracts/chat-rules"
import type { CommandId } from "@foldcast/contracts/ids"
import type { JoinMode } from "@foldcast/contracts/stream/room"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { labelOfChange, refusalOf, UNAVAILABLE } from "../normalise/call-failure.ts"
import { joinRefused } from "../normalise/room-answers.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { factsFrom } from "../visits/placement.ts"
import type { RoomVisitor } from "./chat-calls.ts"
import type { RoomDeps } from "./room-deps.ts"
import { enterFreeRoom, enterPaidRoom, type NotEntered } from "./room-entry.ts"
import { leaveOtherRoom } from "./room-exit.ts"
import { fromGateway, joinedAgain } from "./room-facts.ts"
import type { RoomSession, RoomSessions } from "./room-sessions.ts"
import { tellVisit } from "./tell-visit.ts"

export interface RoomJoinRequest {
  readonly performerId: string
  readonly mode: JoinMode
  /** As the command says it: `undefined` where the page says nothing of its picture. */
  readonly showsPicture?: boolean | undefined
}

export interface JoinResult {
  /** Whether the service refused the member's token. */
  readonly tokenRefused: boolean
}

const TOKEN_STANDS: JoinResult = { tokenRefused: false }

const isSamePerson = (session: RoomSession, { member, call }: RoomVisitor): boolean =>
  session.member === (member?.memberId ?? null) &&
  (session.mode === "free" || session.call === (call?.session ?? null))

/** What this visitor was called there before: who comes back from private or VIP keeps the name. */
const nicknameIn = (
  sessions: RoomSessions,
  visitor: RoomVisitor,
  performerId: string,
): string | null => {
  const session = sessions.of(visitor.visit) ?? sessions.previousOf(visitor.visit)
  return session?.performerId === performerId && isSamePerson(session, visitor)
    ? session.nickname
    : null
}

/** Why what is paid for is refused to a page that says it can show no picture; null where it can, or says nothing. */
export const noPictureLabel = (showsPicture: boolean | undefined): string | null =>
  showsPicture === false ? PICTURE_NOT_SHOWN : null

/** Why the service need not be asked; null where it is. */
const refusedLabel = ({ mode, showsPicture }: RoomJoinRequest, { member, call }: RoomVisitor) => {
  if (mode === "free") return null
  // A call pays for private chat alone.
  if (member === null && (call === null || mode === "vip")) return "membersOnly"
  return noPictureLabel(showsPicture)
}

const enter = (
  deps: RoomDeps,
  visitor: RoomVisitor,
  { performerId, mode, showsPicture }: RoomJoinRequest,
  cause: CommandId,
) => {
  if (mode === "free") {
    const nickname = nicknameIn(deps.sessions, visitor, performerId)
    return enterFreeRoom(deps, visitor, { performerId, nickname }, { cause })
  }
  const reportsVisibility = showsPicture === true
  return enterPaidRoom(
    deps,
    visitor,
    { performerId, mode, sessionId: null, reportsVisibility },
    { cause },
  )
}

const refusedBy = ({ performerId, mode }: RoomJoinRequest, failure: NotEntered["failure"]) => {
  if (failure === null) {
    return fromGateway(joinRefused(performerId, mode, { label: UNAVAILABLE }))
  }
  const refusal = joinRefused(performerId, mode, refusalOf(failure, labelOfChange(failure)))
  return factsFrom(mode === "free" ? "performer-service" : "member-api", [refusal])
}

export const joinRoom = Effect.fnUntraced(function* (
  deps: RoomDeps,
  visitor: RoomVisitor,
  request: RoomJoinRequest,
  cause: CommandId,
) {
  const { visit } = visitor
  const { performerId, mode } = request
  const current = deps.sessions.inRoom(visit, performerId)
  if (current !== undefined && current.mode === mode && isSamePerson(current, visitor)) {
    const facts = fromGateway(...joinedAgain(current, yield* monotonicMillis))
    yield* tellVisit(deps, visit, facts, cause)
    return TOKEN_STANDS
  }
  const label = refusedLabel(request, visitor)
  if (label !== null) {
    const left = yield* leaveOtherRoom(deps, visit, performerId)
    const refusal = fromGateway(joinRefused(performerId, mode, { label }))
    yield* tellVisit(deps, visit, [...left, ...refusal], cause)
    return TOKEN_STANDS
  }
  const result = yield* enter(deps, visitor, request, cause)
  if (result._tag === "Entered") return TOKEN_STANDS
  const { failure, facts } = result
  const left = yield* leaveOtherRoom(deps, visit, performerId)
  yield* tellVisit(deps, visit, [...facts, ...left, ...refusedBy(request, failure)], cause)
  return { tokenRefused: failure !== null && isTokenRefused(failure) }
})
