/**
 * Tells the rooms what the media engine reports: video came or went, the engine restarted. While anybody is in a room
 * the engine is probed, so that nobody pays for video that an unreachable engine no longer shows, and viewers hear when
 * it is back.
 *
 * Invariant: while all rooms are empty, nothing is probed.
 */
import { Effect, Schedule } from "effect"
import type { ChatRoom } from "../room-model/chat-room.ts"
import type { RoomServiceDeps } from "./room-service-deps.ts"
import { steadyRound } from "../../steady-round.ts"

const PROBE_EVERY_MS = 2_000

/** Runs until its scope closes. */
export const watchEngine = ({
  registry,
  now,
  runEffects,
  broadcasts,
}: Pick<RoomServiceDeps, "registry" | "now" | "runEffects" | "broadcasts">) => {
  const renew = (room: ChatRoom) => {
    // Before video is told, which tells whether it has sound.
    room.setSilent(broadcasts.isSilent(room.host.id))
    room.setVideo(broadcasts.hasVideo(room.host.id), now())
    runEffects(room)
  }
  broadcasts.onChange((performerId) => {
    const room = registry.of(performerId)
    if (room !== undefined) renew(room)
  })
  // Drawn loops come from the engine too, so every room is concerned.
  broadcasts.onPresence(() => {
    for (const room of registry.all()) renew(room)
  })
  broadcasts.onRestart(() => {
    for (const room of registry.all()) {
      room.videoRestarted()
      runEffects(room)
    }
  })
  const probe = Effect.suspend(() =>
    registry.all().some(({ size }) => size > 0) ? broadcasts.probe : Effect.void,
  )
  return Effect.forkScoped(
    Effect.repeat(steadyRound("the media engine")(probe), Schedule.spaced(PROBE_EVERY_MS)),
  )
}
