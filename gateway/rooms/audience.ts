/**
 * For whom a frame of the chat socket is: everybody who watches, or one session. Pure but for the nicknames that
 * it follows.
 */
import { endsSession } from "../normalise/room.ts"
import type { ChatAudience } from "../pipeline.ts"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import type { ExpectedFrames } from "./expected-frames.ts"
import type { Seat, Seats } from "./seats.ts"
import { writersOf } from "./writers.ts"

export interface Heard {
  readonly audience: ChatAudience
  /** The seats whose sessions end with it. */
  readonly over: ReadonlyArray<Seat>
}

/** What a session that was left still has to say: what it cost. */
export const isReceipt = ({ call }: DecodedChatFrame): boolean => call === "paid-time-ended"

/** The session that a frame names; undefined where it is for all. */
export const sessionOf = ({ payload }: DecodedChatFrame): string | undefined => payload.session

const audienceOf = (
  expected: ExpectedFrames,
  frame: DecodedChatFrame,
  room: ChatAudience["room"],
  seats: ReadonlyArray<Seat>,
  seatOf: (visit: Seat["visit"]) => Seat | undefined,
): ChatAudience => {
  const author = expected.take(frame, seatOf)
  return {
    room,
    writers: writersOf(frame, seats),
    visits: seats.map(({ visit }) => visit),
    author:
      author === undefined
        ? null
        : { visit: author.visit, cause: author.commandId, told: author.told },
  }
}

const follow = (frame: DecodedChatFrame, seats: ReadonlyArray<Seat>) => {
  if (frame.call !== "nickname-changed") return
  const { from, to } = frame.payload
  const renamed = seats.find(({ nickname }) => nickname === from)
  if (renamed !== undefined) renamed.nickname = to
}

/** Of one session's frame, whichever connection it came over. */
export const heardBySeat = (
  expected: ExpectedFrames,
  frame: DecodedChatFrame,
  seat: Seat,
): Heard => {
  const { performerId, session: id, mode, visit } = seat
  const room = { performerId, session: { id, mode } }
  const seatOf = (other: Seat["visit"]) => (other === visit ? seat : undefined)
  const audience = audienceOf(expected, frame, room, [seat], seatOf)
  follow(frame, [seat])
  return { audience, over: endsSession(frame, room) ? [seat] : [] }
}

/** Of a frame for all who watch free. */
export const heardByLobby = (
  expected: ExpectedFrames,
  frame: DecodedChatFrame,
  performerId: string,
  table: Seats,
): Heard => {
  const seats = table.lobby(performerId)
  const seatOf = (visit: Seat["visit"]) => {
    const seat = table.of(visit)
    return seat?.performerId === performerId && seat.mode === "free" ? seat : undefined
  }
  const room = { performerId, session: null }
  const audience = audienceOf(expected, frame, room, seats, seatOf)
  follow(frame, seats)
  return { audience, over: endsSession(frame, room) ? seats : [] }
}
