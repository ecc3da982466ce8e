/**
 * The free time of a guest, as it runs in a room, and what of it is to be noted.
 *
 * Callers: room.ts, ending.ts. Invariant: what has run is put out once, to be noted.
 */
import type { Session, Viewer } from "../session.ts"
import type { RoomState } from "./room-state.ts"

/** Milliseconds of free time that are lost at most where the backend is killed. */
const NOTE_FREE_TIME_MS = 10_000

export const noteFreeTime = (room: RoomState, session: Session): void => {
  if (session.freeMs === null || session.freeUsedMs === 0) return
  room.put({ _tag: "FreeTimeUsed", session, ms: session.freeUsedMs })
  session.freeUsedMs = 0
}

/** What this guest has watched here until now is to be noted, before it is asked what is left. */
export const noteWatched = (room: RoomState, viewer: Viewer): void => {
  const session = room.olderOf(viewer)
  if (session !== undefined) noteFreeTime(room, session)
}

/** It runs while there is free chat to watch and somebody to show it to. Answers whether none is left now. */
export const runFreeTime = (room: RoomState, session: Session, passedMs: number): boolean => {
  if (session.freeMs === null || room.mode !== "free" || session.connection === null) return false
  session.freeMs -= passedMs
  session.freeUsedMs += passedMs
  if (session.freeUsedMs >= NOTE_FREE_TIME_MS) noteFreeTime(room, session)
  return session.freeMs <= 0
}
