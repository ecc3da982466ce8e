/**
 * Entering a room for a visit: free over its performer's lobby connection, paid over one of its own. The service is
 * asked, the seat taken, and the visit told, with nothing of the room before that.
 *
 * Invariant: the room before is left where this one is entered; what was left without that stands in `NotEntered`.
 */
import { Effect, Redacted } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import type { LogUnavailable } from "../log/event-log.ts"
import type { Writers } from "../log/writer.ts"
import { lobbyEntered, paidRoomEntered } from "../normalise/room-answers.ts"
import type { CallFailure } from "../upstream/frame.ts"
import { factsFrom, type SourcedFact } from "../visits/envelopes.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { ChatCalls, Visitor } from "./chat-calls.ts"
import type { LobbyLines } from "./lobby-lines.ts"
import type { PaidLine, PaidLines } from "./paid-lines.ts"
import type { PictureSights } from "./picture-sights.ts"
import { byGateway, left, switched } from "./room-told.ts"
import type { Seat, Seats } from "./seats.ts"
import { writersNamed } from "./writers.ts"

export interface NotEntered {
  readonly _tag: "NotEntered"
  /** Null where the service was not asked. */
  readonly failure: CallFailure | null
  /** What is told of the room that was left for it. */
  readonly facts: ReadonlyArray<SourcedFact>
}
export type Entering = { readonly _tag: "Entered" } | NotEntered

const notEntered = (
  failure: CallFailure | null,
  facts: ReadonlyArray<SourcedFact> = [],
): Entering => ({ _tag: "NotEntered", failure, facts })

/** No answer, or one that may be another one a moment later. */
export const isPassing = (entering: Entering) =>
  entering._tag === "NotEntered" && entering.failure?._tag !== "Refused"

/** The connection had gone before the service was asked, or before it answered. */
export const hasNoConnection = (entering: Entering) =>
  entering._tag === "NotEntered" && entering.failure === null

/** What entering needs of whoever keeps the rooms. */
export interface Keeping {
  readonly seats: Seats
  readonly calls: ChatCalls
  readonly lobbyLines: LobbyLines
  readonly paidLines: PaidLines
  readonly lines: WeakMap<Seat, PaidLine>
  readonly sights: PictureSights
  readonly tell: Tell
  /** The seat is given up for another one: there it is left, and what it cost is told. */
  readonly goOn: (seat: Seat) => Effect.Effect<void>
  readonly inBackground: (effect: Effect.Effect<unknown, LogUnavailable>) => Effect.Effect<void>
}

/** Told to this visit alone. What happens before and after is not come in between by any frame. */
export type Tell = (
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

export const makeEntering = ({
  seats,
  calls,
  lobbyLines,
  paidLines,
  lines,
  sights,
  tell,
  goOn,
  inBackground,
}: Keeping) => {
  const enterFree = (
    visitor: Visitor,
    { performerId, nickname }: { readonly performerId: string; readonly nickname: string | null },
    cause: CommandId | null,
    more: ReadonlyArray<Event> = [],
  ): Effect.Effect<Entering, LogUnavailable> =>
    lobbyLines.entering(
      performerId,
      Effect.fnUntraced(function* (entrance) {
        const { visit, member, address } = visitor
        if (entrance === null) return notEntered(null)
        const { connection } = entrance
        const older = seats.of(visit)
        const paid = older === undefined || older.mode === "free" ? undefined : older
        if (paid !== undefined) {
          // Two sessions of one member in a room are two tabs to the service, which ends the older.
          seats.leave(paid)
          yield* goOn(paid)
        }
        const leftPaid = paid === undefined ? [] : byGateway(left(paid.performerId, "switched"))
        const outcome = yield* calls.setLobby(visitor, { performerId, connection, nickname })
        if (outcome._tag !== "Answered") return notEntered(outcome, leftPaid)
        // The session went with the connection that it was entered over.
        if (!entrance.stands()) return notEntered(null, leftPaid)
        const { room } = outcome.body
        const mode = entrance.told.mode ?? room.mode
        const hasVideo = entrance.told.hasVideo ?? room.hasVideo
        const hasSound = entrance.told.hasSound ?? room.hasSound
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
        const seat: Seat = {
          visit,
          performerId,
          mode: "free",
          session: body.session,
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
            ...switched(older, performerId),
            ...factsFrom("performer-service", lobbyEntered(performerId, body)),
            ...byGateway(...more),
          ],
          cause,
          {
            before: () => seats.take(seat),
            after: entrance.sit,
            writers: writersNamed(room.members, room.accounts, seats.lobby(performerId)),
          },
        )
        if (older !== undefined && paid === undefined) yield* inBackground(goOn(older))
        return { _tag: "Entered" }
      }),
    )

  const enterPaid = Effect.fnUntraced(function* (
    visitor: Visitor,
    joining: {
      readonly performerId: string
      readonly mode: "chat" | "vip"
      readonly session: string | null
      /** Whether its page says when the picture moves. */
      readonly tellsSight: boolean
    },
    cause: CommandId | null,
    more: ReadonlyArray<Event> = [],
  ): Effect.fn.Return<Entering, LogUnavailable> {
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
      seats.leave(older)
      yield* goOn(older)
    }
    const line = yield* paidLines.open(auth)
    if (line === null) {
      yield* inBackground(calls.leave({ visit, auth }, "leaves", "lost"))
      const reason = older?.performerId === performerId ? "lost" : "switched"
      const facts = older === undefined ? [] : byGateway(left(older.performerId, reason))
      return notEntered(null, facts)
    }
    sights.opened(visit, line, {
      isBack: joining.session !== null,
      isTold: joining.tellsSight,
    })
    const seat: Seat = {
      visit,
      performerId,
      mode,
      session: body.session,
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
        ...switched(older, performerId),
        ...factsFrom("member-api", paidRoomEntered(performerId, mode, body)),
        ...byGateway(...more),
      ],
      cause,
      { before: () => seats.take(seat), after: () => line.sit(seat) },
    )
    return { _tag: "Entered" }
  })

  return { free: enterFree, paid: enterPaid }
}
