/**
 * Picture and sound: the service's facts about the performer's media, and the visitor's own camera. Pure.
 *
 * Invariant: an available picture clears an earlier error; only a running camera is asked to stop.
 */
import { here, type RoomHandlers } from "./room-change.ts"
import type { RoomState } from "./room-state.ts"

const withMedia = (room: RoomState, player: Partial<RoomState["player"]>): RoomState => ({
  ...room,
  player: { ...room.player, ...player },
})

export const mediaEvents = {
  PlayerFailed: here<"PlayerFailed">((room, { code }) => withMedia(room, { error: code })),
  AudioAvailable: here<"AudioAvailable">((room) => withMedia(room, { audio: "available" })),
  AudioDenied: here<"AudioDenied">((room) => withMedia(room, { audio: "denied" })),
  VideoAvailable: here<"VideoAvailable">((room) =>
    withMedia(room, {
      video: "available",
      error: null,
      videoTold: room.player.videoTold + 1,
    }),
  ),
  VideoDenied: here<"VideoDenied">((room) => withMedia(room, { video: "denied" })),
  CamBackStarted: here<"CamBackStarted">((room) => ({ ...room, camBack: "on" })),
  CamBackStopRequested: here<"CamBackStopRequested">((room) => ({
    ...room,
    camBack: room.camBack === "off" ? "off" : "stopAsked",
  })),
  CamBackStopped: here<"CamBackStopped">((room) => ({ ...room, camBack: "off" })),
  // It only ends the command; cam-back-state.ts handles the refusal.
  CamBackRefused: here<"CamBackRefused">((room) => room),
} satisfies Partial<RoomHandlers>
