/**
 * A guest's free time as it runs in a room, and what of it is to be written down.
 *
 * Invariants: used time is put out once; time without video is not counted, by the rule of paid time; the guest is
 * told when it stops and when it goes on.
 */
import type { ChatSession, ChatViewer } from "./chat-session.ts"
import type { ChatRoomState } from "./chat-room-state.ts"
import { isVisible } from "./visibility.ts"

/** At most so much used free time is lost when the backend is killed. */
const NOTE_FREE_TIME_MS = 10_000

export const flushFreeTime = (room: ChatRoomState, session: ChatSession): void => {
  if (session.freeMs === null || session.freeUsedMs === 0) return
  room.put({ _tag: "FreeTimeUsed", session, ms: session.freeUsedMs })
  session.freeUsedMs = 0
}

/** Puts out what this guest has used here, before the rest is asked for. */
export const flushFreeTimeOf = (room: ChatRoomState, viewer: ChatViewer): void => {
  const session = room.olderOf(viewer)
  if (session !== undefined) flushFreeTime(room, session)
}

/** Tells that it stops or goes on, with what is left. */
const freeTimeChanged = (room: ChatRoomState, session: ChatSession, freeMs: number): void => {
  session.isFreeRunning = !session.isFreeRunning
  room.tell(session, "custom", {
    session: session.id,
    name: "free-time",
    data: { seconds: Math.max(0, Math.floor(freeMs / 1_000)), isRunning: session.isFreeRunning },
  })
}

/** Runs while there is free video and a connection to show it. Answers whether none is left. */
export const tickFreeTime = (
  room: ChatRoomState,
  session: ChatSession,
  now: number,
  passedMs: number,
): boolean => {
  if (session.freeMs === null || session.connection === null) return false
  const isRunning = isVisible(room, session, now)
  if (session.isFreeRunning !== isRunning) freeTimeChanged(room, session, session.freeMs)
  if (!isRunning) return false
  session.freeMs -= passedMs
  session.freeUsedMs += passedMs
  if (session.freeUsedMs >= NOTE_FREE_TIME_MS) flushFreeTime(room, session)
  return session.freeMs <= 0
}
