/** In place of a player that failed repeatedly. Paid time keeps its cost and its end. */
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
