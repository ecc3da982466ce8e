/**
 * Entering a room for a visit: free over its performer's lobby connection, paid over one of its own. The service is
 * asked, the session added, and the visit told, with nothing of the room before that.
 *
 * Invariant: the room before is left where this one is entered; what was left without that stands in `NotEntered`.
 */
import { Effect, Redacted } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import type { PaidMode, SetLobbyAnswer } from "@foldcast/contracts/upstream/chat-service"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { lobbyEntered, paidRoomEntered } from "../normalise/room-answers.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import type { CallFailure } from "../upstream/frame.ts"
import { factsFrom, type SourcedFact } from "../visits/placement.ts"
import type { RoomVisitor } from "./chat-calls.ts"
import type { JoiningConnection } from "./lobby-connections.ts"
import type { RoomDeps } from "./room-deps.ts"
import { leaveForSwitch } from "./room-exit.ts"
import { fromGateway, leftForOther, roomLeft } from "./room-facts.ts"
import type { FreeSession, PaidSession } from "./room-sessions.ts"
import { inBackground, tellVisit } from "./tell-visit.ts"
import { writersNamed } from "./writers.ts"

export interface NotEntered {
  readonly _tag: "NotEntered"
  /** Null where the service was not asked. */
  readonly failure: CallFailure | null
  /** What is told of the room that was left for it. */
  readonly facts: ReadonlyArray<SourcedFact>
}
export type EntryResult = { readonly _tag: "Entered" } | NotEntered

const ENTERED: EntryResult = { _tag: "Entered" }

const notEntered = (
  failure: CallFailure | null,
  facts: ReadonlyArray<SourcedFact> = [],
): EntryResult => ({ _tag: "NotEntered", failure, facts })

/** No answer, or one that may be another one a moment later. */
export const isTransient = (result: EntryResult): boolean =>
  result._tag === "NotEntered" && result.failure?._tag !== "Refused"

/** The connection had gone before the service was asked, or before it answered. */
export const hasNoConnection = (result: EntryResult): boolean =>
  result._tag === "NotEntered" && result.failure === null

interface Told {
  readonly cause: CommandId | null
  /** Told with what was entered. */
  readonly also?: ReadonlyArray<Event>
}

export interface FreeEntry {
  readonly performerId: string
  /** What they were called there before; null where nothing is known. */
  readonly nickname: string | null
}

export interface PaidEntry {
  readonly performerId: string
  readonly mode: PaidMode
  /** The session that is taken up again; null where one begins. */
  readonly sessionId: string | null
  /** Whether its page says when the picture moves. */
  readonly reportsVisibility: boolean
}

/** The answer, with what all who watch were told while it was on its way. */
const withUpdates = (body: SetLobbyAnswer, { updates }: JoiningConnection): SetLobbyAnswer => {
  const { room } = body
  const hasVideo = updates.hasVideo ?? room.hasVideo
  const hasSound = updates.hasSound ?? room.hasSound
  return {
    ...body,
    room: {
      ...room,
      mode: updates.mode ?? room.mode,
      ...(hasVideo !== undefined && { hasVideo }),
      ...(hasSound !== undefined && { hasSound }),
    },
  }
}

const freeSession = (
  { visit, member, address }: RoomVisitor,
  performerId: string,
  { session, auth, nickname, freeSecondsLeft }: SetLobbyAnswer,
  now: number,
): FreeSession => ({
  visit,
  performerId,
  mode: "free",
  sessionId: session,
  auth: Redacted.make(auth),
  nickname,
  freeTime:
    freeSecondsLeft === undefined
      ? null
      : { secondsLeft: freeSecondsLeft, at: now, isRunning: true },
  member: member?.memberId ?? null,
  address,
})

const enterLobby = Effect.fnUntraced(function* (
  deps: RoomDeps,
  visitor: RoomVisitor,
  { performerId, nickname }: FreeEntry,
  { cause, also = [] }: Told,
  joining: JoiningConnection,
) {
  const { sessions, calls } = deps
  const { visit } = visitor
  const older = sessions.of(visit)
  const paid = older === undefined || older.mode === "free" ? undefined : older
  if (paid !== undefined) {
    // Two sessions of one member in a room are two tabs to the service, which ends the older.
    sessions.remove(paid)
    yield* leaveForSwitch(deps, paid)
  }
  const leftPaid = paid === undefined ? [] : fromGateway(roomLeft(paid.performerId, "switched"))
  const { connection } = joining
  const outcome = yield* calls.setLobby(visitor, { performerId, connection, nickname })
  if (outcome._tag !== "Answered") return notEntered(outcome, leftPaid)
  // The session went with the connection that it was entered over.
  if (!joining.isCurrent()) return notEntered(null, leftPaid)
  const body = withUpdates(outcome.body, joining)
  const session = freeSession(visitor, performerId, body, yield* monotonicMillis)
  const facts = [
    ...leftForOther(older, performerId),
    ...factsFrom("performer-service", lobbyEntered(performerId, body)),
    ...fromGateway(...also),
  ]
  yield* tellVisit(deps, visit, facts, cause, {
    before: () => sessions.add(session),
    after: joining.flushHeldFrames,
    writers: writersNamed(body.room.members, body.room.accounts, sessions.viewersOf(performerId)),
  })
  if (older !== undefined && paid === undefined) {
    yield* inBackground(deps, leaveForSwitch(deps, older))
  }
  return ENTERED
})

export const enterFreeRoom = (
  deps: RoomDeps,
  visitor: RoomVisitor,
  entry: FreeEntry,
  told: Told,
): Effect.Effect<EntryResult, LogUnavailable> =>
  deps.lobbies.join(entry.performerId, (joining) =>
    joining === null
      ? Effect.succeed(notEntered(null))
      : enterLobby(deps, visitor, entry, told, joining),
  )

export const enterPaidRoom = Effect.fnUntraced(function* (
  deps: RoomDeps,
  visitor: RoomVisitor,
  entry: PaidEntry,
  { cause, also = [] }: Told,
): Effect.fn.Return<EntryResult, LogUnavailable> {
  const { sessions, calls } = deps
  const { visit, member, call, address } = visitor
  const { performerId, mode } = entry
  const token = (member ?? call)?.token
  if (token === undefined) return notEntered(null)
  const outcome = yield* calls.join(visitor, token, entry)
  if (outcome._tag !== "Answered") return notEntered(outcome)
  const { body } = outcome
  const auth = Redacted.make(body.token)
  const older = sessions.of(visit)
  if (older !== undefined) {
    // The service takes two sessions of one member in a room for two tabs, and ends the older.
    sessions.remove(older)
    yield* leaveForSwitch(deps, older)
  }
  const connection = yield* deps.paid.open(auth)
  if (connection === null) {
    yield* inBackground(deps, calls.leave({ visit, auth }, "leaves", "lost"))
    const reason = older?.performerId === performerId ? "lost" : "switched"
    const facts = older === undefined ? [] : fromGateway(roomLeft(older.performerId, reason))
    return notEntered(null, facts)
  }
  deps.visibility.sessionOpened(visit, connection, {
    isResumed: entry.sessionId !== null,
    isReported: entry.reportsVisibility,
  })
  const session: PaidSession = {
    visit,
    performerId,
    mode,
    sessionId: body.session,
    auth,
    nickname: body.nickname,
    creditsPerMinute: body.creditsPerMinute,
    connection,
    member: member?.memberId ?? null,
    call: member === null ? (call?.session ?? null) : null,
    address,
  }
  const facts = [
    ...leftForOther(older, performerId),
    ...factsFrom("member-api", paidRoomEntered(performerId, mode, body)),
    ...fromGateway(...also),
  ]
  yield* tellVisit(deps, visit, facts, cause, {
    before: () => sessions.add(session),
    after: () => connection.flushHeldFrames(session),
  })
  return ENTERED
})
