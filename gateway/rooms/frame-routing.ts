/**
 * Who is told a frame of the chat socket: everybody who watches, or one session; and which sessions end with it.
 * Without effects; it keeps nicknames and free time of the sessions as the frames say them.
 */
import type { FrameAudience } from "../pipeline.ts"
import { endsSession } from "../normalise/room.ts"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import type { PendingActions } from "./pending-actions.ts"
import type { RoomSession, RoomSessions } from "./room-sessions.ts"
import { writersOf } from "./writers.ts"

export interface RoutedFrame {
  readonly audience: FrameAudience
  /** The sessions that end with it. */
  readonly ended: ReadonlyArray<RoomSession>
}

export type FrameRoute =
  | ({ readonly _tag: "Routed" } & RoutedFrame)
  /** The service asks whether the viewer is there. */
  | { readonly _tag: "KeepAlive" }
  /** It names a session that is not known on this connection. */
  | { readonly _tag: "UnknownSession" }
  /** Of no use: its session was left. */
  | { readonly _tag: "Ignored" }

const KEEP_ALIVE: FrameRoute = { _tag: "KeepAlive" }
const UNKNOWN_SESSION: FrameRoute = { _tag: "UnknownSession" }
const IGNORED: FrameRoute = { _tag: "Ignored" }

/** What a session that was left still has to say: what it cost. */
export const isReceipt = ({ call }: DecodedChatFrame): boolean => call === "paid-time-ended"

const audienceOf = (
  pending: PendingActions,
  frame: DecodedChatFrame,
  room: FrameAudience["room"],
  sessions: ReadonlyArray<RoomSession>,
  sessionOf: (visit: RoomSession["visit"]) => RoomSession | undefined,
): FrameAudience => {
  const author = pending.match(frame, sessionOf)
  return {
    room,
    writers: writersOf(frame, sessions),
    visits: sessions.map(({ visit }) => visit),
    author:
      author === undefined
        ? null
        : { visit: author.visit, cause: author.commandId, onStored: author.onStored },
  }
}

const applyRename = (frame: DecodedChatFrame, sessions: ReadonlyArray<RoomSession>) => {
  if (frame.call !== "nickname-changed") return
  const { from, to } = frame.payload
  const renamed = sessions.find(({ nickname }) => nickname === from)
  if (renamed !== undefined) renamed.nickname = to
}

/** A frame for one session, whichever connection it came over. */
export const routeSessionFrame = (
  pending: PendingActions,
  frame: DecodedChatFrame,
  session: RoomSession,
): RoutedFrame => {
  const { performerId, sessionId: id, mode, visit } = session
  const room = { performerId, session: { id, mode } }
  const sessionOf = (other: RoomSession["visit"]) => (other === visit ? session : undefined)
  const audience = audienceOf(pending, frame, room, [session], sessionOf)
  applyRename(frame, [session])
  return { audience, ended: endsSession(frame, room) ? [session] : [] }
}

/** A frame for all who watch free. */
export const routeLobbyFrame = (
  pending: PendingActions,
  frame: DecodedChatFrame,
  performerId: string,
  sessions: RoomSessions,
): RoutedFrame => {
  const viewers = sessions.viewersOf(performerId)
  const sessionOf = (visit: RoomSession["visit"]) => {
    const session = sessions.inRoom(visit, performerId)
    return session?.mode === "free" ? session : undefined
  }
  const room = { performerId, session: null }
  const audience = audienceOf(pending, frame, room, viewers, sessionOf)
  applyRename(frame, viewers)
  return { audience, ended: endsSession(frame, room) ? viewers : [] }
}

interface RoutingState {
  readonly sessions: RoomSessions
  readonly pending: PendingActions
}

/** A frame of a lobby connection; `now` in monotonic milliseconds. */
export const routeFromLobby = (
  { sessions, pending }: RoutingState,
  performerId: string,
  frame: DecodedChatFrame,
  now: number,
): FrameRoute => {
  if (frame.call === "keep-alive") return KEEP_ALIVE
  const { session: sessionId } = frame.payload
  if (sessionId === undefined) {
    return { _tag: "Routed", ...routeLobbyFrame(pending, frame, performerId, sessions) }
  }
  const session = sessions.viewerBySession(performerId, sessionId)
  if (session === undefined) return UNKNOWN_SESSION
  if (frame.call === "free-time" && session.freeTime !== null) {
    const { seconds: secondsLeft, isRunning } = frame.payload
    session.freeTime = { secondsLeft, at: now, isRunning }
  }
  return { _tag: "Routed", ...routeSessionFrame(pending, frame, session) }
}

/** A frame of the connection that is this session's own. */
export const routeFromPaid = (
  { sessions, pending }: RoutingState,
  session: RoomSession,
  frame: DecodedChatFrame,
): FrameRoute => {
  const isCurrent = sessions.isCurrent(session)
  if (frame.call === "keep-alive") return isCurrent ? KEEP_ALIVE : IGNORED
  const { session: sessionId } = frame.payload
  if (sessionId !== undefined && sessionId !== session.sessionId) return UNKNOWN_SESSION
  if (!isCurrent && !isReceipt(frame)) return IGNORED
  return { _tag: "Routed", ...routeSessionFrame(pending, frame, session) }
}
