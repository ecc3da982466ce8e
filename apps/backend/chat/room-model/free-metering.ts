/**
 * The free time of a guest, as it runs in a room, and what of it is to be noted.
 *
 * Invariants: what has run is put out once, to be noted; time without a picture is not counted, by the rule that
 * paid time has; its viewer is told when it stops and when it goes on.
 */
import type { ChatSession, ChatViewer } from "./chat-session.ts"
import type { ChatRoomState } from "./chat-room-state.ts"
import { isVisible } from "./visibility.ts"

/** Milliseconds of free time that are lost at most where the backend is killed. */
const NOTE_FREE_TIME_MS = 10_000

export const flushFreeTime = (room: ChatRoomState, session: ChatSession): void => {
  if (session.freeMs === null || session.freeUsedMs === 0) return
  room.put({ _tag: "FreeTimeUsed", session, ms: session.freeUsedMs })
  session.freeUsedMs = 0
}

/** What this guest has watched here until now is to be noted, before it is asked what is left. */
export const flushFreeTimeOf = (room: ChatRoomState, viewer: ChatViewer): void => {
  const session = room.olderOf(viewer)
  if (session !== undefined) flushFreeTime(room, session)
}

/** It stops or goes on, from what is left now. */
const freeTimeChanged = (room: ChatRoomState, session: ChatSession, freeMs: number): void => {
  session.isFreeRunning = !session.isFreeRunning
  room.tell(session, "custom", {
    session: session.id,
    name: "free-time",
    data: { seconds: Math.max(0, Math.floor(freeMs / 1_000)), isRunning: session.isFreeRunning },
  })
}

/**
 * It runs while there is free chat to watch, something to see, and somebody to show it to. Answers whether none is
 * left now.
 */
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
