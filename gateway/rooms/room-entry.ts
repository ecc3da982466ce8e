/**
 * Entering a room for a visit: free over its performer's lobby connection, paid over one of its own. The service is
 * asked, the seat taken, and the visit told, with nothing of the room before that.
 *
 * Invariant: the room before is left where this one is entered; what was left without that stands in `NotEntered`.
 */
import { Effect, Redacted } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { monotonicMillis } from "@foldcast/rules/monotonic-time"
import type { LogUnavailable } from "../log/event-log.ts"
import type { Writers } from "../log/writer.ts"
import { lobbyEntered, paidRoomEntered } from "../normalise/room-answers.ts"
import type { CallFailure } from "../upstream/frame.ts"
import { factsFrom, type SourcedFact } from "../visits/envelopes.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { ChatCalls, RoomVisitor } from "./chat-calls.ts"
import type { LobbyConnections } from "./lobby-connections.ts"
import type { PaidConnection, PaidConnections } from "./paid-connections.ts"
import type { PictureVisibility } from "./picture-visibility.ts"
import { fromGateway, roomLeft, leftForOther } from "./room-facts.ts"
import type { RoomSession, RoomSessions } from "./room-sessions.ts"
import { writersNamed } from "./writers.ts"

export interface NotEntered {
  readonly _tag: "NotEntered"
  /** Null where the service was not asked. */
  readonly failure: CallFailure | null
  /** What is told of the room that was left for it. */
  readonly facts: ReadonlyArray<SourcedFact>
}
export type EntryResult = { readonly _tag: "Entered" } | NotEntered

const notEntered = (
  failure: CallFailure | null,
  facts: ReadonlyArray<SourcedFact> = [],
): EntryResult => ({ _tag: "NotEntered", failure, facts })

/** No answer, or one that may be another one a moment later. */
export const isTransient = (entering: EntryResult) =>
  entering._tag === "NotEntered" && entering.failure?._tag !== "Refused"

/** The connection had gone before the service was asked, or before it answered. */
export const hasNoConnection = (entering: EntryResult) =>
  entering._tag === "NotEntered" && entering.failure === null

/** What entering needs of whoever keeps the rooms. */
export interface RoomEntryDeps {
  readonly seats: RoomSessions
  readonly calls: ChatCalls
  readonly lobbyLines: LobbyConnections
  readonly paidLines: PaidConnections
  readonly lines: WeakMap<RoomSession, PaidConnection>
  readonly sights: PictureVisibility
  readonly tell: TellVisit
  /** The seat is given up for another one: there it is left, and what it cost is told. */
  readonly goOn: (seat: RoomSession) => Effect.Effect<void>
  readonly inBackground: (effect: Effect.Effect<unknown, LogUnavailable>) => Effect.Effect<void>
}

/** Told to this visit alone. What happens before and after is not come in between by any frame. */
export type TellVisit = (
  visit: LiveVisit,
  facts: ReadonlyArray<SourcedFact>,
  cause: CommandId | null,
  around?: {
    readonly before?: () => void
    readonly after?: () => void
    /** Whose accounts are behind the names in these facts. */
    readonly writers?: Writers
  },
) => Effect.Effect<void, LogUnavailable>

export const makeRoomEntry = ({
  seats,
  calls,
  lobbyLines,
  paidLines,
  lines,
  sights,
  tell,
  goOn,
  inBackground,
}: RoomEntryDeps) => {
  const enterFree = (
    visitor: RoomVisitor,
    { performerId, nickname }: { readonly performerId: string; readonly nickname: string | null },
    cause: CommandId | null,
    more: ReadonlyArray<Event> = [],
  ): Effect.Effect<EntryResult, LogUnavailable> =>
    lobbyLines.entering(
      performerId,
      Effect.fnUntraced(function* (join) {
        const { visit, member, address } = visitor
        if (join === null) return notEntered(null)
        const { connection } = join
        const older = seats.of(visit)
        const paid = older === undefined || older.mode === "free" ? undefined : older
        if (paid !== undefined) {
          // Two sessions of one member in a room are two tabs to the service, which ends the older.
          seats.remove(paid)
          yield* goOn(paid)
        }
        const leftPaid =
          paid === undefined ? [] : fromGateway(roomLeft(paid.performerId, "switched"))
        const outcome = yield* calls.setLobby(visitor, { performerId, connection, nickname })
        if (outcome._tag !== "Answered") return notEntered(outcome, leftPaid)
        // The session went with the connection that it was entered over.
        if (!join.isCurrent()) return notEntered(null, leftPaid)
        const { room } = outcome.body
        const mode = join.updates.mode ?? room.mode
        const hasVideo = join.updates.hasVideo ?? room.hasVideo
        const hasSound = join.updates.hasSound ?? room.hasSound
        const body = {
          ...outcome.body,
          room: {
            ...room,
            mode,
            ...(hasVideo !== undefined && { hasVideo }),
            ...(hasSound !== undefined && { hasSound }),
          },
        }
        const now = yield* monotonicMillis
        const seat: RoomSession = {
          visit,
          performerId,
          mode: "free",
          sessionId: body.session,
          auth: Redacted.make(body.auth),
          nickname: body.nickname,
          creditsPerMinute: 0,
          freeTime:
            body.freeSecondsLeft === undefined
              ? null
              : { secondsLeft: body.freeSecondsLeft, at: now, isRunning: true },
          member: member?.memberId ?? null,
          address,
        }
        yield* tell(
          visit,
          [
            ...leftForOther(older, performerId),
            ...factsFrom("performer-service", lobbyEntered(performerId, body)),
            ...fromGateway(...more),
          ],
          cause,
          {
            before: () => seats.add(seat),
            after: join.flushHeldFrames,
            writers: writersNamed(room.members, room.accounts, seats.viewersOf(performerId)),
          },
        )
        if (older !== undefined && paid === undefined) yield* inBackground(goOn(older))
        return { _tag: "Entered" }
      }),
    )

  const enterPaid = Effect.fnUntraced(function* (
    visitor: RoomVisitor,
    joining: {
      readonly performerId: string
      readonly mode: "chat" | "vip"
      readonly session: string | null
      /** Whether its page says when the picture moves. */
      readonly tellsSight: boolean
    },
    cause: CommandId | null,
    more: ReadonlyArray<Event> = [],
  ): Effect.fn.Return<EntryResult, LogUnavailable> {
    const { visit, member, address } = visitor
    const { performerId, mode } = joining
    if (member === null) return notEntered(null)
    const outcome = yield* calls.join(visitor, member.token, joining)
    if (outcome._tag !== "Answered") return notEntered(outcome)
    const { body } = outcome
    const auth = Redacted.make(body.token)
    const older = seats.of(visit)
    if (older !== undefined) {
      // The service takes two sessions of one member in a room for two tabs, and ends the older.
      seats.remove(older)
      yield* goOn(older)
    }
    const line = yield* paidLines.open(auth)
    if (line === null) {
      yield* inBackground(calls.leave({ visit, auth }, "leaves", "lost"))
      const reason = older?.performerId === performerId ? "lost" : "switched"
      const facts = older === undefined ? [] : fromGateway(roomLeft(older.performerId, reason))
      return notEntered(null, facts)
    }
    sights.opened(visit, line, {
      isBack: joining.session !== null,
      isTold: joining.tellsSight,
    })
    const seat: RoomSession = {
      visit,
      performerId,
      mode,
      sessionId: body.session,
      auth,
      nickname: body.nickname,
      creditsPerMinute: body.creditsPerMinute,
      freeTime: null,
      member: member.memberId,
      address,
    }
    lines.set(seat, line)
    yield* tell(
      visit,
      [
        ...leftForOther(older, performerId),
        ...factsFrom("member-api", paidRoomEntered(performerId, mode, body)),
        ...fromGateway(...more),
      ],
      cause,
      { before: () => seats.add(seat), after: () => line.flushHeldFrames(seat) },
    )
    return { _tag: "Entered" }
  })

  return { free: enterFree, paid: enterPaid }
}
