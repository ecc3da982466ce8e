/**
 * Picture and sound: the service's facts about the performer's media, and the visitor's own camera. Pure.
 *
 * Invariant: an available picture clears an earlier error; only a running camera is asked to stop.
 */
import type { RoomHandlers } from "./room-change.ts"
import type { RoomState } from "./room-state.ts"
import { withChanges } from "./slice.ts"

const withMedia = (room: RoomState, changes: Partial<RoomState["player"]>): RoomState =>
  withChanges(room, { player: withChanges(room.player, changes) })

export const mediaEvents = {
  PlayerFailed: (room, { code }) => withMedia(room, { error: code }),
  AudioAvailable: (room) => withMedia(room, { audio: "available" }),
  AudioDenied: (room) => withMedia(room, { audio: "denied" }),
  VideoAvailable: (room) =>
    withMedia(room, {
      video: "available",
      error: null,
      videoTold: room.player.videoTold + 1,
    }),
  VideoDenied: (room) => withMedia(room, { video: "denied" }),
  CamBackStarted: (room) => withChanges(room, { camBack: "on" }),
  CamBackStopRequested: (room) =>
    withChanges(room, { camBack: room.camBack === "off" ? "off" : "stopAsked" }),
  CamBackStopped: (room) => withChanges(room, { camBack: "off" }),
  // It only ends the command; cam-back-state.ts handles the refusal.
  CamBackRefused: (room) => room,
} satisfies Partial<RoomHandlers>
