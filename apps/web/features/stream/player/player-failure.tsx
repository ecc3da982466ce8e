/** In place of a player that failed repeatedly. Paid time keeps its cost and its end. */
import type { RoomState } from "@foldcast/folds/room-state"
import { PartFailure } from "../../site/part-failure.tsx"
import { PlayerCost } from "./player-cost.tsx"

export interface PlayerFallbackProps {
  readonly room: RoomState | null
  readonly name: string
  readonly onStop: () => void
}

export function PlayerFallback({ room, name, onStop }: PlayerFallbackProps) {
  return (
    <div className="player" data-failed>
      <PartFailure />
      {room !== null && <PlayerCost room={room} name={name} onStop={onStop} />}
    </div>
  )
}
