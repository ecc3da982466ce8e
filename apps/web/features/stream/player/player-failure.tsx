/**
 * In the place of a player that failed again and again. Whoever pays sees what it costs and can end it all the same.
 */
import type { RoomState } from "@foldcast/folds/room-state"
import { PartFailure } from "../../site/part-failure.tsx"
import { PlayerCost } from "./player-cost.tsx"

export function PlayerFallback({
  room,
  name,
}: {
  readonly room: RoomState | null
  readonly name: string
}) {
  return (
    <div className="player" data-failed>
      <PartFailure />
      {room !== null && room.paid !== null && (
        <PlayerCost room={room} name={name} paid={room.paid} />
      )}
    </div>
  )
}
