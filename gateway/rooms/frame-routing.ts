/**
 * For whom a frame of the chat socket is: everybody who watches, or one session. Pure but for the nicknames that
 * it follows.
 */
import { endsSession } from "../normalise/room.ts"
import type { ChatAudience } from "../pipeline.ts"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import type { PendingActions } from "./pending-actions.ts"
import type { RoomSession, RoomSessions } from "./room-sessions.ts"
import { writersOf } from "./writers.ts"

export interface RoutedFrame {
  readonly audience: ChatAudience
  /** The seats whose sessions end with it. */
  readonly ended: ReadonlyArray<RoomSession>
}

/** What a session that was left still has to say: what it cost. */
export const isReceipt = ({ call }: DecodedChatFrame): boolean => call === "paid-time-ended"

/** The session that a frame names; undefined where it is for all. */
export const sessionOf = ({ payload }: DecodedChatFrame): string | undefined => payload.session

const audienceOf = (
  expected: PendingActions,
  frame: DecodedChatFrame,
  room: ChatAudience["room"],
  seats: ReadonlyArray<RoomSession>,
  seatOf: (visit: RoomSession["visit"]) => RoomSession | undefined,
): ChatAudience => {
  const author = expected.match(frame, seatOf)
  return {
    room,
    writers: writersOf(frame, seats),
    visits: seats.map(({ visit }) => visit),
    author:
      author === undefined
        ? null
        : { visit: author.visit, cause: author.commandId, told: author.onStored },
  }
}

const follow = (frame: DecodedChatFrame, seats: ReadonlyArray<RoomSession>) => {
  if (frame.call !== "nickname-changed") return
  const { from, to } = frame.payload
  const renamed = seats.find(({ nickname }) => nickname === from)
  if (renamed !== undefined) renamed.nickname = to
}

/** Of one session's frame, whichever connection it came over. */
export const routeSessionFrame = (
  expected: PendingActions,
  frame: DecodedChatFrame,
  seat: RoomSession,
): RoutedFrame => {
  const { performerId, sessionId: id, mode, visit } = seat
  const room = { performerId, session: { id, mode } }
  const seatOf = (other: RoomSession["visit"]) => (other === visit ? seat : undefined)
  const audience = audienceOf(expected, frame, room, [seat], seatOf)
  follow(frame, [seat])
  return { audience, ended: endsSession(frame, room) ? [seat] : [] }
}

/** Of a frame for all who watch free. */
export const routeLobbyFrame = (
  expected: PendingActions,
  frame: DecodedChatFrame,
  performerId: string,
  table: RoomSessions,
): RoutedFrame => {
  const seats = table.viewersOf(performerId)
  const seatOf = (visit: RoomSession["visit"]) => {
    const seat = table.of(visit)
    return seat?.performerId === performerId && seat.mode === "free" ? seat : undefined
  }
  const room = { performerId, session: null }
  const audience = audienceOf(expected, frame, room, seats, seatOf)
  follow(frame, seats)
  return { audience, ended: endsSession(frame, room) ? seats : [] }
}
